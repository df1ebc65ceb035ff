#include "policy/cfengine/vocabulary/unimplemented.h"

#include <algorithm>
#include <span>

namespace vow::cfengine {

namespace {

/// A promise type or body type with the attributes that are not implemented.
struct Gap {
    std::string_view type;
    std::vector<std::string_view> attributes;
};

constexpr std::string_view missing_promise_types[] = {
    "databases", "events", "access", "guest_environments", "measurements", "roles"};

const std::vector<Gap>& promise_gaps() {
    static const std::vector<Gap> gaps = {
        {"files",
         {
             "fsattrs",
         }},
        {"reports", {"friend_pattern", "intermittency", "lastseen", "showstate"}},
    };
    return gaps;
}

const std::vector<Gap>& body_gaps() {
    static const std::vector<Gap> gaps = {
        {"action", {"audit", "measurement_class"}},
        {"agent",
         {"agentaccess",
          "allclassesreport",
          "evaluation_order",
          "inform",
          "mountfilesystems",
          "secureinput",
          "verbose"}},
        {"common", {"evaluation_order", "fips_mode", "require_comments", "system_log_level"}},
        {"delete", {"dirlinks"}},
        {"file", {"evaluation_order"}},
        {"perms", {"bsdflags"}},
    };
    return gaps;
}

bool has_gap(const std::vector<Gap>& gaps, std::string_view type, std::string_view attribute) {
    return std::ranges::any_of(gaps, [&](const Gap& gap) {
        return gap.type == type &&
               std::ranges::find(gap.attributes, attribute) != gap.attributes.end();
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
                     ) { return !has_gap(promise_gaps(), type, attribute); },
        .body_attribute = [](std::string_view type, std::string_view attribute
                          ) { return !has_gap(body_gaps(), type, attribute); },
    };
}

std::vector<std::string> unimplemented_names() {
    std::vector<std::string> names(
        std::begin(missing_promise_types), std::end(missing_promise_types)
    );
    for (const auto& gaps : {promise_gaps(), body_gaps()}) {
        for (const Gap& gap : gaps) {
            for (const std::string_view attribute : gap.attributes)
                names.push_back(std::string(gap.type) + "." + std::string(attribute));
        }
    }
    return names;
}

} // namespace vow::cfengine
