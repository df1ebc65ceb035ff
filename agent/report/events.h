#pragma once

#include "agent/report/output.h"
#include "policy/run/observer.h"

#include <chrono>

namespace vow::agent {

/// Everything that happens in a run, as JSON: one object a line, each with "event" and with
/// "seconds" since the run began. The members are documented in docs/commands.md; more may come.
class Events : public Observer {
public:
    Events(Output& output, LogLevel level)
        : output_(output),
          level_(level),
          begin_(std::chrono::steady_clock::now()) {}

    LogLevel log_level() const override { return level_; }
    bool wants_details() const override { return true; }

    void log(LogLevel level, std::string_view line) override;
    void report(std::string_view line) override;
    void promise_started(const Promise& promise) override;
    void promise_progress(const Promise& promise, int percent, std::string_view text) override;
    void promise_done(const Promise& promise, const Outcome& outcome) override;
    void promise_skipped(
        std::string_view type,
        std::string_view promiser,
        const Origin& origin,
        SkipReason reason,
        std::string_view because
    ) override;
    void
    class_defined(std::string_view name, std::string_view bundle, const Remarks& remarks) override;
    void variable_defined(
        std::string_view qualified_name, std::string_view text, const Remarks& remarks
    ) override;
    /// The last event of a run.
    void run_ended(int exit_status);

private:
    class Line;

    Output& output_;
    LogLevel level_;
    std::chrono::steady_clock::time_point begin_;
};

} // namespace vow::agent
