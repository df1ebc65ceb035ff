#pragma once

#include "policy/cfengine/functions/text/mustache.h"

#include <vector>

namespace vow::cfengine {

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
