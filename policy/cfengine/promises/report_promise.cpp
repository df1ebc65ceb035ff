#include "policy/cfengine/promises/completion.h"
#include "policy/cfengine/promises/promise_lock.h"
#include "policy/cfengine/promises/promise_run.h"
#include "protocol/text/number.h"

#include <cstdlib>

namespace vow::cfengine {
namespace {

constexpr std::size_t max_file_bytes = 64U << 20U;

/// Of a file that is printed without a number of lines, as by the reference.
constexpr long long usual_printed_lines = 5;

/// Reports of equal text that differ in an attribute are different promises. Conditions that are
/// calls are all the same, since a report is made because they hold; one that is not known is
/// another.
Attributes identifying_attributes(PromiseRound& round) {
    Attributes attributes;
    for (const AttributeStatement& attribute : round.statement().attributes) {
        const bool is_call = std::holds_alternative<Boxed<FunctionCall>>(attribute.value.node);
        if (is_call && attribute.name != "with") {
            attributes.set(
                std::string(attribute.name), round.has_unknown_condition() ? "unknown" : "any"
            );
            continue;
        }
        const Evaluation value = round.expander().evaluate(attribute.value);
        if (const std::string* text = value.text())
            attributes.set(std::string(attribute.name), *text);
        else if (const List* list = value.list())
            attributes.set(std::string(attribute.name), **list);
        else if (const Data* data = value.data())
            attributes.set(std::string(attribute.name), *data);
        else
            attributes.set(std::string(attribute.name), std::string(attribute.value.span.text()));
    }
    return attributes;
}

/// Stores a result of the bundle for `useresult` of its caller, and in an array of the bundle.
void add_result(PromiseRound& round, const std::string& index, const std::string& text) {
    RunState& run = round.run();
    Frame& frame = round.frame();
    frame.results.emplace_back(index, text);
    run.variables.define(
        frame.bundle.qualified,
        run.names().symbol("last-result"),
        std::vector{index},
        {Value::string(text), {"source=bundle"}}
    );
}

/// Delivers a report: to the caller that wants results, to a file, or to the observers.
void deliver(PromiseRound& round, const std::string& line) {
    World& world = round.run().world;
    const auto index = round.text("bundle_return_value_index");
    if (index) return add_result(round, *index, line);
    if (const auto path = round.text("report_to_file")) {
        const std::string shown = round.run().secrets().masked(line);
        world.keeper.note_change();
        if (const auto failed = world.host.append_line(*path, shown)) {
            round.run().log(LogLevel::error, "Could not report to '" + *path + "': " + *failed);
        }
        return;
    }
    world.observer.receive(Report{line, round.run().scopes.current()});
}

/// Reports the lines of a file: all, the first N or, for a negative number, the last N.
void print_file(PromiseRound& round, const Data& body) {
    const Data* path = body.find("file_to_print");
    if (path == nullptr) return;
    Host& host = round.run().world.host;
    const std::string file(path->text());
    const auto read = round.run().control.manner.follows_planted_links
                          ? host.read_file(file, max_file_bytes)
                          : host.read_guarded_file(file, max_file_bytes);
    if (!read) {
        round.run().log(
            LogLevel::error,
            "Printing of file '" + std::string(path->text()) +
                "' was not possible. (fopen: " + read.why_not + ")"
        );
        return;
    }
    std::vector<std::string> lines;
    std::string_view rest = *read;
    while (!rest.empty()) {
        const auto end = std::min(rest.find('\n'), rest.size());
        lines.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    const Data* number = body.find("number_of_lines");
    const auto given = number ? integer_from(number->text()) : std::nullopt;
    const long long count = given.value_or(usual_printed_lines);
    const auto wanted = std::min(static_cast<std::size_t>(std::llabs(count)), lines.size());
    const std::size_t first = count < 0 ? lines.size() - wanted : 0;
    for (std::size_t line = first; line < first + wanted; ++line)
        deliver(round, lines[line]);
}

} // namespace

void run_report(PromiseRound& round) {
    // References that never resolve are reported as written (semantics 3.1).
    if (!round.is_promiser_resolved() && !round.is_last_pass())
        return round.expander().leave_open();
    // A result is reported for each call.
    if (round.statement().find("bundle_return_value_index")) {
        round.expander().leave_open();
        deliver(round, round.promiser());
        return conclude(round, {Verdict::kept});
    }
    const std::uint64_t identity = round.identity(identifying_attributes(round));
    if (!begin_once(round, identity)) return;
    const ActionTerms action = action_terms(round);
    auto lock = PromiseLock::take(round, identity, action);
    if (!lock) return;
    const bool has_body = round.statement().find("printfile") != nullptr;
    const Data body = has_body ? round.body("printfile") : Data();
    if (!action.terms.changes_allowed()) {
        const bool is_usual = action.terms.policy == Terms::Policy::dry_run &&
                              !round.run().control.manner.uses_words_of_reference;
        round.run().log(
            is_usual ? LogLevel::info : LogLevel::warning, // a report changes nothing
            "Need to repair reports promise: " + round.promiser()
        );
        return conclude(round, Outcome::warned());
    }
    if (body.size() == 0 || !round.promiser().empty()) deliver(round, round.promiser());
    if (body.size() > 0) print_file(round, body);
    conclude(round, {Verdict::kept});
    log_result(round.run(), action.log, {Verdict::kept}, action.terms);
    lock->note({Verdict::kept});
}

} // namespace vow::cfengine
