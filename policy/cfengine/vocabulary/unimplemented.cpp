#include "policy/cfengine/vocabulary/unimplemented.h"

#include <algorithm>
#include <iterator>

namespace vow::cfengine {

namespace {

/// An attribute of a body that is not implemented, and the type of the body.
struct Gap {
    std::string_view type;
    std::string_view attribute;
};

constexpr std::string_view missing_promise_types[] = {"databases", "guest_environments"};

constexpr Gap body_gaps[] = {
    {"agent", "allclassesreport"},
    {"agent", "mountfilesystems"},
};

bool has_gap(std::string_view type, std::string_view attribute) {
    return std::ranges::any_of(body_gaps, [&](const Gap& gap) {
        return gap.type == type && gap.attribute == attribute;
    });
}

} // namespace

ImplementedFeatures implemented_by_agent() {
    return {
        .promise_type =
            [](std::string_view type) {
                return std::ranges::find(missing_promise_types, type) ==
                       std::end(missing_promise_types);
            },
        .body_attribute = [](std::string_view type,
                             std::string_view attribute) { return !has_gap(type, attribute); },
    };
}

std::vector<std::string> unimplemented_names() {
    std::vector<std::string> names(
        std::begin(missing_promise_types), std::end(missing_promise_types)
    );
    names.reserve(names.size() + std::size(body_gaps));
    for (const Gap& gap : body_gaps)
        names.push_back(std::string(gap.type) + "." + std::string(gap.attribute));
    return names;
}

} // namespace vow::cfengine
