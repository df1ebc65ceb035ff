#include "policy/cfengine/promises/call_arguments.h"

#include <algorithm>
#include <utility>

namespace vow::cfengine {
namespace {

/// The name in `@(name)` as it is written, and the values of the references in it: @(data[$(key)])
/// is another list for each key.
std::string identity_of(Expander& expander, const Reference& list) {
    std::string identity = list.source;
    const auto add = [&](const Text& part) { identity += '\0' + expander.text(part).text; };
    if (list.fixed)
        std::ranges::for_each(list.fixed->indices, add);
    else
        add(list.name);
    return identity;
}

std::string identity_of(Expander& expander, const Expression& argument, const Evaluation& value) {
    if (const auto* call = boxed_if<FunctionCall>(argument.node))
        return std::string(call->function->name);
    if (value.text()) return *value.text();
    const auto* text = std::get_if<Text>(&argument.node);
    if (text == nullptr) return {};
    const Reference* whole = text->sole_reference();
    const bool is_list = whole && whole->shape == Reference::Shape::list;
    return is_list ? identity_of(expander, *whole) : expander.text(*text).text;
}

/// The name in an argument `@(name)` that names nothing.
std::optional<std::string> missing_list(Expander& expander, const Expression& argument) {
    const auto* text = std::get_if<Text>(&argument.node);
    const Reference* whole = text ? text->sole_reference() : nullptr;
    if (!whole || whole->shape != Reference::Shape::list || expander.find(*whole)) return {};
    return whole->source.substr(2, whole->source.size() - 3);
}

} // namespace

bool takes_arguments(RunState& run, const Bundle& bundle, std::size_t count) {
    const std::size_t expected = bundle.parameters.size();
    // The reference calls a bundle without arguments; its parameters stay unresolved.
    const bool is_bare = count == 0 && run.control.manner.calls_without_arguments;
    if (count == expected || is_bare) return true;
    const std::string reference = "Argument mismatch, expected " + std::to_string(expected) +
                                  " but got " + std::to_string(count) + " in bundle '" +
                                  bundle.name + "'";
    const std::string plain = "The bundle '" + bundle.name + "' takes " + std::to_string(expected) +
                              (expected == 1 ? " argument" : " arguments") + ", not " +
                              std::to_string(count);
    run.log(LogLevel::error, run.control.manner.uses_words_of_reference ? reference : plain);
    return false;
}

std::optional<CallArguments>
arguments_of(Expander& expander, const Bundle& bundle, const std::vector<Expression>& arguments) {
    if (!takes_arguments(expander.run(), bundle, arguments.size())) return {};
    CallArguments made;
    for (const Expression& argument : arguments) {
        const Evaluation evaluated = expander.evaluate(argument);
        if (!evaluated.resolved) made.resolved = false;
        made.identities.push_back(identity_of(expander, argument, evaluated));
        if (auto missing = missing_list(expander, argument))
            made.missing_lists.push_back(*std::move(missing));
        if (evaluated.value)
            made.values.emplace_back(evaluated.value->without_condition());
        else
            made.values.emplace_back(&argument);
    }
    return made;
}

void log_missing_lists(RunState& run, const Bundle& bundle, const CallArguments& arguments) {
    for (const std::string& name : arguments.missing_lists) {
        run.log(
            LogLevel::error,
            "List or container parameter '" + name + "' not found while constructing scope '" +
                bundle.name + "' - use @(scope.variable) in calling reference"
        );
    }
}

} // namespace vow::cfengine
