#include "policy/cfengine/editing/edit_steps.h"

#include "policy/cfengine/editing/edited_file.h"
#include "policy/cfengine/editing/file_template.h"
#include "policy/cfengine/promises/bundle_call.h"
#include "policy/cfengine/promises/kept_promise.h"
#include "policy/cfengine/promises/outcome_classes.h"
#include "protocol/promise/settings.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {
namespace {

/// The attributes that say how the text is edited, which the keeper of `files` is not told.
constexpr std::array<std::string_view, 6> edit_attributes = {
    "edit_defaults",
    "edit_line",
    "edit_template",
    "edit_template_string",
    "template_data",
    "template_method"};

Attributes plain_attributes(const Attributes& attributes) {
    Attributes plain;
    for (const Attribute& attribute : attributes) {
        if (!std::ranges::count(edit_attributes, attribute.name))
            plain.set(attribute.name, attribute.value);
    }
    return plain;
}

void add(Outcome& whole, const Outcome& part) {
    whole.verdicts.add(part.verdicts);
    whole.duration += part.duration;
}

/// The promise without its edit. What comes of it is known to the edit: that its file was made.
Outcome keep_plain(PromiseRound& round, const PromiseType& type, Attributes plain) {
    if (plain.empty()) return Outcome::of(Verdict::kept);
    Outcome outcome = keep_part_of(round, type, std::move(plain));
    if (outcome.result() != Verdict::kept) define_outcome_classes(round, outcome.verdicts);
    return outcome;
}

/// The call of the promised edit bundle; none, with the error logged, when it cannot be called.
std::optional<EditedFile::Call> line_edit(PromiseRound& round, const BundleUse& use) {
    const std::string name = round.expander().text(use.name).text;
    const Bundle* bundle = round.evaluation().program().find_bundle(
        "edit_line", name, round.frame().bundle.name_space
    );
    if (bundle == nullptr) {
        edit_failed(round, "Edit bundle '" + name + "' is not defined");
        return {};
    }
    auto arguments = arguments_of(round.expander(), *bundle, use.arguments);
    if (!arguments) return {};
    tell_missing_lists(round.expander(), *bundle, use.arguments);
    return EditedFile::Call{*bundle, std::move(*arguments)};
}

/// What a Mustache template makes is the file's whole text.
Outcome keep_rendered(
    PromiseRound& round,
    const PromiseType& type,
    const TemplateUse& use,
    const EditDefaults& defaults,
    Attributes plain
) {
    const auto rendered = rendered_text(round, use);
    if (const auto* text = std::get_if<std::string>(&rendered)) {
        plain.set("edited", edited_attribute(round, use, defaults, *text));
        return keep_part_of(round, type, std::move(plain));
    }
    Outcome outcome = keep_plain(round, type, std::move(plain));
    add(outcome, edit_failed(round, std::get<TemplateFailure>(rendered).message));
    return outcome;
}

/// Whether there is nothing to edit, and the policy wants it so.
bool is_absent_by_will(PromiseRound& round, const Attributes& plain) {
    const std::string* create = plain.text("create");
    if (create == nullptr || is_true(*create)) return false;
    Host& host = round.evaluation().world().host;
    return !host.may(Access::exists, round.promiser());
}

using MadeBundle = std::variant<TemplateBundle, TemplateFailure>;

/// The bundles that edit the file, in order; none, with the error logged, when one is missing.
std::optional<std::vector<EditedFile::Call>>
edit_calls(PromiseRound& round, const std::optional<MadeBundle>& of_template) {
    std::vector<EditedFile::Call> calls;
    const Expression* edit = round.statement().find("edit_line");
    if (const auto* use = edit ? std::get_if<BundleUse>(&edit->node) : nullptr) {
        auto call = line_edit(round, *use);
        if (!call) return {};
        calls.push_back(std::move(*call));
    }
    if (!of_template) return calls;
    if (const auto* failure = std::get_if<TemplateFailure>(&*of_template)) {
        edit_failed(round, failure->message);
        return {};
    }
    calls.push_back({std::get<TemplateBundle>(*of_template).bundle, {}});
    return calls;
}

/// Lines are edited by bundles: by the one promised, by the one a template stands for, or both.
Outcome keep_line_edits(
    PromiseRound& round,
    const PromiseType& type,
    const TemplateUse& use,
    EditDefaults defaults,
    Attributes plain
) {
    std::optional<MadeBundle> of_template;
    if (use.method == TemplateUse::Method::cfengine) {
        of_template = bundle_of(round, use);
        defaults.empty_first = true;
        defaults.inherit = true;
        const bool creates = std::holds_alternative<TemplateBundle>(*of_template);
        if (creates && !plain.find("create")) plain.set("create", "true");
    }
    const bool nothing_to_edit = is_absent_by_will(round, plain);
    Outcome outcome = keep_plain(round, type, std::move(plain));
    if (outcome.result() > Verdict::repaired) return outcome;
    if (nothing_to_edit) {
        round.evaluation().log(
            LogLevel::verbose, "Cannot render file '" + round.promiser() + "': file does not exist"
        );
        return outcome;
    }
    auto calls = edit_calls(round, of_template);
    if (!calls)
        outcome.verdicts.add(Verdict::not_kept);
    else if (!calls->empty())
        add(outcome, EditedFile(round, type, defaults).edit(std::move(*calls)));
    return outcome;
}

} // namespace

bool edits_text(const PromiseRound& round) {
    return round.statement().find("edit_line") || round.statement().find("edit_template") ||
           round.statement().find("edit_template_string");
}

Outcome keep_edited(PromiseRound& round, const PromiseType& type, const Attributes& attributes) {
    const EditDefaults defaults = EditDefaults::from(attributes);
    const TemplateUse use = TemplateUse::of(attributes);
    Attributes plain = plain_attributes(attributes);
    if (use.method == TemplateUse::Method::mustache)
        return keep_rendered(round, type, use, defaults, std::move(plain));
    return keep_line_edits(round, type, use, defaults, std::move(plain));
}

} // namespace vow::cfengine
