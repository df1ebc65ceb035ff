#include "policy/cfengine/vocabulary/syntax_table.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>

namespace vow::cfengine {
namespace {

constexpr std::string_view kept_by_agent[] = {
    "action",
    "cancel_kept",
    "cancel_notkept",
    "cancel_repaired",
    "classes",
    "classes_name",
    "depends_on",
    "expireafter",
    "failed_returncodes",
    "if",
    "ifvarclass",
    "kept_returncodes",
    "log_level",
    "meta",
    "persist_time",
    "promise_kept",
    "promise_repaired",
    "repair_denied",
    "repair_failed",
    "repair_timeout",
    "repaired_returncodes",
    "scope",
    "timer_policy",
    "unless",
    "with",
};

constexpr std::string_view terms[] = {
    "action_policy", "expireafter", "ifelapsed", "log_level", "report_level"};

} // namespace

const AttributeSyntax* find_term(std::string_view attribute) {
    const bool is_term = std::ranges::find(terms, attribute) != std::end(terms);
    return is_term ? find_attribute(find_body_type("action")->attributes, attribute) : nullptr;
}

bool is_kept_by_agent(std::string_view attribute) {
    static const std::unordered_set<std::string_view> names(
        std::begin(kept_by_agent), std::end(kept_by_agent)
    );
    return names.contains(attribute);
}

} // namespace vow::cfengine
