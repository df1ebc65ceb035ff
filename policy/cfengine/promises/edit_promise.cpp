#include "policy/cfengine/editing/edit_session.h"
#include "policy/cfengine/editing/line_editor.h"
#include "policy/cfengine/editing/xml/xml_editor.h"
#include "policy/cfengine/promises/completion.h"
#include "policy/cfengine/promises/custom_type.h"
#include "policy/cfengine/promises/follower.h"
#include "policy/cfengine/promises/module_attributes.h"
#include "policy/cfengine/promises/promise_lock.h"
#include "policy/cfengine/promises/promise_run.h"

#include <array>

namespace vow::cfengine {
namespace {

/// The evaluation as an edit promise sees it while it is kept.
class RoundSurroundings : public EditSurroundings {
public:
    explicit RoundSurroundings(PromiseRound& round) : round_(round) {}

    bool uses_words_of_reference() const override {
        return round_.run().control.manner.uses_words_of_reference;
    }
    RegexCache& regexes() override { return round_.run().regexes; }
    Answer<std::string> read_file(const std::string& path) override {
        Host& host = round_.run().world.host;
        return round_.run().control.manner.follows_planted_links
                   ? vow::read_whole_file(host, path)
                   : read_whole_guarded_file(host, path);
    }
    std::string expanded(std::string_view text) override {
        return round_.expander().text_at_run_time(text).text;
    }
    std::string replacement(std::string_view value, const Match& match) override {
        std::vector<std::string> groups;
        for (const auto& group : match.groups())
            groups.emplace_back(group.value_or(""));
        const auto bound = round_.expander().with_match(list_of(std::move(groups)));
        return round_.expander().text_at_run_time(value).text;
    }

private:
    PromiseRound& round_;
};

/// Equal promises are kept once in a file. But with preserve_all_lines equal lines may repeat:
/// their promises differ by where they are written.
std::uint64_t identity_in_file(PromiseRound& round, const Attributes& attributes) {
    const std::string* type = attributes.text("insert_type");
    if (!type || *type != "preserve_all_lines") return round.identity(attributes);
    Attributes with_line = attributes;
    with_line.set("line", std::to_string(round.statement().span.position().line));
    return round.identity(with_line);
}

/// Of the promise in that file, among all of the run.
std::uint64_t identity_in_run(std::uint64_t identity, const EditSession& session) {
    Identity made;
    made.add(session.file);
    made.add(identity);
    return made.value();
}

/// Returns true also for an edit by another promise of the run about that file, with the manner
/// that makes equal edits once.
bool was_made(PromiseRound& round, std::uint64_t identity, const EditSession& session) {
    if (session.done.contains(identity)) return true;
    return round.run().control.manner.makes_equal_edits_once &&
           round.run().kept.was_begun(identity_in_run(identity, session));
}

void note_made(PromiseRound& round, std::uint64_t identity, EditSession& session) {
    session.done.insert(identity);
    round.run().kept.begin_once(identity_in_run(identity, session));
}

EditResult keep_edit(PromiseRound& round, EditSession& session, const Promise& promise) {
    RoundSurroundings around(round);
    const bool is_dry = promise.terms.policy == Terms::Policy::dry_run;
    const auto pretence =
        is_dry && !around.uses_words_of_reference() ? Pretence::yes : Pretence::no;
    if (auto* document = std::get_if<XmlDocument>(&session.content))
        return XmlEditor(session.file, *document, around.regexes(), pretence).keep(promise);
    return LineEditor(session.file, std::get<LineBuffer>(session.content), around).keep(promise);
}

/// An error with the place of the edit: the outcome of the file is shown at the place of its own
/// promise.
std::string located(PromiseRound& round, const std::string& error) {
    if (round.run().control.manner.uses_words_of_reference) return error;
    const Origin origin = round.expander().origin();
    return error + "; the edit is at " + origin.file + ":" + std::to_string(origin.line);
}

/// In an action body, $(this.promiser) is the edit's own promiser; elsewhere it is the file.
ActionTerms terms_of_edit(PromiseRound& round) {
    const auto named = round.expander().with_promiser(round.promiser());
    return action_terms(round);
}

} // namespace

void run_edit(PromiseRound& round) {
    EditSession* session = round.frame().editing;
    const PromiseType* type = promise_type_of(round);
    if (session == nullptr || type == nullptr) return;
    Attributes attributes = module_attributes(round).attributes;
    complete_edit_attributes(round, attributes);
    const std::uint64_t identity = identity_in_file(round, attributes);
    if (was_made(round, identity, *session)) return;
    const ActionTerms action = terms_of_edit(round);
    const Promise promise{
        .type = type,
        .promiser = round.promiser(),
        .attributes = std::move(attributes),
        .origin = round.expander().origin(),
        .terms = action.terms};
    const EditResult result = keep_edit(round, *session, promise);
    // A later promise may insert the lines it looks for.
    if (result.undecided && !round.is_last_pass()) return;
    note_made(round, identity, *session);
    const Outcome& outcome = result.outcome;
    if (outcome.verdicts.has(Verdict::repaired) || outcome.would_repair())
        session->has_edits = true;
    for (const auto& [level, text] : result.log) {
        if (level == LogLevel::info)
            session->changes.push_back(text);
        else
            round.run().log(level, level == LogLevel::error ? located(round, text) : text);
    }
    conclude(round, result.outcome);
    // The reference has no log for edits of lines.
    if (std::holds_alternative<XmlDocument>(session->content))
        log_result(round.run(), action.log, result.outcome.verdicts, action.terms);
    if (result.outcome.would_repair())
        expect_repair(round, std::array{"files '" + round.frame().promiser + "'"});
}

} // namespace vow::cfengine
