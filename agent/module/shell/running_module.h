#pragma once

#include "agent/module/shown_dialogue.h"
#include "protocol/description/description.h"

#include <memory>
#include <optional>
#include <string>

namespace vow::agent {

/// The process that a shell talks to: it may exit at any time, and can be restarted. The
/// conversation is shown, and recorded on request.
class RunningModule {
public:
    /// Starts the process. Throws client::ModuleError when it cannot be started.
    explicit RunningModule(const ModuleOptions& options);

    /// Null once it has exited.
    ShownDialogue* dialogue() { return dialogue_.get(); }
    /// The description from the last describe request; null before the first.
    const Description* description() const { return description_ ? &*description_ : nullptr; }

    /// Requests the description without showing the exchange.
    void read_description();
    /// Updates after an exchange: shows new standard error output and the end of a module that has
    /// exited, and updates the record. Throws harness::TranscriptError.
    void update_after(const harness::Answer& answer);
    /// Waits until it exits, and shows its exit status.
    void show_end();

    /// Sends `terminate`, and waits until it exits.
    void end();
    /// Starts it again; an existing record stays unchanged. Throws client::ModuleError.
    void restart();

    /// Records the conversation with this process, from its start, in a file. Throws
    /// harness::TranscriptError.
    void record_in(const std::string& path);
    void set_log_level(LogLevel level);

private:
    void start();
    void write_record();

    const ModuleOptions& options_;
    harness::Subject subject_;
    LogLevel level_;
    std::unique_ptr<ShownDialogue> dialogue_; ///< null once it has exited
    std::optional<Description> description_;
    std::string record_; ///< empty if nothing is recorded
};

} // namespace vow::agent
