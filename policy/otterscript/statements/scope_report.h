#pragma once

#include "policy/otterscript/run/executor.h"

#include <optional>
#include <string_view>
#include <type_traits>

namespace vow::otterscript {

/// Reports a part of the run as a scope while it lives: a block, a round of a loop, an operation.
/// Only if an observer wants scopes.
class ScopeReport {
public:
    /// `kind`: "server", "block", "round", "call" or "operation".
    ScopeReport(Executor& executor, std::string_view kind, std::string_view name, Span at);
    ScopeReport(const ScopeReport&) = delete;
    ScopeReport& operator=(const ScopeReport&) = delete;
    ~ScopeReport();

    /// The part has come to its end without an error.
    void succeed() { result_ = Verdict::kept; }

private:
    Executor& executor_;
    ScopeId parent_;
    std::optional<ScopeId> own_; ///< if it is reported
    Verdict result_ = Verdict::not_kept;
};

/// Runs a part of the run as a scope.
template <class Run>
auto run_in_scope(
    Executor& executor, std::string_view kind, std::string_view name, Span at, const Run& run
) {
    ScopeReport scope(executor, kind, name, at);
    if constexpr (std::is_void_v<decltype(run())>) {
        run();
        scope.succeed();
    } else {
        auto result = run();
        scope.succeed();
        return result;
    }
}

} // namespace vow::otterscript
