#pragma once

#include "policy/cfengine/editing/edit_session.h"
#include "policy/cfengine/program/program.h"
#include "policy/cfengine/program/surroundings.h"
#include "protocol/promise/promise.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
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

/// The template that a `files` promise takes its text from.
struct TemplateUse {
    enum class Method { none, cfengine, mustache };

    Method method = Method::none;
    std::string path = {};                   ///< of the template file; empty if it is inline
    std::string text = {};                   ///< of an inline template
    std::optional<AttributeValue> data = {}; ///< nullopt: the whole state of the evaluation

    static TemplateUse of(const Attributes& files_promise);
};

/// Why a template could not be used.
struct TemplateFailure {
    enum class Harm { to_text, to_promise }; ///< to_promise: not even the file may be created

    std::string message;
    Harm harm = Harm::to_text;
};

/// Renders a Mustache template. `file` is the one that receives the text.
std::variant<std::string, TemplateFailure>
rendered_text(Surroundings& around, const std::string& file, const TemplateUse& use);

/// A CFEngine template as an equivalent edit bundle, with one insertion for each block. The bundle
/// points into the source.
struct TemplateBundle {
    std::unique_ptr<SourceText> source;
    Bundle bundle;
};

std::variant<TemplateBundle, TemplateFailure> template_bundle(
    Surroundings& around, Names& names, const std::string& file, const TemplateUse& use
);

/// The `edited` attribute of a `files` promise for a rendered text (see the module's README).
Data edited_attribute(
    const std::string& file,
    const TemplateUse& use,
    const EditDefaults& defaults,
    const std::string& text
);

} // namespace vow::cfengine
