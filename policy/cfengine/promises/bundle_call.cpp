#include "policy/cfengine/promises/bundle_call.h"

#include "policy/cfengine/promises/bundle_run.h"

namespace vow::cfengine {
namespace {

Value value_of(Expander& expander, const Expression& argument) {
    const Evaluated evaluated = expander.evaluate(argument);
    return evaluated.value ? evaluated.value->without_condition() : Value::string({});
}

Origin origin_of(const Bundle& bundle) {
    Origin origin{.bundle = bundle.name};
    if (bundle.span.source == nullptr) return origin;
    const Position position = bundle.span.position();
    origin.file = bundle.span.source->path();
    origin.line = position.line;
    origin.column = position.column;
    return origin;
}

/// The scope of a bundle call while it lasts. There is none when no observer wants details.
class CallScope {
public:
    CallScope(Evaluation& evaluation, const Frame& frame)
        : evaluation_(evaluation),
          frame_(frame),
          caller_(evaluation.scope()) {
        Observer& observer = evaluation.world().observer;
        if (!observer.wants_details()) return;
        observer.receive(ScopeBegan{
            .scope = evaluation.enter_scope(),
            .parent = caller_,
            .kind = "bundle",
            .name = frame.bundle.name,
            .origin = origin_of(frame.bundle)});
    }
    CallScope(const CallScope&) = delete;
    CallScope& operator=(const CallScope&) = delete;
    ~CallScope() {
        if (evaluation_.scope() == caller_) return;
        evaluation_.world().observer.receive(ScopeEnded{
            evaluation_.scope(), frame_.verdicts.worst()});
        evaluation_.return_to_scope(caller_);
    }

private:
    Evaluation& evaluation_;
    const Frame& frame_;
    ScopeId caller_;
};

} // namespace

std::optional<std::vector<Value>>
arguments_of(Expander& expander, const Bundle& bundle, const std::vector<Expression>& arguments) {
    if (arguments.size() != bundle.parameters.size()) {
        expander.evaluation().log(
            LogLevel::error,
            "Argument mismatch, expected " + std::to_string(bundle.parameters.size()) +
                " but got " + std::to_string(arguments.size()) + " in bundle '" + bundle.name + "'"
        );
        return {};
    }
    std::vector<Value> values;
    for (const Expression& argument : arguments)
        values.push_back(value_of(expander, argument));
    return values;
}

void tell_missing_lists(
    Expander& expander, const Bundle& bundle, const std::vector<Expression>& arguments
) {
    for (const Expression& argument : arguments) {
        const auto* text = std::get_if<Text>(&argument.node);
        const Reference* whole = text ? text->sole_reference() : nullptr;
        if (!whole || whole->shape != Reference::Shape::list || expander.find(*whole)) continue;
        const std::string name = whole->source.substr(2, whole->source.size() - 3);
        expander.evaluation().log(
            LogLevel::error,
            "List or container parameter '" + name + "' not found while constructing scope '" +
                bundle.name + "' - use @(scope.variable) in calling reference"
        );
    }
}

void call_bundle(Evaluation& evaluation, Frame& frame, std::vector<Value> arguments) {
    const Bundle& bundle = frame.bundle;
    const CallScope scope(evaluation, frame);
    for (std::size_t index = 0; index < arguments.size(); ++index) {
        evaluation.define(
            bundle.qualified,
            bundle.parameters[index],
            {},
            {std::move(arguments[index]), {"source=argument"}}
        );
    }
    run_bundle(evaluation, frame);
    for (const Symbol parameter : bundle.parameters)
        evaluation.forget(bundle.qualified, parameter);
}

} // namespace vow::cfengine
