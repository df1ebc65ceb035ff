#include "policy/cfengine/expansion/evaluation_access.h"
#include "policy/cfengine/promises/completion.h"
#include "policy/cfengine/promises/edit_bundles.h"
#include "policy/cfengine/promises/kept_promise.h"
#include "policy/cfengine/promises/outcome_classes.h"
#include "policy/cfengine/promises/promise_lock.h"
#include "policy/cfengine/promises/unedited_part.h"
#include "policy/run/guarded.h"
#include "policy/run/promise_call.h"
#include "protocol/promise/settings.h"
#include "protocol/text/digest.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {
namespace {

constexpr std::size_t max_edited_bytes = 1U << 30U;

/// A `files` promise whose text is edited, while it is kept.
class EditedFile {
public:
    EditedFile(PromiseRound& round, const Promise& promise)
        : round_(round),
          promise_(promise),
          defaults_(
              EditDefaults::from(promise.attributes, round.run().control.files.max_edited_bytes)
          ),
          template_(TemplateUse::of(promise.attributes)) {}

    Outcome keep() {
        if (needs_planned_file()) return Outcome::unknown(Untold::unknown_value);
        if (edits_fifo()) return fail("Editing is not allowed on fifos");
        if (!is_selected()) return {};
        Attributes plain = without_edit(promise_.attributes);
        if (template_.method == TemplateUse::Method::mustache)
            return keep_rendered(std::move(plain));
        return keep_edits(std::move(plain));
    }

private:
    RunState& run() { return round_.run(); }

    bool edits_fifo() const;
    bool needs_planned_file();
    bool is_selected();
    Outcome keep_rendered(Attributes plain);
    Outcome keep_edits(Attributes plain);
    Outcome keep_plain(Attributes plain);
    Outcome keep_part_of(Attributes attributes);
    std::optional<std::string> text_before();
    Outcome edit(EditedAs as, std::vector<EditCall> calls);
    bool is_untouched(EditedAs as, const EditSession& session, const std::string& before) const;
    Outcome save(EditedAs as, const EditSession& session, const std::string& before);
    Outcome fail(const std::string& message);

    PromiseRound& round_;
    const Promise& promise_;
    EditDefaults defaults_;
    TemplateUse template_;
    /// The promise without its edit, while its file is still to be made with the edited text.
    std::optional<Attributes> making_;
};

Outcome EditedFile::fail(const std::string& message) {
    log_edit_failure(round_, message);
    return Outcome::of(Verdict::not_kept);
}

bool EditedFile::edits_fifo() const {
    const std::string* type = promise_.attributes.text("file_type");
    const bool has_edit = template_.method != TemplateUse::Method::none ||
                          promise_.attributes.find("edit_line") != nullptr;
    return type && *type == "fifo" && has_edit;
}

/// Whether a file that is to be edited, or the template, does not exist, but an earlier promise of
/// this dry run would make it. The keeper knows: then it cannot tell whether a promise about the
/// file would be kept.
bool EditedFile::needs_planned_file() {
    if (!plans_changes(run())) return false;
    const auto is_planned = [&](const std::string& path) {
        if (run().world.host.may(Access::exists, path)) return false;
        Promise about = promise_;
        about.promiser = path;
        about.attributes = {};
        return keep_part(run().world, std::move(about)).untold.has_value();
    };
    const std::string* source = promise_.attributes.text("edit_template");
    if (source != nullptr && is_planned(*source)) return true;
    const bool is_made = promise_.attributes.find("create") != nullptr ||
                         template_.method != TemplateUse::Method::none;
    return !is_made && is_planned(round_.promiser());
}

/// The module leaves out the outcome of a file that is not selected.
bool EditedFile::is_selected() {
    const AttributeValue* selection = promise_.attributes.find("file_select");
    if (selection == nullptr) return true;
    return !keep_part_of({{"file_select", *selection}}).verdicts.empty();
}

// --- steps of the module ---

Outcome EditedFile::keep_part_of(Attributes attributes) {
    Promise part = promise_;
    part.attributes = std::move(attributes);
    Outcome outcome = keep_part(run().world, part);
    define_results(round_, outcome);
    return outcome;
}

/// The promise without its edit. The edit bundle sees its outcome classes: that the file was
/// created.
Outcome EditedFile::keep_plain(Attributes plain) {
    if (plain.empty()) return {};
    Outcome outcome = keep_part_of(std::move(plain));
    const bool has_result = outcome.result() != Verdict::kept && !is_planned(round_, outcome);
    if (has_result) define_outcome_classes(round_, outcome.verdicts);
    return outcome;
}

Outcome EditedFile::keep_rendered(Attributes plain) {
    EvaluationAccess around(round_.expander());
    const auto rendered = rendered_text(around, round_.promiser(), template_);
    if (const auto* text = std::get_if<std::string>(&rendered)) {
        plain.set("edited", edited_attribute(round_.promiser(), template_, defaults_, *text));
        const bool is_new = !run().world.host.may(Access::exists, round_.promiser());
        Outcome outcome = keep_part_of(std::move(plain));
        // The reference makes the file, which it then finds as promised, and fills it.
        if (is_new && outcome.result() == Verdict::repaired)
            outcome.add(Outcome::of(Verdict::kept));
        return outcome;
    }
    const auto& failure = std::get<TemplateFailure>(rendered);
    if (failure.harm == TemplateFailure::Harm::to_promise) return fail(failure.message);
    Outcome outcome = keep_plain(std::move(plain));
    outcome.add(fail(failure.message));
    return outcome;
}

Outcome EditedFile::keep_edits(Attributes plain) {
    std::optional<TemplateResult> made;
    if (template_.method == TemplateUse::Method::cfengine) {
        EvaluationAccess around(round_.expander());
        made = template_bundle(around, run().names(), round_.promiser(), template_);
        defaults_.empty_first = true;
        defaults_.inherit = true;
        const bool creates = std::holds_alternative<TemplateBundle>(*made);
        if (creates && !plain.find("create")) plain.set("create", "true");
    }
    if (Settings(plain).holds("move_obstructions")) plain.set("edits", "true");
    const bool nothing_to_edit = is_meant_to_be_absent(round_, plain);
    if (!nothing_to_edit && !has_steps(plain)) plain = {};
    const bool makes_only_valid = plain.find("validate") != nullptr;
    Outcome outcome;
    if (is_made_with_its_text(round_, promise_, template_.method, plain))
        making_ = std::move(plain);
    else if (is_made_already(round_, plain))
        outcome = Outcome::of(Verdict::kept);
    else
        outcome = keep_plain(std::move(plain));
    // A file is edited whatever is still to change about its permissions.
    const bool would_edit =
        outcome.only_warned && run().world.host.may(Access::exists, round_.promiser());
    const bool has_failed = outcome.result() > Verdict::repaired && !is_planned(round_, outcome);
    if (has_failed && !would_edit) return outcome;
    if (nothing_to_edit) {
        run().log(
            LogLevel::verbose, "Cannot render file '" + round_.promiser() + "': file does not exist"
        );
        return outcome;
    }
    for (const EditedAs as : {EditedAs::lines, EditedAs::xml}) {
        auto calls = edit_calls(round_, as, made);
        if (!calls)
            outcome.add(Outcome::of(Verdict::not_kept));
        else if (!calls->empty())
            outcome.add(edit(as, std::move(*calls)));
    }
    const bool has_no_refusal = outcome.result() <= Verdict::repaired || !makes_only_valid;
    if (making_ && has_no_refusal) outcome.add(keep_plain(*std::exchange(making_, std::nullopt)));
    return outcome;
}

/// The text to edit; nullopt, with the failure logged, if there is none.
std::optional<std::string> EditedFile::text_before() {
    if (making_) return "";
    Host& host = run().world.host;
    auto text =
        within(max_edited_bytes, host.read_guarded_file(round_.promiser(), max_edited_bytes + 1));
    if (text) return *std::move(text);
    const bool is_there = host.may(Access::exists, round_.promiser());
    const std::string why = is_there ? ": " + text.why_not : "";
    fail("File '" + round_.promiser() + "' was marked for editing but could not be opened" + why);
    return std::nullopt;
}

/// Reads the file, lets the bundles edit it in turn, and has the module save the result.
Outcome EditedFile::edit(EditedAs as, std::vector<EditCall> calls) {
    std::optional<FileLock> lock;
    if (promise_.terms.changes_allowed()) lock.emplace(run().world, round_.promiser());
    const auto before = text_before();
    if (!before) return Outcome::of(Verdict::not_kept);
    if (defaults_.max_bytes > 0 && before->size() > defaults_.max_bytes) {
        return fail(
            "File '" + round_.promiser() + "' is bigger than the edit limit max_file_size = " +
            std::to_string(defaults_.max_bytes) + " bytes"
        );
    }
    auto content =
        content_from(defaults_.empty_first ? std::string_view() : *before, as, defaults_);
    if (const auto* failure = std::get_if<XmlFailure>(&content))
        return fail("Unable to load XML document '" + round_.promiser() + "': " + failure->message);
    EditSession session{
        .file = round_.promiser(), .content = std::get<EditContent>(std::move(content))};
    // A template is an edit even if it has no lines.
    session.has_edits = template_.method == TemplateUse::Method::cfengine;
    const Outcome edits = run_edits(round_, std::move(calls), defaults_, session);
    Outcome outcome = save(as, session, *before);
    // With the reference, edits that fail leave the file's promise kept; those of XML always do.
    const bool counts = as == EditedAs::lines && !run().control.manner.ignores_failed_edits;
    // A plan makes the edits in memory: together they may leave the text as it is.
    const bool is_same_text =
        edits.only_warned && plans_changes(run()) && is_untouched(as, session, *before);
    if (counts && edits.result() > Verdict::repaired && !is_same_text) {
        outcome.add(edits.only_warned ? Outcome::warned() : Outcome::of(Verdict::not_kept));
    }
    return outcome;
}

/// Whether the edits have left the text as it was. A text that was emptied before them, and that
/// none of them changed, is not saved either.
bool EditedFile::is_untouched(EditedAs as, const EditSession& session, const std::string& before)
    const {
    if (!session.has_edits) return true;
    const auto untouched = content_from(before, as, defaults_);
    const auto* content = std::get_if<EditContent>(&untouched);
    return content != nullptr && text_of(*content) == text_of(session.content);
}

Outcome EditedFile::save(EditedAs as, const EditSession& session, const std::string& before) {
    if (is_untouched(as, session, before)) {
        if (making_) return keep_plain(*std::exchange(making_, std::nullopt));
        return Outcome::of(Verdict::kept);
    }
    const std::string after = text_of(session.content);
    for (const std::string& line : session.changes)
        run().log(LogLevel::info, line);
    const std::string edited = as == EditedAs::xml ? "Edited xml file '" : "Edited file '";
    const Data new_text = Data::object(
        {{"content", Data::string(after)},
         {"replaces", Data::string(sha256_of(before))},
         {"whole", Data::boolean(making_.has_value())},
         {"backup", Data::string(defaults_.backup)},
         {"rotate", Data::integer(static_cast<std::int64_t>(defaults_.rotate))},
         {"message", Data::string(edited + round_.promiser() + "'")}}
    );
    if (making_) {
        Attributes whole = *std::exchange(making_, std::nullopt);
        whole.set("edited", new_text);
        return keep_part_of(std::move(whole));
    }
    Attributes saving = {{"edited", new_text}};
    // An immutable file is changed by its own promise, and new text is validated as it is saved.
    for (const char* name : {"fsattrs", "validate"}) {
        if (const AttributeValue* value = promise_.attributes.find(name)) saving.set(name, *value);
    }
    return keep_part_of(std::move(saving));
}

} // namespace

bool edits_text(const PromiseRound& round) {
    if (round.kind() != PromiseKind::files) return false;
    const PromiseStatement& statement = round.statement();
    constexpr std::array<std::string_view, 5> edits = {
        "edit_defaults", "edit_line", "edit_template", "edit_template_string", "edit_xml"};
    return std::ranges::any_of(edits, [&](std::string_view name) {
        return statement.find(name) != nullptr;
    });
}

Outcome keep_edited(PromiseRound& round, const Promise& promise) {
    Observer& observer = round.run().world.observer;
    observer.receive(PromiseStarted{promise});
    Outcome outcome = Outcome::of(Verdict::error);
    try {
        outcome = guarded(
            [&] { return EditedFile(round, promise).keep(); },
            [&](const std::string& reason) {
                log_failure(round, reason);
                return Outcome::of(Verdict::error);
            }
        );
    } catch (...) { // a signal, or the policy, ends the run while it edits
        observer.receive(PromiseDone{promise, outcome});
        throw;
    }
    observer.receive(PromiseDone{promise, outcome});
    return outcome;
}

} // namespace vow::cfengine
