#include "agent/run.h"

#include "agent/languages.h"
#include "agent/personality/reference_diagnostic.h"
#include "agent/session.h"
#include "agent/usage_error.h"
#include "policy/run/diagnostic_data.h"
#include "policy/run/fiber.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <iterator>

#include <unistd.h>

namespace vow::agent {
namespace {

using Clock = std::chrono::steady_clock;

/// The exit status that goes with each way a run may end.
struct Statuses {
    int done, not_kept, policy_errors, aborted, failed, waiting;
};

constexpr Statuses statuses_of(Personality personality) {
    if (personality == Personality::vow) {
        return {
            .done = number_of(ExitStatus::success),
            .not_kept = number_of(ExitStatus::not_kept),
            .policy_errors = number_of(ExitStatus::policy_errors),
            .aborted = number_of(ExitStatus::aborted),
            .failed = number_of(ExitStatus::aborted),
            .waiting = number_of(ExitStatus::waiting),
        };
    }
    // The reference does not report promises that were not kept.
    return {.done = 0, .not_kept = 0, .policy_errors = 1, .aborted = 6, .failed = 1, .waiting = 1};
}

/// Collects the errors and warnings that loading a policy logs.
class LoggedMistakes : public Observer {
public:
    void receive(const Event& event) override {
        const auto* line = std::get_if<LogLine>(&event);
        if (line == nullptr || line->level > LogLevel::warning) return;
        static constexpr DiagnosticKind error{"logged-error", "{}"};
        static constexpr DiagnosticKind warning{"logged-warning", "{}", Severity::warning};
        mistakes_.add(line->level == LogLevel::warning ? warning : error, {}, {line->text});
    }
    const Diagnostics& mistakes() const { return mistakes_; }

private:
    Diagnostics mistakes_;
};

/// One policy, from its file to the exit status.
class PolicyRun {
public:
    explicit PolicyRun(const Options& options)
        : options_(options),
          session_(options),
          statuses_(statuses_of(options.personality)),
          language_(make_language(options.subject, options.language, options.personality)) {
        session_.add(logged_);
    }

    int run() {
        if (options_.run.resume == Resume::yes && !language_->can_resume()) {
            throw UsageError("--resume: a run in this policy's language cannot be resumed");
        }
        if (const auto status = session_.exclude_other_runs()) return finished(*status);
        const auto policy = load();
        if (policy == nullptr) return finished(statuses_.policy_errors);
        const Ending ending = policy->run();
        session_.end_modules();
        print_summary();
        session_.show_defined_names();
        return finished(status_of(ending));
    }

    /// Checks the policy, whose text is given if it is not a file.
    int check(std::optional<std::string> text) {
        if (text) session_.set_standard_input(*std::move(text));
        const auto policy = load();
        session_.end_modules();
        if (policy == nullptr) return finished(statuses_.policy_errors);
        if (!options_.policy_format.empty())
            session_.print(policy->printed(options_.policy_format).value_or(""));
        session_.show_defined_names();
        const bool has_failed =
            options_.personality == Personality::vow && session_.tally().has_errors();
        return finished(has_failed ? statuses_.policy_errors : statuses_.done);
    }

    /// The mistakes that were found, for programs.
    Data::Array mistakes() const {
        Data::Array items;
        for (const Diagnostics* found : {&diagnostics_, &logged_.mistakes()}) {
            for (const Diagnostic& diagnostic : found->sorted())
                items.push_back(data_of(diagnostic));
        }
        return items;
    }

private:
    std::unique_ptr<Policy> load() {
        for (const std::string& warning : options_.warnings)
            session_.world().observer.receive(LogLine{LogLevel::warning, warning});
        auto policy = language_->load(options_.subject, session_.world(), diagnostics_);
        session_.output().flush();
        if (options_.personality != Personality::vow) {
            print_reference_summary();
        } else if (options_.format == Format::text) {
            for (const Diagnostic& diagnostic : diagnostics_.sorted())
                std::fputs(rendered(diagnostic).c_str(), stderr);
        }
        return policy;
    }

    void print_reference_summary() {
        bool in_files = false;
        for (const Diagnostic& diagnostic : diagnostics_.sorted()) {
            std::fputs(reference_text(diagnostic).c_str(), stderr);
            in_files = in_files || diagnostic.span.source != nullptr;
        }
        if (!in_files || !diagnostics_.has_errors()) return;
        session_.world().observer.receive(LogLine{
            LogLevel::error, "There are syntax errors in policy files"});
    }

    int status_of(const Ending& ending) const {
        switch (ending.how) {
        case Ending::How::aborted: return statuses_.aborted;
        case Ending::How::failed: return statuses_.failed;
        case Ending::How::interrupted: return ended_by_signal(session_.signals().signal());
        case Ending::How::waiting: return statuses_.waiting;
        case Ending::How::done: break;
        }
        const bool succeeded =
            ending.verdict ? *ending.verdict <= Verdict::repaired : session_.tally().all_well();
        return succeeded ? statuses_.done : statuses_.not_kept;
    }

    void print_summary() {
        if (!session_.has_summary()) return;
        session_.world().observer.receive(LogLine{
            LogLevel::info, session_.tally().summary(Clock::now() - begin_)});
    }

    /// Ends the output: a failed write is a fault, whatever else happened.
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
    LoggedMistakes logged_;
};

constexpr DiagnosticKind cannot_check{"cannot-check", "cannot check '{}': {}"};
constexpr std::string_view standard_input = "-";

/// Exit status and mistakes of one policy.
struct CheckResult {
    int status;
    Data::Array mistakes;
};

/// `text` is that of a policy that is not a file.
CheckResult check_one(const Options& options, std::optional<std::string> text) {
    CheckResult checked{};
    run_on_deep_stack([&] {
        PolicyRun run(options);
        checked.status = run.check(std::move(text));
        checked.mistakes = run.mistakes();
    });
    return checked;
}

/// A document for programs also contains the reason why a check could not be made.
CheckResult check_for_program(const Options& options, std::optional<std::string> text) {
    const auto failed = [&](const std::exception& failure, ExitStatus status) {
        Diagnostics diagnostics;
        const Diagnostic& why =
            diagnostics.add(cannot_check, {}, {options.subject, failure.what()});
        return CheckResult{number_of(status), {data_of(why)}};
    };
    try {
        return check_one(options, std::move(text));
    } catch (const UsageError& error) {
        return failed(error, ExitStatus::usage);
    } catch (const std::exception& fault) {
        return failed(fault, ExitStatus::fault);
    }
}

std::string text_from_standard_input() {
    std::string text;
    std::array<char, 1 << 16> block{};
    while (const std::size_t count = std::fread(block.data(), 1, block.size(), stdin))
        text.append(block.data(), count);
    return text;
}

} // namespace

int run_policy(const Options& options) {
    int status = 0;
    run_on_deep_stack([&] { status = PolicyRun(options).run(); });
    return status;
}

int check_policy(const Options& options) {
    const auto policies =
        options.policies.empty() ? std::vector{options.subject} : options.policies;
    int status = 0;
    Data::Array mistakes;
    for (const std::string& policy : policies) {
        Options one = options;
        one.subject = policy;
        if (one.run.purpose == Purpose::run) one.run.purpose = Purpose::check;
        std::optional<std::string> text;
        if (policy == standard_input) text = text_from_standard_input();
        CheckResult checked = options.format == Format::json
                                  ? check_for_program(one, std::move(text))
                                  : check_one(one, std::move(text));
        status = std::max(status, checked.status);
        std::ranges::move(checked.mistakes, std::back_inserter(mistakes));
    }
    if (options.format == Format::text) return status;
    Output output(STDOUT_FILENO, buffering_for(STDOUT_FILENO));
    output.write(json_text(Data::array(std::move(mistakes))) + "\n");
    return output.finished(status, "standard output");
}

} // namespace vow::agent
