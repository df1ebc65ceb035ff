#pragma once

#include "agent/module/command.h"
#include "protocol/description/secrets.h"
#include "protocol/harness/dialogue.h"

#include <optional>
#include <string>
#include <string_view>

namespace vow::agent {

/// Shows a conversation on standard output as it goes on: each line, and its meaning beside it.
class Screen {
public:
    /// `conversation` must outlive this object.
    explicit Screen(const harness::Conversation& conversation) : conversation_(conversation) {}

    /// Shows the lines since the last call; `answer` gives the meaning of the last ones.
    void show_new(const harness::Answer& answer);
    /// Values that have a mask in all that is shown from here on.
    Secrets& secrets() { return secrets_; }
    /// Skips the lines since the last call.
    void skip_new() { shown_ = conversation_.lines().size(); }

private:
    const harness::Conversation& conversation_;
    std::size_t shown_ = 0;
    Secrets secrets_ = {};
};

/// A dialogue with a module that is shown on standard output as it goes on; shared by `send` and
/// `shell`. Judges nothing beyond the exit status.
class ShownDialogue {
public:
    /// Starts the module and exchanges headers. Throws client::ModuleError when it cannot be
    /// started.
    ShownDialogue(const harness::Subject& subject, const ModuleOptions& options);

    /// True if requests can be sent; otherwise the reason was printed.
    bool is_open() const { return dialogue_.is_open(); }
    bool offers(std::string_view flag) const { return dialogue_.offers(flag); }
    /// Why a promise must not be sent, as a message; empty if it may.
    std::string refusal(const harness::SentPromise& promise, harness::ChangesAllowed changes) const;

    harness::Answer validate(const harness::SentPromise& promise, harness::ChangesAllowed changes);
    /// Validates first, as the agent does. Returns the last answer.
    harness::Answer keep(const harness::SentPromise& promise, harness::ChangesAllowed changes);
    /// Sends any bytes and reads one answer to `operation`.
    harness::Answer send_request(std::string_view operation, std::string_view bytes);
    /// Sends any bytes without waiting for an answer.
    void send(std::string_view bytes);
    harness::Answer terminate();

    void set_log_level(LogLevel level) { dialogue_.set_log_level(level); }
    /// Those of the promises so far.
    const Secrets& secrets() { return screen_.secrets(); }
    /// The dialogue below; exchanges through it are not shown.
    harness::Dialogue& dialogue() { return dialogue_; }
    /// Skips the exchanges through dialogue().
    void skip_new() { screen_.skip_new(); }

    /// Shows standard error output since the last call.
    void show_errors();
    /// Waits until the process exits, and shows its exit status.
    void show_end();

private:
    /// Has the screen mask the values that the module describes as secret.
    void note_secrets(const harness::SentPromise& promise);
    harness::Answer shown(harness::Answer answer);

    harness::Dialogue dialogue_;
    Screen screen_;
    std::optional<Data> description_ = {}; ///< once a promise has attributes
};

/// The exit status for an answer to a promise.
ModuleStatus status_for(const harness::Answer& answer);

} // namespace vow::agent
