#include "agent/run/session.h"

#include "agent/machine/processors.h"
#include "agent/personality/program_classes.h"
#include "agent/personality/work_directory.h"
#include "agent/run/run_start.h"
#include "policy/run/usage_error.h"
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
        [this](LogLevel level, std::string_view line) { display_.log_now(level, line); }
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
        .log = [this](LogLevel level, std::string_view line) { display_.log_now(level, line); },
        .record_folder = options.record_folder,
        .secrets = &display_.secrets(),
        .processes = processes_for(options),
        .concurrency = options.run.concurrency,
        .starts_ahead = starts_ahead_for(options),
        .progress = display_.is_watched() ? client::Progress::watched : client::Progress::unwatched,
        .wake = signals_.descriptor(),
        .without_dry_run = options.personality == Personality::vow
                               ? client::WithoutDryRun::cannot_be_told
                               : client::WithoutDryRun::not_kept,
        .trust = host_.trust(),
        .lock_descriptor = [this] { return state_.lock_descriptor(); },
        .watcher = &module_events_,
    };
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
    std::size_t number = 0;
    for (const Diagnostic& mistake : diagnostics.sorted()) {
        if (mistake.severity != Severity::error) continue;
        // To find the place of each of very many in one long line would take long.
        if (++number > RunRecorder::max_errors) return;
        const std::string text = placed(mistake.message, mistake.span);
        recorder_->add_error(std::string_view(text).substr(0, text.find('\n')));
    }
}

void Session::end_record(int exit_status) {
    if (!recorder_) return;
    const bool is_unwritten =
        display_.output().broken() != 0 && exit_status == number_of(ExitStatus::success);
    const int status = is_unwritten ? number_of(ExitStatus::not_kept) : exit_status;
    if (status == number_of(ExitStatus::usage) || status == number_of(ExitStatus::busy))
        return recorder_->discard();
    History::Further report;
    if (reporter_) {
        reporter_->collect(facts_, display_.secrets());
        report = [this](Database& database, const RecordedRun& run, const RunEnd& end) {
            reporter_->spool(database, run, end);
        };
    }
    recorder_->finish(host_.now(), status, display_.tally().totals(), display_.secrets(), report);
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
        return display_.log_now(LogLevel::warning, "This run is not reported: " + first);
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
        std::fprintf(stderr, "%s\n", shown(display_.secrets().masked(line)).c_str());
    }
}

int Session::end(int exit_status, const Data& details) {
    display_.flush();
    end_record(exit_status);
    return display_.end(exit_status, details);
}

/// A recording writes files as long as modules work: those stay on the host.
PromiseKeeper& Session::planning_keeper(PromiseKeeper& keeper) {
    if (options_.record_folder.empty()) planned_files_.emplace(signals_, host_.trust());
    return second_order_.emplace(keeper, planned_files_ ? &*planned_files_ : nullptr);
}

PromiseKeeper& Session::keeper_in(const harness::Inside* sandbox) {
    PromiseKeeper* keeper = &keeper_;
    if (LiveView* view = display_.live_view())
        keeper = &live_.emplace(keeper_, *view, display_.secrets());
    const bool is_plan =
        options_.run.policy == Terms::Policy::dry_run && options_.personality == Personality::vow;
    if (sandbox == nullptr) return is_plan ? planning_keeper(*keeper) : *keeper;
    host_.call_before_run([this] {
        sandboxed_->program_runs();
        processes_.note_change();
    });
    const std::string folder = disk_state_ ? disk_state_->folder() : std::string();
    return sandboxed_.emplace(*keeper, *sandbox, folder, [this](const LooseChanges& loose) {
        display_.show(loose);
    });
}

Observer& Session::observer_in(const harness::Inside* sandbox) {
    if (sandbox == nullptr) return display_.observer();
    return planned_.emplace(display_.observer());
}

Session::Session(const Options& options, const harness::Inside* sandbox)
    : options_(options),
      display_(options, signals_),
      host_(signals_, display_.log(), trust_for(options)),
      network_(signals_),
      facts_(host_, site_of(host_, options)),
      disk_state_(disk_state_for(options)),
      state_(disk_state_ ? static_cast<State&>(*disk_state_) : forgetful_state_),
      types_(known_types(options, host_.trust())),
      bundled_(signals_, state_, host_.trust()),
      served_(serving_for(options), serve_arguments(options)),
      background_(bundled_, display_.log(), display_.output()),
      module_events_(display_.observer()),
      processes_(settings_for(options)),
      keeper_(processes_, bundled_, served_, background_, display_.log()),
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
    if (sandbox == nullptr) host_.call_before_run([this] { processes_.note_change(); });
    if (!options.events.empty()) display_.begin_events(start());
    if (is_recorded()) {
        display_.add(recorder_.emplace(*disk_state_));
        add_reporter();
    }
    for (const std::string& warning : types_.warnings)
        display_.log_now(LogLevel::warning, warning);
    for (const std::string& warning : restrict_search_path(host_.trust()))
        display_.log_now(LogLevel::warning, warning);
}

} // namespace vow::agent
