#pragma once

#include "agent/report/output.h"
#include "agent/report/reason.h"
#include "policy/run/observer.h"

#include <chrono>
#include <string>
#include <vector>

namespace vow::agent {

/// The events of a run as JSON: one object per line, each with "event" and with "seconds" since the
/// run began. The members are documented in docs/commands.md; more may be added.
class Events : public Observer {
public:
    Events(Output& output, LogLevel level)
        : output_(output),
          level_(level),
          begin_(std::chrono::steady_clock::now()) {}

    LogLevel log_level() const override { return level_; }
    bool wants_details() const override { return true; }

    void receive(const Event& event) override;
    /// The first event of a run, with these members.
    void run_started(const Data& members);
    /// The last event of a run.
    void run_ended(int exit_status, const Data& details);

private:
    class Line;

    void write(const LogLine& line);
    void write(const Report& report);
    void write(const ScopeBegan& began);
    void write(const ScopeEnded& ended);
    void write(const PromiseStarted& started);
    void write(const Progress& progress);
    void write(const PromiseDone& done);
    void write(const PromiseSkipped& skipped);
    void write(const ClassExpected&) {}
    void write(const ClassWithheld&) {}
    void write(const PromiseFollows& follows);
    void write(const DriftFound& drift);
    void write(const FacilityChosen&) {}
    void write(const LogLevelChosen&) {}
    void write(const ClassDefined& defined);
    void write(const ClassCancelled& cancelled);
    void write(const VariableDefined& defined);
    void write(const SecretLearned&) {}
    // Which process keeps a promise, and when, differs from run to run; these events do not.
    void write(const ModuleStarted&) {}
    void write(const ModuleWorked&) {}
    void write(const ModuleEnded&) {}
    void write(const LanguageEvent& event);

    Output& output_;
    LogLevel level_;
    FirstLines first_lines_;
    std::chrono::steady_clock::time_point begin_;
};

} // namespace vow::agent
