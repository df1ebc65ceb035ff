#pragma once

#include "agent/report/change_text.h"
#include "agent/report/log.h"
#include "policy/run/observer.h"
#include "policy/run/world.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vow::agent {

/// How `vow run` and `vow keep` speak of promises: passes the events of a run on to the log, with
/// one block for each promise that changed, failed or was stopped, and at the end a list of those
/// that are not kept. From the level verbose on, there is a line for each promise and pass, with
/// the reason of a skip, unless it is that of the pass before. It is not used under the reference's
/// names, and not for `vow plan`, which prints a plan instead.
class Voice : public Observer {
public:
    struct Style {
        PromiseLines lines = PromiseLines::held;
        Diffs diffs = Diffs::hidden;
        Colored colored = Colored::no;
    };

    /// Borrows both.
    Voice(Log& log, const Stop& stop, Style style) : log_(log), stop_(stop), style_(style) {}

    LogLevel log_level() const override { return log_.log_level(); }
    bool wants_skipped() const override { return is_verbose(); }
    void receive(const Event& event) override;
    /// Writes the end: the promises that are not kept, unless their blocks came last,
    /// and the totals, if there are any.
    void conclude(const std::string& totals);

private:
    struct Line {
        LogLevel level;
        std::string text;
        std::optional<LogPriority> priority;
        std::string excerpt;
    };
    /// A promise that is being kept; one may be a part of another.
    struct Pending {
        bool is_held; ///< its lines wait for its outcome
        ScopeId scope;
        std::vector<Line> lines;
        std::string error, other; ///< the first error, and the first other line that is shown
    };
    struct Failure {
        std::string promise; ///< "files /etc/motd (motd.cf:6)"
        std::string reason;
    };
    /// The lines about one promise.
    struct Block {
        LogLevel level;
        std::optional<LogPriority> priority;
        std::string head;
        std::string diffs;
        std::vector<Line> lines;
    };

    bool is_verbose() const { return log_.wants(LogLevel::verbose); }
    void note(const LogLine& line);
    void note(const PromiseStarted& started);
    void note(const PromiseDone& done);
    void note(const PromiseSkipped& skipped);
    static const std::string& quoted_line(const Pending& pending, const PromiseDone& done);
    static bool is_said(const Line& line, const Outcome& outcome, const std::string& quoted);
    Block
    block_of(const PromiseDone& done, const std::string& name, const std::string& reason) const;
    void remember(const std::string& promise, const PromiseDone& done, const std::string& reason);
    /// Whether the line about a promise is shown, or left to the policy's own words.
    enum class Shown { no, yes };
    void write(const Block& block, Shown head, const Outcome& outcome);
    void pass_on(const Line& line);

    Log& log_;
    const Stop& stop_;
    Style style_;
    std::vector<Pending> pending_;
    std::vector<Failure> failures_;
    std::unordered_set<std::string> failed_;               ///< the promises among them
    std::unordered_map<std::string, std::string> skipped_; ///< the last reason of each promise
    std::string last_error_; ///< logged outside of promises, if nothing came after it
    bool expects_reason_ =
        false; ///< the policy has yet to report the last failure in its own words
    std::size_t failures_at_end_ = 0; ///< blocks of failures that nothing was printed after
};

} // namespace vow::agent
