#pragma once

#include "agent/module/shell/running_module.h"
#include "agent/module/shell/shell_command.h"

#include <span>
#include <string>

namespace vow::agent {

/// An interactive session with a module: a promise that is edited and sent again and again, and the
/// process that answers. Takes lines from any source. Prints to standard output.
class Shell {
public:
    /// Starts the module. Throws client::ModuleError when it cannot be started.
    explicit Shell(const ModuleOptions& options);

    enum class State { running, quit };

    /// Executes one line, and returns the state after it. Errors go to standard error.
    State execute(const std::string& line);
    /// Ends the module if it still runs.
    void end() { module_.end(); }

    Completion completion(const std::string& typed) const;
    /// True if a line may be written to the history.
    bool is_storable(const std::string& line) const;
    /// The worst status so far, of a line or of an answer.
    ModuleStatus status() const { return status_; }

    static std::span<const ShellCommand> commands();

private:
    void execute(const ShellCommand& command, const std::string& argument);

    void set_type(const std::string& name);
    void set_promiser(const std::string& text);
    void set_attribute(const std::string& text);
    void unset_attribute(const std::string& name);
    void show_promise(const std::string&);
    void warn(const std::string&);
    void fix(const std::string&);
    void set_level(const std::string& word);
    void validate(const std::string&);
    void evaluate(const std::string&);
    void send_raw(const std::string& escaped);
    void close_input(const std::string&);
    void describe(const std::string&);
    void restart(const std::string&);
    void record(const std::string& path);
    void help(const std::string& name);
    void quit(const std::string&);

    /// The dialogue if requests can be sent; otherwise prints the reason and returns null.
    ShownDialogue* open_dialogue();
    /// The same, if the promise can be sent, too.
    ShownDialogue* dialogue_for_promise();
    /// Updates the status after an exchange.
    void update_status(const harness::Answer& answer);
    void refuse(const std::string& why);
    void note(ModuleStatus status);

    RunningModule module_;
    harness::SentPromise promise_;
    harness::ChangesAllowed changes_;
    LogLevel level_;
    std::string unanswered_; ///< bytes of an incomplete request
    State state_ = State::running;
    ModuleStatus status_ = ModuleStatus::success;
};

} // namespace vow::agent
