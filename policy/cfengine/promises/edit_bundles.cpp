#include "policy/cfengine/promises/edit_bundles.h"

#include "policy/cfengine/promises/bundle_run.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

/// The call of the promised edit bundle; nullopt, with the error logged, when it cannot be called.
std::optional<EditCall>
promised_call(PromiseRound& round, std::string_view bundle_type, const BundleUse& use) {
    Expander& expander = round.expander();
    const std::string name = expander.text(use.name).text;
    const Bundle* bundle =
        round.run().program.find_bundle(bundle_type, name, round.frame().bundle.name_space);
    if (bundle == nullptr && round.run().control.manner.uses_words_of_reference) {
        round.run().log(LogLevel::error, "Did not find bundle '" + name + "' for edit operation");
        return {};
    }
    if (bundle == nullptr) {
        log_edit_failure(round, "Edit bundle '" + name + "' is not defined");
        return {};
    }
    auto arguments = arguments_of(expander, *bundle, use.arguments);
    if (!arguments) return {};
    log_missing_lists(round.run(), *bundle, *arguments);
    return EditCall{*bundle, std::move(arguments->values)};
}

/// $(edit.filename) and $(edit.empty_before_use), for the edit bundles.
void define_file_variables(PromiseRound& round, const EditDefaults& defaults) {
    Names& names = round.run().names();
    const auto define = [&](std::string_view name, std::string text) {
        round.run().variables.define(
            names.symbol("edit"),
            names.symbol(name),
            {},
            {Value::string(std::move(text)), {"source=agent"}}
        );
    };
    define("filename", round.promiser());
    define("empty_before_use", defaults.empty_first ? "true" : "false");
}

Outcome
run_call(PromiseRound& round, EditCall& call, const EditDefaults& defaults, EditSession& session) {
    Frame frame{
        .bundle = call.bundle,
        .caller = &round.frame(),
        .inherit = defaults.inherit ? Inherit::classes : Inherit::nothing,
        .promiser = round.promiser(),
        .editing = &session,
        .depth = round.frame().depth + 1};
    run_listed_bundle(round.run(), frame, std::move(call.arguments));
    return {.verdicts = {frame.verdicts.worst()}, .only_warned = !frame.failed};
}

/// Insertions may come from a file, which `insert_type` states.
bool is_plain_edit(const PromiseStatement& edit) {
    const bool is_plain_text = edit.find("insert_type") == nullptr;
    return is_plain_text && std::ranges::all_of(edit.attributes, [](const auto& attribute) {
               return is_plain(attribute.value);
           });
}

} // namespace

bool may_precede_file(PromiseRound& round) {
    if (round.statement().find(CommonAttribute::classes)) return false;
    const Expression* edit = round.statement().find("edit_line");
    const auto* use = edit ? boxed_if<BundleUse>(edit->node) : nullptr;
    if (use == nullptr || !std::ranges::all_of(use->arguments, is_plain)) return false;
    const Bundle* bundle = round.run().program.find_bundle(
        "edit_line", round.expander().text(use->name).text, round.frame().bundle.name_space
    );
    if (bundle == nullptr) return false;
    return std::ranges::all_of(bundle->sections, [](const Section& section) {
        return section.kind == PromiseKind::edit &&
               std::ranges::all_of(section.promises, is_plain_edit);
    });
}

std::optional<std::vector<EditCall>>
edit_calls(PromiseRound& round, EditedAs as, const std::optional<TemplateResult>& made) {
    std::vector<EditCall> calls;
    const std::string_view type = as == EditedAs::lines ? "edit_line" : "edit_xml";
    const Expression* edit = round.statement().find(type);
    if (const auto* use = edit ? boxed_if<BundleUse>(edit->node) : nullptr) {
        auto call = promised_call(round, type, *use);
        if (!call) return {};
        calls.push_back(std::move(*call));
    }
    if (!made || as == EditedAs::xml) return calls;
    if (const auto* failure = std::get_if<TemplateFailure>(&*made)) {
        log_edit_failure(round, failure->message);
        return {};
    }
    calls.push_back({std::get<TemplateBundle>(*made).bundle, {}});
    return calls;
}

Outcome run_edits(
    PromiseRound& round,
    std::vector<EditCall> calls,
    const EditDefaults& defaults,
    EditSession& session
) {
    define_file_variables(round, defaults);
    Outcome whole;
    for (EditCall& call : calls)
        whole.add(run_call(round, call, defaults, session));
    return whole;
}

void log_edit_failure(PromiseRound& round, const std::string& message) {
    round.run().log(LogLevel::error, message);
    round.run().log(
        LogLevel::error,
        "Errors encountered when actuating files promise '" + round.promiser() + "'"
    );
}

} // namespace vow::cfengine
