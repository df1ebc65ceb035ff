#pragma once

#include "policy/cfengine/editing/edit_defaults.h"
#include "policy/cfengine/promises/promise_run.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace vow::cfengine {

/// What a `files` promise says of a template that its text comes from.
struct TemplateUse {
    enum class Method { none, cfengine, mustache };

    Method method = Method::none;
    std::string path = {};                   ///< of the template file; empty: the text is given
    std::string text = {};                   ///< of an inline template
    std::optional<AttributeValue> data = {}; ///< none: everything that is known

    static TemplateUse of(const Attributes& files_promise);
};

/// Why a template could not be used.
struct TemplateFailure {
    std::string message;
};

/// The text that a Mustache template makes with its data.
std::variant<std::string, TemplateFailure>
rendered_text(PromiseRound& round, const TemplateUse& use);

/// A CFEngine template as the edit bundle it stands for, one insertion a block, with the text that
/// the bundle points into.
struct TemplateBundle {
    std::unique_ptr<SourceText> source;
    Bundle bundle;
};

std::variant<TemplateBundle, TemplateFailure>
bundle_of(PromiseRound& round, const TemplateUse& use);

/// The `edited` attribute of `files` for a text that was rendered (its README, "edited").
Data edited_attribute(
    const PromiseRound& round,
    const TemplateUse& use,
    const EditDefaults& defaults,
    const std::string& text
);

} // namespace vow::cfengine
