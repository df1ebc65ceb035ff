#pragma once

#include "policy/cfengine/expansion/evaluation_access.h"

namespace vow::cfengine {

/// The place of a function call: evaluates the arguments, calls the function, and gives it access
/// to the evaluation.
class CallSite final : public EvaluationAccess {
public:
    /// Borrows both.
    CallSite(Expander& expander, const FunctionCall& call)
        : EvaluationAccess(expander),
          call_(call) {}

    /// The value of the call.
    Evaluation answer();

    std::optional<std::string> mapped(std::size_t index, const Bindings& bindings) override;

private:
    /// nullopt while an argument has unresolved parts; the function is then not called.
    std::optional<std::vector<Value>> arguments();
    Result call_function(std::vector<Value> arguments);
    Result result_of(Call& call);

    const FunctionCall& call_;
};

} // namespace vow::cfengine
