#include "policy/cfengine/editing/edited_file.h"

#include "policy/cfengine/editing/edit_session.h"
#include "policy/cfengine/functions/text/digest.h"
#include "policy/cfengine/promises/bundle_call.h"
#include "policy/cfengine/promises/kept_promise.h"

namespace vow::cfengine {
namespace {

constexpr std::size_t most_bytes = 1U << 30U;

} // namespace

Outcome edit_failed(PromiseRound& round, const std::string& message) {
    round.evaluation().log(LogLevel::error, message);
    round.evaluation().log(
        LogLevel::error,
        "Errors encountered when actuating files promise '" + round.promiser() + "'"
    );
    return Outcome::of(Verdict::not_kept);
}

Outcome EditedFile::edit(std::vector<Call> calls) {
    const auto before = evaluation().world().host.read_file(round_.promiser(), most_bytes);
    if (!before) {
        return edit_failed(
            round_,
            "File '" + round_.promiser() + "' was marked for editing but could not be opened"
        );
    }
    if (defaults_.most_bytes > 0 && before->size() > defaults_.most_bytes) {
        return edit_failed(
            round_,
            "File '" + round_.promiser() + "' is bigger than the edit limit max_file_size = " +
                std::to_string(defaults_.most_bytes) + " bytes"
        );
    }
    const auto join =
        defaults_.join_lines ? LineBuffer::Join::continued_lines : LineBuffer::Join::no;
    EditSession session{
        .file = round_.promiser(),
        .lines = LineBuffer(defaults_.empty_first ? std::string_view() : *before, join)};
    const std::string untouched = LineBuffer(*before, join).text();
    name_file();
    Verdicts edits;
    for (Call& call : calls)
        edits.add(run(call, session));
    Outcome outcome = save(session, *before, untouched);
    if (edits.worst() > Verdict::repaired) outcome.verdicts.add(Verdict::not_kept);
    return outcome;
}

Verdict EditedFile::run(Call& call, EditSession& session) {
    Frame frame{
        .bundle = call.bundle,
        .caller = &round_.frame(),
        .inherit = defaults_.inherit ? Inherit::classes : Inherit::nothing,
        .promiser = round_.promiser(),
        .editing = &session,
        .depth = round_.frame().depth + 1};
    call_bundle(evaluation(), frame, std::move(call.arguments));
    return frame.verdicts.worst();
}

/// $(edit.filename) and $(edit.empty_before_use), while the bundle runs.
void EditedFile::name_file() {
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

Outcome EditedFile::save(
    const EditSession& session, const std::string& before, const std::string& untouched
) {
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
    return keep_part_of(round_, type_, edited);
}

} // namespace vow::cfengine
