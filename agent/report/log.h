#pragma once

#include "agent/report/log_sink.h"
#include "policy/run/observer.h"

#include <memory>
#include <optional>
#include <vector>

namespace vow::agent {

/// Passes log lines and reports on to the console and the other sinks. Sinks may buffer them while
/// the policy is evaluated; before and while a promise is kept, every line is written.
class Log : public Observer {
public:
    /// `facility`, if given, wins over that of the policy.
    Log(LogLevel level, Places places, std::optional<LogFacility> facility = {})
        : level_(level),
          places_(places),
          chosen_facility_(facility) {}

    void add(std::unique_ptr<LogSink> sink) { sinks_.push_back(std::move(sink)); }

    LogLevel log_level() const override { return level_; }
    void receive(const Event& event) override;
    /// Writes a line about what became of promises, unless the log shows only worse ones.
    /// `below`: printable lines that the console shows after it. `priority`: in the system log;
    /// nullopt for that of the level.
    void tell(
        LogLevel level,
        std::string_view text,
        std::string_view below = {},
        std::optional<LogPriority> priority = {}
    );
    /// Leaves out the warnings and notices of promises from here on: a plan shows what would
    /// change.
    void leave_promises_to_plan() { is_beside_plan_ = true; }
    /// Writes the buffered lines; called before anything is waited for.
    void flush();

private:
    LogFacility facility() const { return chosen_facility_.value_or(facility_); }
    void write(const LogRecord& record);
    void write(const LogLine& line);
    void write(const Report& report);
    void name_unless_kept(const PromiseDone& done);

    LogLevel level_;
    Places places_;
    std::vector<std::unique_ptr<LogSink>> sinks_;
    std::optional<LogFacility> chosen_facility_; ///< on the command line
    LogFacility facility_ = LogFacility::user;
    bool is_beside_plan_ = false;
    int being_kept_ = 0; ///< promises: one may be a part of another
};

} // namespace vow::agent
