#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::cfengine {

/// Lines of a CFEngine template that are inserted together.
struct TemplateBlock {
    std::string text;        ///< without the newlines that end it
    std::uint32_t begin = 0; ///< its place in the template, in bytes
};

/// Why a text is not a valid template; `message` continues "Template file 'F' ".
struct BadTemplate {
    std::string message;
};

/// Splits a template of method `cfengine` into blocks. After `[%CFEngine CLASSES:: %]` on a line of
/// its own, lines are left out unless `holds` returns true for the classes. The lines from
/// `[%CFEngine BEGIN %]` to `[%CFEngine END %]` are one block, every other line is a block.
std::variant<std::vector<TemplateBlock>, BadTemplate>
read_cfengine_template(std::string_view text, const std::function<bool(std::string_view)>& holds);

} // namespace vow::cfengine
