#pragma once

#include "agent/module/shown_dialogue.h"
#include "protocol/description/description.h"

#include <memory>
#include <optional>
#include <string>

namespace vow::agent {

/// The process that a shell speaks with: it may end at any time, and be started again. What is said
/// is shown, and recorded if that is wanted.
class RunningModule {
public:
    /// Starts it. Throws client::ModuleError when it does not start.
    explicit RunningModule(const ModuleOptions& options);

    /// Null: it has ended.
    ShownDialogue* dialogue() { return dialogue_.get(); }
    /// What it said of itself when it was last asked. Null: nothing.
    const Description* description() const { return description_ ? &*description_ : nullptr; }

    /// Asks what it can promise, unseen.
    void learn();
    /// After something was said: shows what it wrote to standard error and whether it has ended,
    /// and goes on with the record. Throws harness::TranscriptError.
    void look_after(const harness::Answer& answer);
    /// Waits for its end, and shows it.
    void see_end();

    /// Asks it to end, and sees it end.
    void end();
    /// Starts it once more; what was recorded stays as it is. Throws client::ModuleError.
    void restart();

    /// What this process has said, and will say, goes to a file. Throws harness::TranscriptError.
    void record_in(const std::string& path);
    void set_log_level(LogLevel level);

private:
    void start();
    void write_record();

    const ModuleOptions& options_;
    harness::Subject subject_;
    LogLevel level_;
    std::unique_ptr<ShownDialogue> dialogue_; ///< null: it has ended
    std::optional<Description> description_;
    std::string record_; ///< empty: nothing is recorded
};

} // namespace vow::agent
