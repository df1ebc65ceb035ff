#include "policy/cfengine/evaluation/edit_steps.h"

#include "policy/cfengine/evaluation/bundle_call.h"
#include "policy/cfengine/evaluation/custom_type.h"
#include "policy/cfengine/evaluation/edit_session.h"
#include "policy/cfengine/evaluation/kept_promise.h"
#include "policy/cfengine/evaluation/outcome_classes.h"
#include "policy/cfengine/evaluation/promise_terms.h"
#include "policy/cfengine/functions/digest.h"

#include <array>

namespace vow::cfengine {
namespace {

constexpr std::size_t most_bytes = 1U << 30U;
constexpr std::array<std::string_view, 2> edit_attributes = {"edit_line", "edit_defaults"};

/// The promise without its edit.
Attributes plain_attributes(const Attributes& attributes) {
    Attributes plain;
    for (const Attribute& attribute : attributes) {
        const bool edits =
            attribute.name == edit_attributes[0] || attribute.name == edit_attributes[1];
        if (!edits) plain.set(attribute.name, attribute.value);
    }
    return plain;
}

Outcome failed(PromiseRound& round, const std::string& message) {
    round.evaluation().log(LogLevel::error, message);
    round.evaluation().log(
        LogLevel::error,
        "Errors encountered when actuating files promise '" + round.promiser() + "'"
    );
    return Outcome::of(Verdict::not_kept);
}

class EditedFile {
public:
    EditedFile(PromiseRound& round, const PromiseType& type, const Attributes& attributes)
        : round_(round),
          type_(type),
          defaults_(EditDefaults::from(attributes)) {}

    Outcome keep(const BundleUse& use) {
        const std::string name = round_.expander().text(use.name).text;
        const Bundle* bundle =
            evaluation().program().find_bundle("edit_line", name, round_.frame().bundle.name_space);
        if (bundle == nullptr) return failed(round_, "Edit bundle '" + name + "' is not defined");
        const auto before = evaluation().world().host.read_file(round_.promiser(), most_bytes);
        if (!before) {
            return failed(
                round_,
                "File '" + round_.promiser() + "' was marked for editing but could not be opened"
            );
        }
        if (defaults_.most_bytes > 0 && before->size() > defaults_.most_bytes) {
            return failed(
                round_,
                "File '" + round_.promiser() + "' is bigger than the edit limit max_file_size = " +
                    std::to_string(defaults_.most_bytes) + " bytes"
            );
        }
        return edit(*bundle, use.arguments, *before);
    }

private:
    Evaluation& evaluation() { return round_.evaluation(); }

    Outcome
    edit(const Bundle& bundle, const std::vector<Expression>& given, const std::string& before) {
        auto arguments = arguments_of(round_.expander(), bundle, given);
        if (!arguments) return Outcome::of(Verdict::not_kept);
        const auto join =
            defaults_.join_lines ? LineBuffer::Join::continued_lines : LineBuffer::Join::no;
        EditSession session{
            .file = round_.promiser(),
            .lines = LineBuffer(defaults_.empty_first ? std::string_view() : before, join)};
        const std::string untouched = LineBuffer(before, join).text();
        name_file();
        Frame frame{
            .bundle = bundle,
            .caller = &round_.frame(),
            .inherit = defaults_.inherit ? Inherit::classes : Inherit::nothing,
            .promiser = round_.promiser(),
            .editing = &session,
            .depth = round_.frame().depth + 1};
        call_bundle(evaluation(), frame, std::move(*arguments));
        Outcome outcome = save(session, before, untouched);
        const Verdict edits = frame.verdicts.gravest();
        if (edits > Verdict::repaired) outcome.verdicts.add(Verdict::not_kept);
        return outcome;
    }

    /// $(edit.filename) and $(edit.empty_before_use), while the bundle runs.
    void name_file() {
        Names& names = evaluation().names();
        const Symbol scope = names.symbol("edit");
        const Tags tags{"source=agent"};
        evaluation().define(
            scope, names.symbol("filename"), {}, {Value::string(round_.promiser()), tags}
        );
        evaluation().define(
            scope,
            names.symbol("empty_before_use"),
            {},
            {Value::string(defaults_.empty_first ? "true" : "false"), tags}
        );
    }

    Outcome
    save(const EditSession& session, const std::string& before, const std::string& untouched) {
        const std::string after = session.lines.text();
        if (after == untouched) return Outcome::of(Verdict::kept);
        for (const std::string& line : session.held)
            evaluation().log(LogLevel::info, line);
        const Attributes edited{
            {"edited",
             Data::object(
                 {{"content", Data::string(after)},
                  {"replaces", Data::string(hex_digest(before, "sha256").value_or(""))},
                  {"backup", Data::string(defaults_.backup)},
                  {"rotate", Data::integer(static_cast<std::int64_t>(defaults_.rotate))}}
             )}};
        return keep_round(round_, type_, edited);
    }

    PromiseRound& round_;
    const PromiseType& type_;
    EditDefaults defaults_;
};

/// What an edit promise may ask while it is kept.
class RoundSurroundings : public EditSurroundings {
public:
    explicit RoundSurroundings(PromiseRound& round) : round_(round) {}

    Regexes& regexes() override { return round_.evaluation().regexes(); }
    Answer<std::string> read_file(const std::string& path) override {
        return round_.evaluation().world().host.read_file(path, most_bytes);
    }
    std::string expanded(std::string_view text) override {
        return round_.expander().text_at_run_time(text).text;
    }
    std::string replacement(std::string_view value, const Match& match) override {
        Evaluation& evaluation = round_.evaluation();
        const Symbol scope = evaluation.names().symbol("match");
        int number = 0;
        for (const auto& group : match.groups()) {
            evaluation.define(
                scope,
                evaluation.names().symbol(std::to_string(number++)),
                {},
                {Value::string(std::string(group.value_or(""))), {"source=promise"}}
            );
        }
        return round_.expander().text_at_run_time(value).text;
    }

private:
    PromiseRound& round_;
};

} // namespace

Outcome keep_edited(PromiseRound& round, const PromiseType& type, Attributes attributes) {
    Outcome outcome = Outcome::of(Verdict::kept);
    if (Attributes plain = plain_attributes(attributes); !plain.empty()) {
        outcome = keep_round(round, type, std::move(plain));
        // The edit bundle sees that its file was just created.
        if (outcome.result() != Verdict::kept) define_outcome_classes(round, outcome.verdicts);
        if (outcome.result() > Verdict::repaired) return outcome;
    }
    const Expression* source = round.statement().find("edit_line");
    const auto* use = std::get_if<BundleUse>(&source->node);
    if (use == nullptr) return outcome;
    const Outcome edited = EditedFile(round, type, attributes).keep(*use);
    outcome.verdicts.add(edited.verdicts);
    return outcome;
}

void run_edit(PromiseRound& round) {
    EditSession* session = round.frame().editing;
    const PromiseType* type = promise_type_of(round);
    if (session == nullptr || type == nullptr) return;
    Resolved resolved = resolved_attributes(round);
    const std::uint64_t identity = identity_of(round, resolved.attributes);
    if (session->done.contains(identity)) return;
    const Promise promise{
        .type = type,
        .promiser = round.promiser(),
        .attributes = std::move(resolved.attributes),
        .origin = round.expander().origin(),
        .terms = terms_of(round)};
    RoundSurroundings around(round);
    const EditResult result = LineEditor(session->file, session->lines, around).keep(promise);
    // The lines it looks for may come with a later promise.
    if (result.undecided && !round.is_last_pass()) return;
    session->done.insert(identity);
    for (const auto& [level, text] : result.log) {
        if (level == LogLevel::info)
            session->held.push_back(text);
        else
            round.evaluation().log(level, text);
    }
    round.conclude(result.outcome.verdicts);
}

} // namespace vow::cfengine
