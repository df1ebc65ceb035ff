#pragma once

#include "agent/module/command.h"
#include "agent/module/screen.h"
#include "protocol/harness/dialogue.h"

#include <string>
#include <string_view>

namespace vow::agent {

/// A dialogue with a module that is shown on standard output while it goes on: what `send` and
/// `shell` have in common. Nothing is judged but by the exit status.
class ShownDialogue {
public:
    /// Starts the module and exchanges headers. Throws client::ModuleError when it does not start.
    ShownDialogue(const harness::Subject& subject, const ModuleOptions& options);

    /// Whether requests can be sent; if not, why not has been said.
    bool is_open() const { return dialogue_.is_open(); }
    bool offers(std::string_view flag) const { return dialogue_.offers(flag); }
    /// Why a promise must not be sent to it, in words; empty: it may.
    std::string refusal(const harness::SentPromise& promise, harness::ChangesAllowed changes) const;

    harness::Answer validate(const harness::SentPromise& promise, harness::ChangesAllowed changes);
    /// Validates first, as the agent does. The answer is the last one.
    harness::Answer keep(const harness::SentPromise& promise, harness::ChangesAllowed changes);
    /// Sends any bytes and waits for one answer to `operation`.
    harness::Answer ask(std::string_view operation, std::string_view bytes);
    /// Sends any bytes, and waits for nothing.
    void send(std::string_view bytes);
    harness::Answer terminate();

    void set_log_level(LogLevel level) { dialogue_.set_log_level(level); }
    /// Beneath what is shown.
    harness::Dialogue& dialogue() { return dialogue_; }
    /// What is said with dialogue() alone stays unseen.
    void pass_over_new() { screen_.pass_over_new(); }

    /// What it wrote to standard error since the last time.
    void show_errors();
    /// Waits for the end of the process, and says how it ended.
    void see_end();

private:
    harness::Answer shown(harness::Answer answer);

    harness::Dialogue dialogue_;
    Screen screen_;
};

/// The exit status that goes with the answer to a promise.
ModuleStatus status_for(const harness::Answer& answer);

} // namespace vow::agent
