#include "policy/cfengine/program/compile.h"
#include "policy/cfengine/vocabulary/literal.h"
#include "protocol/text/number.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

std::string_view integer_error(std::string_view text, std::string_view range, RegexCache& regexes) {
    if (type_error(text, ValueKind::integer, range, regexes).empty()) return {};
    return integer_from(text) ? "Integer is out of range" : "Cannot parse value as integer";
}

std::string_view real_error(std::string_view text, std::string_view range, RegexCache& regexes) {
    if (type_error(text, ValueKind::real, range, regexes).empty()) return {};
    return real_from(text) ? "Real value is out of range" : "Cannot parse value as real";
}

std::string_view text_error(std::string_view text, std::string_view range, RegexCache& regexes) {
    if (range.empty() || type_error(text, ValueKind::string, range, regexes).empty()) return {};
    return text.empty() ? "Empty scalar value is out of range" : "Scalar value is out of range";
}

std::string_view option_error(std::string_view text, std::string_view range, RegexCache& regexes) {
    if (type_error(text, ValueKind::option, range, regexes).empty()) return {};
    return "Selection is out of bounds";
}

std::string_view
parameter_error(std::string_view text, const Parameter& parameter, RegexCache& regexes) {
    switch (parameter.kind) {
    case ParameterKind::integer: return integer_error(text, parameter.range, regexes);
    case ParameterKind::real: return real_error(text, parameter.range, regexes);
    case ParameterKind::option: return option_error(text, parameter.range, regexes);
    case ParameterKind::text: return text_error(text, parameter.range, regexes);
    case ParameterKind::regular_expression:
    case ParameterKind::json_text:
    case ParameterKind::yaml_text:
    case ParameterKind::printf_format:
    case ParameterKind::mustache_template:
    case ParameterKind::path:
    case ParameterKind::condition:
    case ParameterKind::collection:
    case ParameterKind::variable:
    case ParameterKind::mapped: return {};
    }
    return {};
}

} // namespace

std::string argument_error(const Function& function, const ast::Call& call) {
    if (function.parameters.empty()) return {};
    RegexCache regexes;
    for (std::size_t index = 0; index < call.arguments.size(); ++index) {
        const auto text = literal_text(call.arguments[index]);
        if (!text) continue;
        const std::size_t last = function.parameters.size() - 1;
        const Parameter& parameter = function.parameters[std::min(index, last)];
        const std::string_view why = parameter_error(*text, parameter, regexes);
        if (why.empty()) continue;
        return "In function '" + std::string(function.name) + "', error in variable '" +
               std::string(*text) + "', '" + std::string(why) + "'";
    }
    return {};
}

} // namespace vow::cfengine
