#include "policy/otterscript/statements/scope_report.h"

#include "policy/run/written_promise.h"

namespace vow::otterscript {

ScopeReport::ScopeReport(Executor& executor, std::string_view kind, std::string_view name, Span at)
    : executor_(executor),
      parent_(executor.scope().id) {
    if (!executor.observer().wants_scopes()) return;
    own_ = ScopeId{++executor.execution().scopes};
    executor.observer().receive(ScopeBegan{*own_, parent_, kind, name, origin_at(at)});
    executor.scope().id = *own_;
}

ScopeReport::~ScopeReport() {
    if (!own_) return;
    executor_.observer().receive(ScopeEnded{*own_, result_});
    executor_.scope().id = parent_;
}

} // namespace vow::otterscript
