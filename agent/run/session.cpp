#include "agent/run/session.h"

#include "agent/explain/explanation.h"
#include "agent/machine/processors.h"
#include "agent/personality/program_classes.h"
#include "agent/personality/work_directory.h"
#include "agent/report/output.h"
#include "agent/run/run_start.h"
#include "policy/run/usage_error.h"
#include "protocol/data/conversion.h"
#include "protocol/promise/change.h"
#include "protocol/system/search_path.h"
#include "protocol/system/trust.h"
#include "protocol/text/shown_text.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <thread>

#include <unistd.h>

namespace vow::agent {
namespace {

std::string absolute(HostFiles& host, const std::string& path) {
    if (path.empty() || path.starts_with('/')) return path;
    const auto here = host.real_path(".");
    return here ? *here + "/" + path : path;
}

/// The name of the policy in events: an absolute path, unless it has none. However a path is
/// written, it has one name; only links may be a reason to leave a path as it is.
std::string policy_of(const Options& options, HostFiles& host) {
    if (!options.language.promise.empty()) return "command line";
    // A routine check is named by its inventory, which names its plans.
    const std::string& inventory = options.language.otterscript.inventory;
    const std::string written =
        absolute(host, options.subject.empty() ? inventory : options.subject);
    std::filesystem::path path = std::filesystem::path(written).lexically_normal();
    if (!path.has_filename()) path = path.parent_path(); // a slash at the end
    const bool is_same = host.real_path(path).value == host.real_path(written).value;
    return is_same ? path.native() : written;
}

/// How long a bundled module may take before its promise is named.
std::optional<std::chrono::seconds> patience_of(const Options& options) {
    if (options.personality != Personality::vow) return std::nullopt;
    return std::chrono::ceil<std::chrono::seconds>(options.limits.notice);
}

/// Most runs never need the number, for which files of the kernel are read.
std::function<int()> processes_for(const Options& options) {
    const int wanted = options.run.concurrency == Concurrency::none ? 1 : options.jobs.value_or(0);
    return [count = wanted]() mutable {
        if (count == 0) count = usable_processors();
        return count;
    };
}

/// As many as keep the processors busy while some of them wait for files. None that promises may
/// not need in a recording or a sandbox, which show all that runs.
std::size_t starts_ahead_for(const Options& options) {
    const bool is_watched = !options.record_folder.empty() || options.in_sandbox;
    if (options.run.concurrency == Concurrency::none || is_watched) return 0;
    return 2 * std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

Trust trust_for(const Options& options) {
    if (options.path_trust == PathTrust::blind) return Trust::in_everything();
    return trusting(Trust::of_process({options.subject}), options.settings.trusted_users)
        .with_remedy("run with --trust-paths");
}

/// Callers that use the name of the reference may rely on its processes, too.
ServedModules::Serving serving_for(const Options& options) {
    return options.personality == Personality::vow ? ServedModules::Serving::where_it_blocks
                                                   : ServedModules::Serving::never;
}

Site site_of(Host& host, const Options& options) {
    return {
        .work_directory = work_directory_of(options.work_directory, options.personality),
        .policy = absolute(host, options.subject),
        .classes = program_classes(options),
    };
}

} // namespace

std::unique_ptr<DiskState> Session::disk_state_for(const Options& options) {
    if (options.command != Options::Command::run) return nullptr;
    return std::make_unique<DiskState>(
        work_directory_of(options.work_directory, options.personality) + "/state",
        host_,
        [this](LogLevel level, std::string_view line) { log(level, line); }
    );
}

/// The settings that the processes of bundled modules share with this one.
std::vector<std::string> Session::serve_arguments(const Options& options) const {
    std::vector<std::string> arguments = trust_arguments(host_.trust());
    arguments.insert(arguments.end(), {"--settings", options.settings_file});
    if (disk_state_) arguments.insert(arguments.end(), {"--state", disk_state_->folder()});
    return arguments;
}

std::optional<int> Session::exclude_other_runs() {
    if (disk_state_ == nullptr) return std::nullopt;
    return vow::agent::exclude_other_runs(options_, *disk_state_, world_);
}

client::HostSettings Session::settings_for(const Options& options) {
    return {
        .limits = options.limits,
        .log_level = options.console.level,
        .log = [this](LogLevel level, std::string_view line) { log(level, line); },
        .record_folder = options.record_folder,
        .secrets = &observers_.secrets(),
        .processes = processes_for(options),
        .concurrency = options.run.concurrency,
        .starts_ahead = starts_ahead_for(options),
        .progress = is_watched() ? client::Progress::watched : client::Progress::unwatched,
        .wake = signals_.descriptor(),
        .without_dry_run = options.personality == Personality::vow
                               ? client::WithoutDryRun::cannot_be_told
                               : client::WithoutDryRun::not_kept,
        .trust = host_.trust(),
        .lock_descriptor = [this] { return state_.lock_descriptor(); },
        .watcher = &module_events_,
    };
}

bool Session::has_live_view() const {
    return can_move_cursor(output_.descriptor()) && options_.personality == Personality::vow &&
           options_.keeps_promises();
}

bool Session::is_watched() const {
    return has_live_view() || !options_.events.empty();
}

void Session::show_defined_names(Policy& policy) {
    if (!options_.show_classes && !options_.show_variables) return;
    const ListedNames listed = policy.listed_names();
    if (options_.show_classes) print(defined_names_.class_table(listed, *options_.show_classes));
    if (options_.show_variables)
        print(defined_names_.variable_table(listed, *options_.show_variables));
}

void Session::print(const std::string& text) {
    const std::string masked = secrets().masked(text);
    output_.write(output_.is_interactive() ? shown(masked, LineEnds::kept) : masked);
}

bool Session::is_recorded() const {
    return disk_state_ != nullptr && options_.personality == Personality::vow &&
           options_.run.changes_allowed() && !options_.simulation && !options_.in_sandbox;
}

const Data& Session::start() {
    if (!start_) start_ = start_of(options_, policy_of(options_, host_), host_);
    return *start_;
}

void Session::begin_record() {
    if (recorder_) recorder_->begin(host_.now(), start());
}

void Session::record_mistakes(const Diagnostics& diagnostics) {
    if (!recorder_) return;
    for (const Diagnostic& mistake : diagnostics.sorted()) {
        if (mistake.severity != Severity::error) continue;
        const std::string text = placed(mistake.message, mistake.span);
        recorder_->add_error(std::string_view(text).substr(0, text.find('\n')));
    }
}

void Session::end_record(int exit_status) {
    if (!recorder_) return;
    const bool is_unwritten =
        output_.broken() != 0 && exit_status == number_of(ExitStatus::success);
    const int status = is_unwritten ? number_of(ExitStatus::not_kept) : exit_status;
    if (status == number_of(ExitStatus::usage) || status == number_of(ExitStatus::busy))
        return recorder_->discard();
    History::Further report;
    if (reporter_) {
        reporter_->collect(facts_, secrets());
        report = [this](Database& database, const RecordedRun& run, const RunEnd& end) {
            reporter_->spool(database, run, end);
        };
    }
    recorder_->finish(host_.now(), status, tally_.totals(), secrets(), report);
}

/// A run without settings for reports costs an open that fails, and a look into the state.
void Session::add_reporter() {
    const bool is_named = !options_.report_settings.empty();
    std::variant<std::optional<ReportSettings>, SettingsError> read;
    if (is_named || ::geteuid() == 0)
        read = read_report_settings(is_named ? options_.report_settings : report_settings_path);
    if (const auto* error = std::get_if<SettingsError>(&read)) {
        if (is_named) throw UsageError("--reports: " + std::string(trimmed(error->text)));
        const std::string first = error->text.substr(0, error->text.find('\n'));
        return log(LogLevel::warning, "This run is not reported: " + first);
    }
    auto& given = std::get<std::optional<ReportSettings>>(read);
    if (is_named && !given)
        throw UsageError("--reports: '" + options_.report_settings + "' has no member 'reports'");
    auto settings = settings_with_fleet(std::move(given), *disk_state_);
    if (settings) reporter_.emplace(*std::move(settings), *disk_state_);
}

void Session::send_reports() {
    if (!reporter_) return;
    for (const std::string& problem : reporter_->send(host_.now())) {
        const std::string line = "vow: warning: reports: " + problem;
        std::fprintf(stderr, "%s\n", shown(secrets().masked(line)).c_str());
    }
}

int Session::end(int exit_status, const Data& details) {
    log_.flush();
    output_.flush();
    end_record(exit_status);
    if (!event_file_) return exit_status;
    std::vector<Data::Member> members(details.members().begin(), details.members().end());
    if (options_.keeps_promises()) members.emplace_back("totals", tally_.totals());
    if (plan_) members.emplace_back("plan", plan_->totals());
    return event_file_->finished(exit_status, Data::object(std::move(members)));
}

void Session::log(LogLevel level, std::string_view line) {
    if (!observers_.wants(level)) return;
    observers_.receive(LogLine{level, line});
    log_.flush(); // the run may wait next, for a lock or a module
}

bool Session::has_voice() const {
    return options_.personality == Personality::vow && options_.keeps_promises() &&
           !options_.is_plan;
}

bool Session::has_summary() const {
    return has_voice() || (options_.personality == Personality::vow &&
                           (options_.console.level >= LogLevel::info || output_.is_interactive()));
}

void Session::conclude(const std::string& summary) {
    if (voice_) return voice_->conclude(summary);
    observers_.receive(LogLine{LogLevel::info, summary});
}

void Session::show_plan() {
    if (!plan_ || !options_.is_plan || options_.has_document_output()) return;
    log_.flush();
    output_.write(plan_->text(colored()));
}

Colored Session::colored() const {
    return is_colored(options_.console.color, output_.descriptor()) ? Colored::yes : Colored::no;
}

bool Session::show_explanation(const Policy& policy) {
    const std::vector<OutlinePart> outline = policy.outline();
    const Clues clues(*recording_, outline, facts_);
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

bool Session::counts_skipped() const {
    return has_summary() || !options_.events.empty();
}

void Session::add_sinks() {
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

/// A recording writes files as long as modules work: those stay on the host.
PromiseKeeper& Session::planning_keeper(PromiseKeeper& keeper) {
    if (options_.record_folder.empty()) planned_files_.emplace(signals_, host_.trust());
    return second_order_.emplace(keeper, planned_files_ ? &*planned_files_ : nullptr);
}

PromiseKeeper& Session::keeper_in(const harness::Inside* sandbox) {
    PromiseKeeper* keeper = &keeper_;
    if (has_live_view()) keeper = &live_.emplace(keeper_, live_view_, observers_.secrets());
    const bool is_plan =
        options_.run.policy == Terms::Policy::dry_run && options_.personality == Personality::vow;
    if (sandbox == nullptr) return is_plan ? planning_keeper(*keeper) : *keeper;
    host_.call_before_run([this] {
        sandboxed_->program_runs();
        processes_.note_change();
    });
    const std::string folder = disk_state_ ? disk_state_->folder() : std::string();
    return sandboxed_.emplace(*keeper, *sandbox, folder, [this](const LooseChanges& loose) {
        tell(loose);
    });
}

Observer& Session::observer_in(const harness::Inside* sandbox) {
    if (sandbox == nullptr) return observers_;
    return planned_.emplace(observers_);
}

void Session::tell(const LooseChanges& loose) {
    const std::vector<Change> changes = secrets().masked(Outcome{.changes = loose.changes}).changes;
    if (plan_) plan_->add_loose(loose.during, changes);
    const Data members =
        Data::object({{"during", array_of(loose.during)}, {"changes", data_from(changes)}});
    observers_.receive(LanguageEvent{"changes", members});
}

Session::Session(const Options& options, const harness::Inside* sandbox)
    : options_(options),
      output_(STDOUT_FILENO, buffering_for(STDOUT_FILENO)),
      crash_report_(output_, patience_of(options)),
      log_(
          options.console.level,
          has_voice() ? Places::no : options.console.places,
          options.log.syslog.facility
      ),
      live_view_(output_),
      tally_(counts_skipped() ? Tally::Skipped::counted : Tally::Skipped::ignored),
      host_(signals_, log_, trust_for(options)),
      network_(signals_),
      facts_(host_, site_of(host_, options)),
      disk_state_(disk_state_for(options)),
      state_(disk_state_ ? static_cast<State&>(*disk_state_) : forgetful_state_),
      types_(known_types(options, host_.trust())),
      bundled_(signals_, state_, host_.trust()),
      served_(serving_for(options), serve_arguments(options)),
      background_(bundled_, log_, output_),
      processes_(settings_for(options)),
      keeper_(processes_, bundled_, served_, background_, log_),
      world_{
          keeper_in(sandbox),
          keeper_,
          host_,
          network_,
          facts_,
          state_,
          observer_in(sandbox),
          signals_,
          options.run,
          types_.catalogue} {
    observers_.set_log_level(options.console.level);
    if (sandbox == nullptr) host_.call_before_run([this] { processes_.note_change(); });
    add_sinks();
    if (has_voice())
        observers_.add(voice_.emplace(
            log_,
            signals_,
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
    const bool is_dry = options.keeps_promises() && options.personality == Personality::vow &&
                        (options.run.policy == Terms::Policy::dry_run || options.in_sandbox);
    const bool is_looked_for =
        options.is_plan || options.has_detailed_exit || !options.events.empty();
    if (is_dry && is_looked_for) observers_.add(plan_.emplace());
    if (!options.explained.empty()) observers_.add(recording_.emplace());
    const bool wants_lines = options.has_log_level && options.console.level >= LogLevel::info;
    if (options.is_plan && !wants_lines) log_.leave_promises_to_plan();
    if (!options.events.empty()) {
        event_file_.emplace(options.events, options.console.level);
        event_file_->events().run_started(start());
        observers_.add(event_file_->events());
    }
    if (is_recorded()) {
        observers_.add(recorder_.emplace(*disk_state_));
        add_reporter();
    }
    for (const std::string& warning : types_.warnings)
        log(LogLevel::warning, warning);
    for (const std::string& warning : restrict_search_path(host_.trust()))
        log(LogLevel::warning, warning);
}

} // namespace vow::agent
