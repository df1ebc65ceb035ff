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
    std::uint32_t begin = 0; ///< where it stands in the template, in bytes
};

/// Why a text is no template; `message` begins after "Template file 'F' ".
struct BadTemplate {
    std::string message;
};

/// Takes a template of method `cfengine` apart. `[%CFEngine CLASSES:: %]` on a line of its own lets
/// the lines that follow through only where the classes hold, which `holds` is asked for; lines
/// from `[%CFEngine BEGIN %]` to `[%CFEngine END %]` make one block, every other line is a block.
std::variant<std::vector<TemplateBlock>, BadTemplate>
read_cfengine_template(std::string_view text, const std::function<bool(std::string_view)>& holds);

} // namespace vow::cfengine
