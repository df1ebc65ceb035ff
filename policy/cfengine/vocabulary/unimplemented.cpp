#include "policy/cfengine/vocabulary/unimplemented.h"

#include <algorithm>
#include <span>

namespace vow::cfengine {

namespace {

/// An attribute that is not implemented, and the type of its promise or body.
struct Gap {
    std::string_view type;
    std::string_view attribute;
};

constexpr std::string_view missing_promise_types[] = {"databases", "guest_environments"};

constexpr Gap promise_gaps[] = {{"files", "fsattrs"}};

constexpr Gap body_gaps[] = {
    {"agent", "allclassesreport"},
    {"agent", "mountfilesystems"},
};

bool has_gap(std::span<const Gap> gaps, std::string_view type, std::string_view attribute) {
    return std::ranges::any_of(gaps, [&](const Gap& gap) {
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
        .attribute = [](std::string_view type, std::string_view attribute
                     ) { return !has_gap(promise_gaps, type, attribute); },
        .body_attribute = [](std::string_view type, std::string_view attribute
                          ) { return !has_gap(body_gaps, type, attribute); },
    };
}

std::vector<std::string> unimplemented_names() {
    std::vector<std::string> names(
        std::begin(missing_promise_types), std::end(missing_promise_types)
    );
    const auto add = [&names](const Gap& gap) {
        names.push_back(std::string(gap.type) + "." + std::string(gap.attribute));
    };
    std::ranges::for_each(promise_gaps, add);
    std::ranges::for_each(body_gaps, add);
    return names;
}

} // namespace vow::cfengine
