#include "policy/cfengine/editing/edit_session.h"
#include "policy/cfengine/promises/custom_type.h"
#include "policy/cfengine/promises/kept_promise.h"
#include "policy/cfengine/promises/promise_terms.h"

namespace vow::cfengine {
namespace {

/// Files whose lines are inserted are read whole.
constexpr std::size_t most_bytes = 1U << 30U;

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

/// Equal promises are kept once in a file. But lines that are all to be preserved may repeat: those
/// are told apart by where they stand.
std::uint64_t identity_in_file(PromiseRound& round, const Attributes& attributes) {
    const std::string* type = attributes.text("insert_type");
    if (!type || *type != "preserve_all_lines") return identity_of(round, attributes);
    Attributes telling = attributes;
    telling.set("line", std::to_string(round.statement().span.position().line));
    return identity_of(round, telling);
}

} // namespace

void run_edit(PromiseRound& round) {
    EditSession* session = round.frame().editing;
    const PromiseType* type = promise_type_of(round);
    if (session == nullptr || type == nullptr) return;
    Resolved resolved = resolved_attributes(round);
    const std::uint64_t identity = identity_in_file(round, resolved.attributes);
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
