#pragma once

#include "protocol/data/data.h"
#include "protocol/promise/log_level.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow {

class Stop;

} // namespace vow

namespace vow::cfengine {

/// Why a template is invalid or cannot be rendered with the data.
struct TemplateError {
    std::string message;
    std::size_t offset = 0; ///< in bytes
    LogLevel level = LogLevel::error;
};

/// Renders a Mustache template: {{name}} escaped for HTML, {{{name}}} and {{&name}} unescaped,
/// {{#name}} and {{^name}} sections, {{! comments}}, {{=<% %>=}} delimiters; no partials. Beyond
/// Mustache: {{$name}} and {{%name}} are compact and pretty JSON, {{.}} is the current element,
/// {{@}} its key or index, -top- the whole data. A section over an object is rendered once with the
/// object as context or, if it uses {{@}}, once for each member. An unknown name is empty text; a
/// section over a text or number is an error, whether or not it would be rendered. Any closing tag
/// ends the innermost section. Throws Cancelled once the run is to end.
std::variant<std::string, TemplateError>
render_mustache(std::string_view text, const Data& data, const Stop& stop);

/// A parsed Mustache template, for mustache.cpp only.
struct TemplateNode {
    enum class Kind { text, variable, section, inverted_section };
    enum class Conversion { escaped, raw, compact, pretty };

    Kind kind;
    std::string_view text;                       ///< the text, or the name
    Conversion conversion = Conversion::escaped; ///< of a variable
    std::vector<TemplateNode> children = {};     ///< of a section
    bool uses_key = false;                       ///< the section contains a {{@}}
};

/// The nodes are views of `text`.
std::variant<std::vector<TemplateNode>, TemplateError> read_template(std::string_view text);

} // namespace vow::cfengine
