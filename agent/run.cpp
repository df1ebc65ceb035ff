#include "agent/run.h"

#include "agent/languages.h"
#include "agent/machine/large_stack.h"
#include "agent/session.h"
#include "policy/run/diagnostic_data.h"

#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>

namespace vow::agent {
namespace {

using Clock = std::chrono::steady_clock;

/// The exit status that goes with each way a run may end.
struct Statuses {
    int done, not_kept, policy_errors, aborted, failed;
};

constexpr Statuses statuses_of(Personality personality) {
    if (personality == Personality::vow) {
        return {
            .done = number_of(ExitStatus::success),
            .not_kept = number_of(ExitStatus::not_kept),
            .policy_errors = number_of(ExitStatus::policy_errors),
            .aborted = number_of(ExitStatus::aborted),
            .failed = number_of(ExitStatus::aborted),
        };
    }
    // The reference says nothing of promises that were not kept.
    return {.done = 0, .not_kept = 0, .policy_errors = 1, .aborted = 6, .failed = 1};
}

/// One policy, from its file to the exit status.
class PolicyRun {
public:
    explicit PolicyRun(const Options& options)
        : options_(options),
          session_(options),
          statuses_(statuses_of(options.personality)),
          language_(language_of(options.subject, options.personality)) {}

    int run() {
        const auto policy = load();
        if (policy == nullptr) return finished(statuses_.policy_errors);
        const Ending ending = policy->run();
        session_.end_modules();
        say_summary();
        session_.show_evaluated();
        return finished(status_of(ending));
    }

    int check() {
        const auto policy = load();
        session_.end_modules();
        if (policy == nullptr) return finished(statuses_.policy_errors);
        if (options_.printing)
            session_.output().write(policy->printed(*options_.printing).value_or(""));
        session_.show_evaluated();
        return finished(statuses_.done);
    }

private:
    std::unique_ptr<Policy> load() {
        for (const std::string& warning : options_.warnings)
            session_.world().observer.receive(LogLine{LogLevel::warning, warning});
        auto policy = language_->load(options_.subject, session_.world(), diagnostics_);
        session_.output().flush();
        if (options_.personality != Personality::vow) {
            say_as_reference();
        } else if (options_.format == Format::json) {
            session_.output().write(json_text(diagnostics_data()) + "\n");
        } else {
            for (const Diagnostic& diagnostic : diagnostics_.sorted())
                std::fputs(rendered(diagnostic).c_str(), stderr);
        }
        return policy;
    }

    Data diagnostics_data() const {
        Data::Array items;
        for (const Diagnostic& diagnostic : diagnostics_.sorted())
            items.push_back(data_of(diagnostic));
        return Data::array(std::move(items));
    }

    void say_as_reference() {
        bool in_files = false;
        for (const Diagnostic& diagnostic : diagnostics_.sorted()) {
            std::fputs(reference_rendered(diagnostic).c_str(), stderr);
            in_files = in_files || diagnostic.span.source != nullptr;
        }
        if (!in_files || !diagnostics_.has_errors()) return;
        session_.world().observer.receive(LogLine{
            LogLevel::error, "There are syntax errors in policy files"});
    }

    int status_of(const Ending& ending) const {
        switch (ending.kind) {
        case Ending::Kind::aborted: return statuses_.aborted;
        case Ending::Kind::failed: return statuses_.failed;
        case Ending::Kind::interrupted: return ended_by_signal(session_.signals().signal());
        case Ending::Kind::done: break;
        }
        return session_.tally().all_kept() ? statuses_.done : statuses_.not_kept;
    }

    void say_summary() {
        if (!session_.has_summary()) return;
        session_.world().observer.receive(LogLine{
            LogLevel::info, session_.tally().summary(Clock::now() - begin_)});
    }

    /// The last word: what could not be written is a fault, whatever else happened.
    int finished(int status) {
        status = session_.end(status);
        return session_.output().finished(status, "standard output");
    }

    const Options& options_;
    Clock::time_point begin_ = Clock::now();
    Session session_;
    Statuses statuses_;
    std::unique_ptr<Language> language_;
    Diagnostics diagnostics_;
};

/// The address sanitizer warns of a stack it did not make, on the standard error that tests read.
void on_stack_for_policy(const std::function<void()>& work) {
#if defined(__SANITIZE_ADDRESS__)
    work();
#else
    on_large_stack(work);
#endif
}

} // namespace

int run_policy(const Options& options) {
    int status = 0;
    on_stack_for_policy([&] { status = PolicyRun(options).run(); });
    return status;
}

int check_policy(const Options& options) {
    int status = 0;
    Options to_check = options;
    if (to_check.run.purpose == Purpose::run) to_check.run.purpose = Purpose::check;
    on_stack_for_policy([&] { status = PolicyRun(to_check).check(); });
    return status;
}

} // namespace vow::agent
