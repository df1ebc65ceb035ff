#pragma once

#include "agent/report/events.h"
#include "policy/run/event.h"
#include "policy/run/observer.h"
#include "protocol/description/secrets.h"
#include "protocol/system/file_descriptor.h"

#include <functional>
#include <vector>

namespace vow::agent {

/// Several observers as one. Every event goes to all of them; each decides what it shows. Secrets
/// that a run has learned are masked before.
class Observers : public Observer {
public:
    /// Borrows the observer.
    void add(Observer& observer);

    void receive(const Event& event) override;
    /// Those that the run has learned so far.
    const Secrets& secrets() const { return secrets_; }
    LogLevel log_level() const override { return level_; }
    void set_log_level(LogLevel level) { level_ = level; }
    bool wants_details() const override { return wants_details_; }
    bool wants_scopes() const override { return wants_scopes_; }
    bool wants_skipped() const override { return wants_skipped_; }

private:
    void pass_on(const Event& event);

    std::vector<Observer*> all_;
    Secrets secrets_;
    LogLevel level_ = LogLevel::notice;
    bool wants_details_ = false;
    bool wants_scopes_ = false;
    bool wants_skipped_ = false;
};

/// Writes the events of a run to a file of their own.
class EventFile {
public:
    /// `path` is "-" for standard output. Throws UsageError when it cannot be opened.
    EventFile(const std::string& path, LogLevel level);

    Events& events() { return events_; }
    /// Writes the last event, with the members of `details`. Returns the exit status as
    /// Output::finished() does.
    int finished(int status, const Data& details);

private:
    std::string path_;
    FileDescriptor file_;
    Output output_;
    Events events_;
};

/// Sends a copy of an event in which each secret has a mask, in every text that can come from
/// values: not in kinds, types, paths of policies and operations, which are written in the policy.
void send_masked(
    const Event& event, const Secrets& secrets, const std::function<void(const Event&)>& send
);

} // namespace vow::agent
