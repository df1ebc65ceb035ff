#include "policy/otterscript/checking/checker.h"
#include "policy/otterscript/functions/table.h"
#include "protocol/text/text.h"

namespace vow::otterscript {
namespace {

constexpr DiagnosticKind unknown_function{"unknown-function", "unknown function '{}'"};
constexpr DiagnosticKind unsupported_function{
    "unsupported-function", "'{}' is not available: {}", Severity::warning};
constexpr DiagnosticKind function_type{"function-type", "'{}' does not return a {}"};

bool returns(const Function& function, Sign sign) {
    switch (function.returns) {
    case Returns::any: return true;
    case Returns::scalar: return sign == Sign::scalar;
    case Returns::vector: return sign == Sign::vector;
    case Returns::map: return sign == Sign::map;
    }
    return false;
}

std::vector<std::string_view> function_names() {
    std::vector<std::string_view> names;
    for (const Function& function : functions())
        names.push_back(function.name);
    return names;
}

/// The name of a parameter, from "text, from, [length]".
std::string_view parameter_of(const Function& function, std::size_t index) {
    const auto names = split_at(function.parameters, ',');
    if (index >= names.size()) return {};
    const std::string_view name = names[index];
    return name.starts_with(' ') ? name.substr(1) : name;
}

} // namespace

void ExpressionCheck::check(Expression& expression) {
    std::visit([this](auto& content) { check(content); }, expression.content);
    for (Expression& index : expression.indexes)
        check(index);
}

void ExpressionCheck::check(Condition& condition) {
    for (Condition& part : condition.parts)
        check(part);
    for (Expression& operand : condition.operands)
        check(operand);
}

void ExpressionCheck::check(TextExpression& text) {
    for (Piece& piece : text.pieces) {
        if (auto* reference = std::get_if<Reference>(&piece.content))
            check(*reference);
        else if (auto* call = std::get_if<Call>(&piece.content))
            check(*call);
        else if (auto* nested = std::get_if<std::unique_ptr<Expression>>(&piece.content))
            check(**nested);
    }
}

void ExpressionCheck::check(VectorExpression& vector) {
    for (Expression& item : vector.items)
        check(item);
}

void ExpressionCheck::check(MapExpression& map) {
    for (auto& [key, item] : map.items) {
        check(key);
        check(item);
    }
}

/// A name may be a function without required arguments. Only the names of variables are unknown
/// before the run.
void ExpressionCheck::check(Reference& reference) {
    const std::string_view spelled = std::string_view(reference.shown).substr(1);
    for (Reference::Candidate& candidate : reference.candidates) {
        std::string_view name = spelled;
        if (name.starts_with('{') && name.ends_with('}')) name = name.substr(1, name.size() - 2);
        const Function* function =
            find_function(name.substr(0, name.size() - candidate.rest.size()));
        if (function != nullptr && function->required == 0 && returns(*function, reference.sign))
            candidate.function = function;
    }
}

void ExpressionCheck::check(Call& call) {
    for (Expression& argument : call.arguments)
        check(argument);
    call.function = find_function(call.name);
    const std::string_view shown = call.span.text();
    if (call.function == nullptr) {
        diagnostics_.add(
            unknown_function, call.span, {call.name}, did_you_mean(call.name, function_names())
        );
    } else if (!call.function->unavailable.empty()) {
        diagnostics_.add(unsupported_function, call.span, {shown, call.function->unavailable});
    } else if (!returns(*call.function, call.sign)) {
        diagnostics_.add(function_type, call.span, {shown, noun_of(call.sign)});
    } else if (call.arguments.size() < call.function->required) {
        const std::string_view parameter = parameter_of(*call.function, call.arguments.size());
        diagnostics_.add(missing_argument, call.span, {shown, parameter});
    }
}

} // namespace vow::otterscript
