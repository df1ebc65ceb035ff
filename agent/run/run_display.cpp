#include "agent/run/run_display.h"

#include "agent/explain/explanation.h"
#include "protocol/data/conversion.h"
#include "protocol/promise/change.h"
#include "protocol/text/shown_text.h"

#include <cstdio>
#include <utility>

#include <unistd.h>

namespace vow::agent {
namespace {

/// How long a bundled module may take before its promise is named.
std::optional<std::chrono::seconds> patience_of(const Options& options) {
    if (options.personality != Personality::vow) return std::nullopt;
    return std::chrono::ceil<std::chrono::seconds>(options.limits.notice);
}

} // namespace

RunDisplay::RunDisplay(const Options& options, const Stop& stop)
    : options_(options),
      output_(STDOUT_FILENO, buffering_for(STDOUT_FILENO)),
      crash_report_(output_, patience_of(options)),
      log_(
          options.console.level,
          has_voice() ? Places::no : options.console.places,
          options.log.syslog.facility
      ),
      live_view_(output_),
      tally_(counts_skipped() ? Tally::Skipped::counted : Tally::Skipped::ignored) {
    observers_.set_log_level(options.console.level);
    add_sinks();
    if (has_voice())
        observers_.add(voice_.emplace(
            log_,
            stop,
            Voice::Style{
                .lines = options.console.promise_lines,
                .diffs = options.console.diffs,
                .colored = colored()}
        ));
    else
        observers_.add(log_);
    if (has_live_view()) {
        observers_.add(live_view_);
        live_view_.start();
    }
    observers_.add(crash_report_);
    observers_.add(tally_);
    if (options.show_classes || options.show_variables) observers_.add(defined_names_);
    if (has_plan()) observers_.add(plan_.emplace());
    if (!options.explained.empty()) observers_.add(recording_.emplace());
    const bool wants_lines = options.has_log_level && options.console.level >= LogLevel::info;
    if (options.is_plan && !wants_lines) log_.leave_promises_to_plan();
}

void RunDisplay::begin_events(const Data& start) {
    event_file_.emplace(options_.events, options_.console.level);
    event_file_->events().run_started(start);
    observers_.add(event_file_->events());
}

void RunDisplay::add_sinks() {
    const LogSettings& log = options_.log;
    // Events, the document of a check, or an explanation have standard output to themselves.
    const bool is_document =
        !options_.explained.empty() ||
        (options_.command == Options::Command::check && options_.format != Format::text);
    if (!options_.has_document_output() && !is_document)
        log_.add(make_console_sink(output_, options_.console));
    if (!log.file.path.empty()) log_.add(make_file_sink(log.file));
    if (log.syslog.wanted == Wanted::yes) log_.add(make_syslog_sink(log.syslog, log.program));
    if (log.journal.wanted == Wanted::yes) log_.add(make_journal_sink(log.journal, log.program));
}

// --- what the command line wants ---

bool RunDisplay::has_live_view() const {
    return can_move_cursor(output_.descriptor()) && options_.personality == Personality::vow &&
           options_.keeps_promises();
}

bool RunDisplay::is_watched() const {
    return has_live_view() || !options_.events.empty();
}

bool RunDisplay::has_voice() const {
    return options_.personality == Personality::vow && options_.keeps_promises() &&
           !options_.is_plan;
}

bool RunDisplay::has_plan() const {
    const bool is_dry = options_.keeps_promises() && options_.personality == Personality::vow &&
                        (options_.run.policy == Terms::Policy::dry_run || options_.in_sandbox);
    const bool is_looked_for =
        options_.is_plan || options_.has_detailed_exit || !options_.events.empty();
    return is_dry && is_looked_for;
}

bool RunDisplay::has_summary() const {
    return has_voice() || (options_.personality == Personality::vow &&
                           (options_.console.level >= LogLevel::info || output_.is_interactive()));
}

bool RunDisplay::counts_skipped() const {
    return has_summary() || !options_.events.empty();
}

Colored RunDisplay::colored() const {
    return is_colored(options_.console.color, output_.descriptor()) ? Colored::yes : Colored::no;
}

// --- lines and texts ---

void RunDisplay::log_now(LogLevel level, std::string_view line) {
    if (!observers_.wants(level)) return;
    observers_.receive(LogLine{level, line});
    log_.flush();
}

void RunDisplay::show(const LooseChanges& loose) {
    const std::vector<Change> changes = secrets().masked(Outcome{.changes = loose.changes}).changes;
    if (plan_) plan_->add_loose(loose.during, changes);
    const Data members =
        Data::object({{"during", array_of(loose.during)}, {"changes", data_from(changes)}});
    observers_.receive(LanguageEvent{"changes", members});
}

void RunDisplay::print(const std::string& text) {
    const std::string masked = secrets().masked(text);
    output_.write(output_.is_interactive() ? shown(masked, LineEnds::kept) : masked);
}

// --- the end of a run ---

void RunDisplay::show_defined_names(Policy& policy) {
    if (!options_.show_classes && !options_.show_variables) return;
    const ListedNames listed = policy.listed_names();
    if (options_.show_classes) print(defined_names_.class_table(listed, *options_.show_classes));
    if (options_.show_variables)
        print(defined_names_.variable_table(listed, *options_.show_variables));
}

void RunDisplay::show_plan() {
    if (!plan_ || !options_.is_plan || options_.has_document_output()) return;
    log_.flush();
    output_.write(plan_->text(colored()));
}

bool RunDisplay::show_explanation(const Policy& policy, Facts& facts) {
    const std::vector<OutlinePart> outline = policy.outline();
    const Clues clues(*recording_, outline, facts);
    const std::vector<Explanation> found = explain(options_.explained, clues);
    const bool is_document = options_.format == Format::json;
    print(is_document ? shown_json(json_text(data_of(found))) + "\n" : text_of(found));
    if (!found.empty()) return true;
    const std::string nearest = suggestion_among(options_.explained, clues);
    const std::string message = "vow: '" + options_.explained + "' is nothing that '" +
                                options_.subject + "' defines or promises" +
                                (nearest.empty() ? "" : ": " + nearest);
    std::fprintf(stderr, "%s\n", shown(secrets().masked(message)).c_str());
    return false;
}

void RunDisplay::conclude(const std::string& summary) {
    if (voice_) return voice_->conclude(summary);
    observers_.receive(LogLine{LogLevel::info, summary});
}

void RunDisplay::flush() {
    log_.flush();
    output_.flush();
}

int RunDisplay::end(int exit_status, const Data& details) {
    if (!event_file_) return exit_status;
    std::vector<Data::Member> members(details.members().begin(), details.members().end());
    if (options_.keeps_promises()) members.emplace_back("totals", tally_.totals());
    if (plan_) members.emplace_back("plan", plan_->totals());
    return event_file_->finished(exit_status, Data::object(std::move(members)));
}

} // namespace vow::agent
