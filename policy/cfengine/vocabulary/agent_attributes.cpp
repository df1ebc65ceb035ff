#include "policy/cfengine/vocabulary/syntax_table.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {
namespace {

constexpr std::array<std::string_view, 25> kept_by_agent = {
    // sorted
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

} // namespace

bool is_kept_by_agent(std::string_view attribute) {
    return std::ranges::binary_search(kept_by_agent, attribute);
}

} // namespace vow::cfengine
