#pragma once

#include "agent/report/output.h"
#include "policy/run/observer.h"

namespace vow::agent {

enum class Color { always, automatic, never };
enum class Timestamps { no, yes };

/// Whether a promise that is not kept is named, with its place in the policy.
enum class Places { no, yes };

/// How much is said, and how it looks.
struct ConsoleStyle {
    LogLevel level = LogLevel::notice;
    Color color = Color::automatic;
    Timestamps timestamps = Timestamps::no;
    Places places = Places::yes;
};

/// Log lines and reports as a person at a terminal, or a log file, wants them: `R: ` before
/// reports, the level right-aligned before everything else (semantics, section 14).
class Console : public Observer {
public:
    Console(Output& output, const ConsoleStyle& style);

    LogLevel log_level() const override { return style_.level; }
    void receive(const Event& event) override;

private:
    void log(LogLevel level, std::string_view text);
    void report(std::string_view text);
    void log_unless_kept(const PromiseDone& done);
    void write_timestamp();

    Output& output_;
    ConsoleStyle style_;
    bool colored_;
};

} // namespace vow::agent
