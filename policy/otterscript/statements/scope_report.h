#pragma once

#include "policy/otterscript/run/executor.h"
#include "policy/run/written_promise.h"

#include <optional>
#include <string_view>
#include <type_traits>

namespace vow::otterscript {

/// Reports a part of the run as a scope while it lives: a block, a round of a loop, an operation.
/// Only if an observer wants scopes.
class ScopeReport {
public:
    /// `kind`: "server", "block", "round", "call" or "operation".
    ScopeReport(Executor& executor, std::string_view kind, std::string_view name, Span at)
        : executor_(executor),
          parent_(executor.scope().id) {
        if (!executor.observer().wants_scopes()) return;
        own_ = ScopeId{++executor.execution().scopes};
        executor.observer().receive(ScopeBegan{*own_, parent_, kind, name, origin_at(at)});
        executor.scope().id = *own_;
    }
    ScopeReport(const ScopeReport&) = delete;
    ScopeReport& operator=(const ScopeReport&) = delete;
    ~ScopeReport() {
        if (!own_) return;
        executor_.observer().receive(ScopeEnded{*own_, result_});
        executor_.scope().id = parent_;
    }

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
