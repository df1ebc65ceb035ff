#pragma once

#include "policy/run/observer.h"

#include <vector>

namespace vow::agent {

/// Several observers as one. A log line goes to all of them: each decides what it shows.
class Observers : public Observer {
public:
    /// Borrows the observer.
    void add(Observer& observer) { all_.push_back(&observer); }

    LogLevel log_level() const override { return level_; }
    /// Below which lines are not worth making.
    void set_log_level(LogLevel level) { level_ = level; }
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
    bool wants_details() const override;

private:
    std::vector<Observer*> all_;
    LogLevel level_ = LogLevel::notice;
};

} // namespace vow::agent
