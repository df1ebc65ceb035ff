#include "policy/cfengine/checking/notation.h"

#include "policy/cfengine/functions/text/mustache.h"
#include "policy/cfengine/values/data_text.h"
#include "protocol/data/yaml.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

using Fault = std::optional<NotationFault>;

/// The part of a variant that is an error, with the byte at which it is.
template <class Error, class Parsed>
Fault fault_in(const Parsed& parsed) {
    const auto* error = std::get_if<Error>(&parsed);
    return error == nullptr ? Fault() : NotationFault{error->message, error->offset};
}

Fault regex_fault(std::string_view text, RegexCache& regexes) {
    return fault_in<RegexError>(regexes.find(std::string(text)));
}

/// Bare names stand for variables, which are known only when the policy runs.
Fault json_fault(std::string_view text, RegexCache&) {
    return fault_in<DataError>(parse_tolerant_json(text, [](std::string_view) {
        return Data::string("");
    }));
}

Fault yaml_fault(std::string_view text, RegexCache&) {
    return fault_in<YamlError>(parse_yaml(text));
}

Fault template_fault(std::string_view text, RegexCache&) {
    return fault_in<TemplateError>(read_template(text));
}

Fault class_fault(std::string_view text, RegexCache&) {
    const auto error = class_syntax_error(text);
    if (!error || error->after_expression) return {}; // the reference reads it up to there
    const std::string_view rest = text.substr(error->offset);
    return NotationFault{
        rest.empty() ? "it ends too early" : "unexpected '" + std::string(rest.substr(0, 1)) + "'",
        error->offset};
}

Fault format_fault(std::string_view text, RegexCache&) {
    for (auto percent = text.find('%'); percent != text.npos;) {
        auto at = text.find_first_not_of("-+ #0123456789.", percent + 1);
        at = std::min(at, text.size());
        const bool is_doubled = text.substr(percent + 1).starts_with('%');
        const bool is_known =
            at < text.size() && std::string_view("doxfsS").find(text[at]) != std::string_view::npos;
        if (!is_doubled && !is_known) {
            return NotationFault{
                "'" + std::string(text.substr(percent, at + 1 - percent)) +
                    "' is none of %d, %o, %x, %f, %s, %S and %%",
                percent};
        }
        percent = text.find('%', is_doubled ? percent + 2 : at);
    }
    return {};
}

struct Notation {
    ParameterKind kind;
    std::string_view name;
    Fault (*fault)(std::string_view text, RegexCache& regexes);
};

constexpr Notation notations[] = {
    {ParameterKind::regular_expression, "a regular expression", regex_fault},
    {ParameterKind::json_text, "JSON", json_fault},
    {ParameterKind::yaml_text, "YAML", yaml_fault},
    {ParameterKind::printf_format, "a format", format_fault},
    {ParameterKind::mustache_template, "a Mustache template", template_fault},
    {ParameterKind::condition, "a class expression", class_fault},
};

const Notation* find_notation(ParameterKind kind) {
    const auto* found = std::ranges::find(notations, kind, &Notation::kind);
    return found == std::end(notations) ? nullptr : found;
}

} // namespace

std::optional<NotationFault>
notation_fault(std::string_view text, ParameterKind kind, RegexCache& regexes) {
    const Notation* notation = find_notation(kind);
    return notation == nullptr ? Fault() : notation->fault(text, regexes);
}

std::string_view notation_of(ParameterKind kind) {
    const Notation* notation = find_notation(kind);
    return notation == nullptr ? std::string_view() : notation->name;
}

} // namespace vow::cfengine
