#include "policy/cfengine/checking/notation.h"
#include "policy/cfengine/checking/value_check.h"
#include "policy/cfengine/vocabulary/literal.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind undefined_function{"undefined-function", "unknown function '{}'"};
constexpr DiagnosticKind wrong_result{"wrong-result", "'{}' takes {}, but '{}' returns {}"};
constexpr DiagnosticKind bad_argument{"bad-argument", "argument {} of '{}': {}"};
constexpr DiagnosticKind bad_notation{"bad-notation", "argument {} of '{}' is not {}: {}"};
constexpr DiagnosticKind list_argument{
    "list-argument", "argument {} of '{}' takes one value, but '{}' returns {}"};

struct ResultFit {
    ResultType result;
    std::string_view name;
    std::vector<ValueKind> kinds;        ///< of the attributes that take it
    std::string_view variable_type = {}; ///< of a variable that holds it
};

/// Only scalars are coerced, to strings and to elements of lists (semantics 6.6).
const ResultFit& fit_of(ResultType result) {
    using enum ValueKind;
    static const std::vector<ResultFit> fits = {
        {ResultType::string, "a string", {string, strings, condition}, "string"},
        {ResultType::integer, "an integer", {integer, integers, string}, "int"},
        {ResultType::real, "a real number", {real, reals, string}, "real"},
        {ResultType::slist, "a list of strings", {strings}, "slist"},
        {ResultType::ilist, "a list of integers", {integers}, "ilist"},
        {ResultType::rlist, "a list of real numbers", {reals}, "rlist"},
        {ResultType::irange, "a range of integers", {integer_range}},
        {ResultType::rrange, "a range of real numbers", {real_range}},
        {ResultType::data, "a data container", {data}, "data"},
        {ResultType::condition, "a condition", {condition, conditions, string}},
    };
    return *std::ranges::find(fits, result, &ResultFit::result);
}

std::string_view name_of(ResultType result) {
    return fit_of(result).name;
}

bool is_list_result(ResultType result) {
    return result == ResultType::slist || result == ResultType::ilist ||
           result == ResultType::rlist;
}

/// The correct form: the type of variable that holds the result, or the call in braces.
std::string
hint_for(const AttributeSyntax& attribute, const ast::Call& written, ResultType result) {
    const ResultFit& fit = fit_of(result);
    if (is_variable_type(attribute.name)) {
        return fit.variable_type.empty()
                   ? "'if => " + std::string(written.name) + "(...)' tests it"
                   : std::string(fit.variable_type) + " => " + std::string(written.name) + "(...)";
    }
    if (!is_list(attribute.kind) || is_list_result(result)) return {};
    return "{ " + std::string(written.name) + "(...) }";
}

std::string_view described(ValueKind kind) {
    switch (kind) {
    case ValueKind::string: return "a string";
    case ValueKind::integer: return "an integer";
    case ValueKind::real: return "a real number";
    case ValueKind::option: return "one of a few words";
    case ValueKind::integer_range: return "a range of integers";
    case ValueKind::real_range: return "a range of real numbers";
    case ValueKind::condition: return "a condition";
    case ValueKind::strings: return "a list of strings";
    case ValueKind::integers: return "a list of integers";
    case ValueKind::reals: return "a list of real numbers";
    case ValueKind::options: return "a list of words";
    case ValueKind::conditions: return "a list of conditions";
    case ValueKind::data: return "a data container";
    case ValueKind::body: return "a body";
    case ValueKind::bundle: return "a bundle";
    }
    return "";
}

/// The kind that a literal argument is checked against; nullopt for names and parts of larger
/// values.
std::optional<ValueKind> kind_of(ParameterKind kind) {
    switch (kind) {
    case ParameterKind::integer: return ValueKind::integer;
    case ParameterKind::real: return ValueKind::real;
    case ParameterKind::option: return ValueKind::option;
    case ParameterKind::text:
    case ParameterKind::regular_expression:
    case ParameterKind::json_text:
    case ParameterKind::yaml_text:
    case ParameterKind::printf_format:
    case ParameterKind::mustache_template: return ValueKind::string;
    case ParameterKind::path:
    case ParameterKind::condition:
    case ParameterKind::collection:
    case ParameterKind::variable:
    case ParameterKind::mapped: return std::nullopt;
    }
    return std::nullopt;
}

bool takes(const Function& function, std::size_t count) {
    return count >= function.required && (function.variadic || count <= function.parameters.size());
}

std::vector<std::string_view> function_names() {
    std::vector<std::string_view> names;
    for (const Function& function : functions())
        names.push_back(function.name);
    return names;
}

/// The last parameter of a variadic function takes all further arguments.
const Parameter& parameter_at(const Function& function, std::size_t index) {
    return function.parameters[std::min(index, function.parameters.size() - 1)];
}

/// The attributes in which the reference accepts functions that do not exist: they never hold.
bool is_unchecked(std::string_view attribute) {
    return attribute == "if" || attribute == "ifvarclass" || attribute == "unless";
}

} // namespace

void CallCheck::value_of(
    const AttributeSyntax& attribute, const ast::Call& written, CallPlace place
) {
    const Function* function = find_function(written.name);
    if (function == nullptr && !checking_.strict() && is_unchecked(attribute.name)) return;
    if (function != nullptr && !fits(*function, attribute, place)) {
        checking_.diagnostics.add(
            wrong_result,
            written.name_span,
            {attribute.name, described(attribute.kind), written.name, name_of(function->result)},
            hint_for(attribute, written, function->result)
        );
    }
    call(written);
}

/// The reference finds a scalar in the place of a list only when the policy runs.
bool CallCheck::fits(const Function& function, const AttributeSyntax& attribute, CallPlace place)
    const {
    const ResultFit& fit = fit_of(function.result);
    if (std::ranges::find(fit.kinds, attribute.kind) == fit.kinds.end()) return false;
    if (!checking_.strict() || place == CallPlace::element) return true;
    return !is_list(attribute.kind) || is_list_result(function.result);
}

void CallCheck::in(const ast::Expression& value) {
    if (const auto* written = boxed_if<ast::Call>(value.node)) call(*written);
    if (const auto* items = boxed_if<ast::List>(value.node)) {
        for (const ast::Expression& item : items->items)
            in(item);
    }
}

void CallCheck::call(const ast::Call& written) {
    if (has_reference(written.name)) return;
    const Function* function = find_function(written.name);
    if (function == nullptr) {
        checking_.diagnostics.add(
            undefined_function,
            written.name_span,
            {written.name},
            did_you_mean(written.name, function_names())
        );
        return;
    }
    const bool counts = takes(*function, written.arguments.size());
    if (!counts && checking_.strict()) report_arity(written, *function);
    for (std::size_t index = 0; index < written.arguments.size(); ++index) {
        if (!checking_.strict()) continue; // the reference checks the outermost call only
        in(written.arguments[index]);
        if (!counts) continue;
        argument(written.arguments[index], *function, index);
        nested(written.arguments[index], *function, index);
    }
}

void CallCheck::report_arity(const ast::Call& written, const Function& function) {
    const std::size_t given = written.arguments.size();
    const std::size_t most = function.parameters.size();
    const bool exact = !function.variadic && function.required == most;
    const bool too_few = given < function.required;
    std::string taken = arguments_text(too_few ? function.required : most);
    if (!exact) taken = (too_few ? "at least " : "at most ") + taken;
    checking_.diagnostics.add(
        wrong_arity,
        written.name_span,
        {"the function", function.name, taken, std::to_string(given)}
    );
}

/// Reports a call that returns a list as an argument that takes one value. Variadic functions take
/// the elements as arguments.
void CallCheck::nested(const ast::Expression& value, const Function& function, std::size_t index) {
    const auto* inner = boxed_if<ast::Call>(value.node);
    if (inner == nullptr || function.variadic || function.parameters.empty()) return;
    const Function* giver = find_function(inner->name);
    if (giver == nullptr || !is_list_result(giver->result)) return;
    if (!kind_of(function.parameters[index].kind)) return;
    checking_.diagnostics.add(
        list_argument,
        inner->name_span,
        {std::to_string(index + 1), function.name, inner->name, name_of(giver->result)}
    );
}

/// Checks a literal argument against the parameter's range.
void CallCheck::argument(
    const ast::Expression& value, const Function& function, std::size_t index
) {
    const auto text = literal_text(value);
    if (!text) return;
    const Parameter& parameter = parameter_at(function, index);
    const auto kind = kind_of(parameter.kind);
    if (!kind) return notation(value, *text, function, index);
    const std::string why = type_error(*text, *kind, parameter.range, checking_.regexes);
    if (why.empty()) return notation(value, *text, function, index);
    const bool has_words = *kind == ValueKind::option;
    checking_.diagnostics.add(
        bad_argument,
        value.span,
        {std::to_string(index + 1), function.name, why},
        has_words ? did_you_mean(*text, split_at(parameter.range, ',')) : std::string()
    );
}

/// Checks a literal argument that is written in a notation of its own. One with references is known
/// only when the policy runs.
void CallCheck::notation(
    const ast::Expression& value, std::string_view text, const Function& function, std::size_t index
) {
    if (has_reference(text) || !std::holds_alternative<ast::Quoted>(value.node)) return;
    const ParameterKind kind = parameter_at(function, index).kind;
    const auto fault = notation_fault(text, kind, checking_.regexes);
    if (!fault) return;
    checking_.diagnostics.add(
        bad_notation,
        place_in(value, fault->offset),
        {std::to_string(index + 1), function.name, notation_of(kind), fault->message}
    );
}

} // namespace vow::cfengine
