#include "policy/cfengine/functions/descriptions.h"

#include "policy/cfengine/program/function.h"

namespace vow::cfengine {
namespace {

std::string name_of(ParameterKind kind) {
    switch (kind) {
    case ParameterKind::text: return "text";
    case ParameterKind::regular_expression: return "regular expression";
    case ParameterKind::json_text: return "JSON";
    case ParameterKind::yaml_text: return "YAML";
    case ParameterKind::printf_format: return "format";
    case ParameterKind::mustache_template: return "Mustache template";
    case ParameterKind::integer: return "integer";
    case ParameterKind::real: return "real";
    case ParameterKind::option: return "one of";
    case ParameterKind::path: return "absolute path";
    case ParameterKind::condition: return "class expression";
    case ParameterKind::collection: return "list or container";
    case ParameterKind::variable: return "variable name";
    case ParameterKind::mapped: return "evaluated for each element";
    }
    return {};
}

/// Users know conditions as classes.
std::string name_of(ResultType type) {
    return type == ResultType::condition ? "class" : std::string(text_of(type));
}

FunctionDescription description_of(const Function& function) {
    std::vector<FunctionDescription::Parameter> parameters;
    for (const Parameter& parameter : function.parameters) {
        parameters.push_back(
            {std::string(parameter.name), name_of(parameter.kind), std::string(parameter.range)}
        );
    }
    using Arity = FunctionDescription::Arity;
    return {
        .name = std::string(function.name),
        .parameters = std::move(parameters),
        .required = function.required,
        .arity = function.variadic ? Arity::variadic : Arity::fixed,
        .returns = name_of(function.result),
        .help = std::string(function.help),
        .example = std::string(function.example)};
}

} // namespace

std::vector<FunctionDescription> function_descriptions() {
    std::vector<FunctionDescription> descriptions;
    for (const Function& function : functions())
        descriptions.push_back(description_of(function));
    return descriptions;
}

} // namespace vow::cfengine
