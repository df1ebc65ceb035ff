#include "policy/run/event.h"

namespace vow {
namespace {

template <class Happening>
ScopeId scope_of_one(const Happening& happening) {
    if constexpr (requires { happening.scope; })
        return happening.scope;
    else if constexpr (requires { happening.promise; })
        return happening.promise.origin.scope;
    else
        return happening.origin.scope;
}

} // namespace

std::string_view text_of(SkipReason reason) {
    switch (reason) {
    case SkipReason::guard: return "guard";
    case SkipReason::condition: return "condition";
    case SkipReason::repeated: return "repeated";
    case SkipReason::dependency: return "dependency";
    case SkipReason::unresolved: return "unresolved";
    case SkipReason::locked: return "locked";
    case SkipReason::dependency_failed: return "dependency_failed";
    case SkipReason::undefined: return "undefined";
    case SkipReason::not_reached: return "not_reached";
    case SkipReason::no_drift: return "no_drift";
    }
    return {};
}

ScopeId scope_of(const Event& event) {
    return std::visit([](const auto& happening) { return scope_of_one(happening); }, event);
}

} // namespace vow
