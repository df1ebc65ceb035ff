#include "agent/run/policy_run.h"

#include "agent/command_line/arguments.h"
#include "agent/languages.h"
#include "agent/personality/reference_output.h"
#include "agent/report/mistakes.h"
#include "agent/report/policy_file.h"
#include "agent/run/applied_plan.h"
#include "policy/run/guarded.h"
#include "policy/run/usage_error.h"
#include "policy/run/world.h"
#include "protocol/system/child.h"

#include <array>
#include <cstdio>
#include <cstring>

namespace vow::agent {
namespace {

constexpr DiagnosticKind cannot_load{"cannot-load", "cannot load '{}': {}"};
constexpr DiagnosticKind nothing_to_run{"nothing-to-run", "'{}' has nothing to run"};

} // namespace

PolicyRun::Statuses PolicyRun::statuses_of(const Options& options) {
    if (options.personality == Personality::vow) {
        return {
            .done = number_of(ExitStatus::success),
            .not_kept = number_of(ExitStatus::not_kept),
            .policy_errors = number_of(
                options.command == Options::Command::keep ? ExitStatus::usage
                                                          : ExitStatus::policy_errors
            ),
            .aborted = number_of(ExitStatus::aborted),
            .failed = number_of(ExitStatus::aborted),
            .waiting = number_of(ExitStatus::waiting),
        };
    }
    // The reference does not report promises that were not kept.
    return {.done = 0, .not_kept = 0, .policy_errors = 1, .aborted = 6, .failed = 1, .waiting = 1};
}

PolicyRun::PolicyRun(const Options& options, const RunContext& context)
    : options_(options),
      session_(options, context.sandbox),
      display_(session_.display()),
      measurements_(options, session_),
      statuses_(statuses_of(options)),
      language_(make_language(options.subject, options.language, options.personality)),
      diagnostics_(
          options.run.is_strict ? Warnings::are_errors : Warnings::accepted,
          AllowedWarnings(options.allowed_warnings)
      ) {
    display_.add(logged_);
    if (options.language.standard_input)
        session_.set_standard_input(*options.language.standard_input);
    if (!options.plan_out.empty())
        display_.add(making_.emplace(session_.world(), session_.files_read()).inputs());
    if (context.plan == nullptr) return;
    const auto untold = options.runs_untold ? UntoldPromises::run : UntoldPromises::refused;
    applying_.emplace(
        session_.world(), *context.plan, session_.files_read(), display_.secrets(), untold
    );
}

World& PolicyRun::world() {
    if (making_) return making_->world();
    return applying_ ? applying_->world() : session_.world();
}

int PolicyRun::run() {
    return unless_cancelled([&] { return run_to_end(nullptr); });
}

int PolicyRun::run_in(Simulation& simulation) {
    display_.add(simulation.files());
    return unless_cancelled([&] { return run_to_end(&simulation); });
}

int PolicyRun::check() {
    return unless_cancelled([&] { return check_to_end(); });
}

int PolicyRun::unless_cancelled(const std::function<int()>& work) {
    try {
        return work();
    } catch (const Cancelled&) {
        session_.end_modules();
        const Ending ending{.how = Ending::How::interrupted};
        print_interruption(ending);
        return finished(status_of(ending));
    } catch (const UsageError&) {
        session_.end(number_of(ExitStatus::usage));
        throw;
    } catch (const std::exception&) {
        session_.end(number_of(ExitStatus::fault));
        throw;
    }
}

int PolicyRun::run_to_end(Simulation* simulation) {
    if (options_.run.resume != Resume::no && !language_->can_resume()) {
        throw UsageError("--resume: a run in this policy's language cannot be resumed");
    }
    if (!language_->excludes_runs_itself()) {
        if (const auto status = session_.exclude_other_runs()) return finished(*status);
    }
    check_plan(&PlanApplication::check);
    session_.begin_record();
    const auto policy = load();
    if (policy == nullptr) return finished(statuses_.policy_errors);
    check_plan(&PlanApplication::check_loaded);
    const Ending ending = policy->run();
    details_ = ending.details;
    session_.end_modules();
    session_.wait_for_background();
    session_.end_sandbox();
    print_interruption(ending);
    print_summary(ending);
    if (ending.how != Ending::How::failed) display_.show_defined_names(*policy);
    display_.show_plan();
    measurements_.show();
    write_plan(ending);
    if (!options_.explained.empty() && ending.how != Ending::How::interrupted) {
        const ExitStatus status = display_.show_explanation(*policy, session_.world().facts)
                                      ? ExitStatus::success
                                      : ExitStatus::not_kept;
        return finished(number_of(status));
    }
    if (simulation != nullptr) {
        simulation->show(session_.world(), [this](std::string_view text) {
            display_.print(std::string(text));
        });
    }
    return finished(status_of(ending));
}

void PolicyRun::check_plan(void (PlanApplication::*check)() const) {
    try {
        if (applying_) (*applying_.*check)();
    } catch (const PlanRefused& refusal) {
        throw UsageError(refusal_of(options_.plan_file, refusal.what()));
    }
}

/// Only the plan of a whole run is one.
void PolicyRun::write_plan(const Ending& ending) {
    const bool is_whole = ending.how == Ending::How::done || ending.how == Ending::How::waiting;
    if (!making_ || !is_whole) return;
    const PlanFile plan{
        .policy = absolute_path(options_.subject),
        .folder = absolute_path("."),
        .words = options_.words};
    const Plan& made = *display_.plan();
    making_->write(plan, made, display_.secrets(), options_.plan_out, state_folder_of(options_));
    if (options_.events != "-")
        display_.print(
            "Written to " + options_.plan_out + "; keep it with: vow apply " + options_.plan_out +
            "\n"
        );
}

int PolicyRun::check_to_end() {
    const auto policy = load();
    cancel_if_stopped(session_.world().stop); // it may have been checked only in part
    session_.end_modules();
    if (policy == nullptr) return finished(statuses_.policy_errors);
    if (!options_.policy_format.empty())
        display_.print(policy->printed(options_.policy_format).value_or(""));
    display_.show_defined_names(*policy);
    const bool has_failed =
        options_.personality == Personality::vow && display_.tally().has_errors();
    return finished(has_failed ? statuses_.policy_errors : statuses_.done);
}

Data::Array PolicyRun::mistakes() const {
    Data::Array items;
    for (const Diagnostics* found : {&diagnostics_, &logged_.mistakes()}) {
        for (const Diagnostic& diagnostic : found->sorted())
            items.push_back(display_.secrets().masked(data_of(diagnostic)));
    }
    return items;
}

std::unique_ptr<Policy> PolicyRun::load_policy() {
    const auto load = [&] { return language_->load(options_.subject, world(), diagnostics_); };
    const auto fail = [&](const std::string& reason) -> std::unique_ptr<Policy> {
        diagnostics_.add(cannot_load, {}, {options_.subject, reason});
        return nullptr;
    };
    try {
        return guarded<OptionError, UsageError>(load, fail);
    } catch (const OptionError& error) {
        throw UsageError(error.what());
    }
}

std::unique_ptr<Policy> PolicyRun::load() {
    for (const std::string& warning : options_.warnings)
        session_.world().observer.receive(LogLine{LogLevel::warning, warning});
    auto policy = load_policy();
    if (policy != nullptr) require_work(*policy);
    display_.output().flush();
    if (options_.personality != Personality::vow) {
        print_reference_summary();
    } else if (options_.format == Format::text) {
        std::fputs(display_.secrets().masked(text_of_mistakes(diagnostics_)).c_str(), stderr);
    }
    if (diagnostics_.has_errors()) {
        session_.record_mistakes(diagnostics_);
        policy.reset();
    }
    if (policy != nullptr) write_files(*policy);
    return policy;
}

void PolicyRun::require_work(const Policy& policy) {
    if (policy.has_work() || options_.is_library) return;
    if (options_.personality != Personality::vow) return;
    const bool is_check = options_.command == Options::Command::check;
    if (!is_check && policy.may_run_without_work()) return;
    const std::string hint = is_check ? "check a library with --library" : "";
    diagnostics_.add(nothing_to_run, {}, {options_.subject}, hint);
}

void PolicyRun::write_files(const Policy& policy) {
    if (!options_.export_file.empty())
        write_export(policy, options_.export_file, display_.secrets());
    if (!options_.graph_file.empty())
        write_graph(policy, options_.graph_file, display_.secrets(), session_.world().host);
}

void PolicyRun::print_reference_summary() {
    bool in_files = false;
    for (const Diagnostic& diagnostic : diagnostics_.sorted()) {
        std::fputs(display_.secrets().masked(reference_text(diagnostic)).c_str(), stderr);
        in_files = in_files || diagnostic.span.source != nullptr;
    }
    if (!in_files || !diagnostics_.has_errors()) return;
    session_.world().observer.receive(LogLine{
        LogLevel::error, "There are syntax errors in policy files"});
}

int PolicyRun::status_of(const Ending& ending) const {
    switch (ending.how) {
    case Ending::How::aborted: return statuses_.aborted;
    case Ending::How::failed: return statuses_.failed;
    case Ending::How::interrupted: return ended_by_signal(session_.signals().signal());
    case Ending::How::waiting: return statuses_.waiting;
    case Ending::How::busy: return number_of(ExitStatus::busy);
    case Ending::How::done: break;
    }
    const bool succeeded =
        ending.verdict ? *ending.verdict <= Verdict::repaired : display_.tally().all_well();
    if (!succeeded) return statuses_.not_kept;
    const bool has_applied =
        applying_ && options_.has_detailed_exit && display_.tally().has_repairs();
    if (has_applied) return number_of(ExitStatus::changes);
    return display_.tells_of_changes() ? number_of(ExitStatus::changes) : statuses_.done;
}

void PolicyRun::print_interruption(const Ending& ending) {
    const bool is_told =
        ending.how == Ending::How::interrupted && options_.personality == Personality::vow;
    if (!is_told) return;
    const int signal = session_.signals().signal();
    std::string line = "interrupted by " + signal_text(signal);
    if (ending.not_reached) {
        const std::size_t count = *ending.not_reached;
        line += "; " + std::to_string(count) +
                (count == 1 ? " promise was not reached" : " promises were not reached");
    }
    session_.world().observer.receive(LogLine{LogLevel::notice, line});
}

/// A run without promises has totals only where its language counts other things, too.
bool PolicyRun::has_totals(const Ending& ending) const {
    if (!display_.tally().is_empty()) return true;
    if (options_.console.promise_lines == PromiseLines::as_come) return true;
    const bool has_failed = ending.verdict.value_or(Verdict::kept) > Verdict::repaired;
    return ending.summary && (has_failed || options_.console.level >= LogLevel::info);
}

void PolicyRun::print_summary(const Ending& ending) {
    const bool has_own_end = ending.summary && ending.summary->empty();
    if (!display_.has_summary() || has_own_end) return;
    const std::string counts = ending.summary.value_or(display_.tally().counts());
    if (counts.empty() || !has_totals(ending)) return display_.conclude("");
    std::array<char, 32> seconds{};
    const std::chrono::duration<double> duration = std::chrono::steady_clock::now() - begin_;
    std::snprintf(seconds.data(), seconds.size(), " in %.2f s", duration.count());
    display_.conclude(counts + seconds.data());
}

/// Ends the output: a failed write is a fault, whatever else happened.
int PolicyRun::finished(int status) {
    status = measurements_.finish(session_.end(status, details_));
    session_.send_reports();
    return display_.output().finished(status, "standard output");
}

} // namespace vow::agent
