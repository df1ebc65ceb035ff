#pragma once

#include "agent/module/shell/running_module.h"
#include "agent/module/shell/shell_command.h"

#include <span>
#include <string>

namespace vow::agent {

/// Sits down with a module: a promise that is put together and asked for, again and again, and
/// the process that answers. It knows lines, not where they come from. What is said is on standard
/// output.
class Shell {
public:
    /// Starts the module. Throws client::ModuleError when it does not start.
    explicit Shell(const ModuleOptions& options);

    enum class Goes { on, out };

    /// Does what one line says; what cannot be done is said on standard error.
    Goes obey(const std::string& line);
    /// Ends the module, if it still runs.
    void end() { module_.end(); }

    Completion completion(const std::string& typed) const;
    /// Whether a line may be written to the history.
    bool may_be_kept(const std::string& line) const;
    /// The worst that came up: of a line that was not understood, or of an answer.
    ModuleStatus status() const { return status_; }

    static std::span<const ShellCommand> commands();

private:
    void obey(const ShellCommand& command, const std::string& argument);

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

    /// The dialogue, if requests can be sent; else null, and why not has been said.
    ShownDialogue* open_dialogue();
    /// The same, if the promise can be sent, too.
    ShownDialogue* dialogue_for_promise();
    /// Takes note of what an exchange came to.
    void heard(const harness::Answer& answer);
    void refuse(const std::string& why);
    void note(ModuleStatus status);

    RunningModule module_;
    harness::SentPromise promise_;
    harness::ChangesAllowed changes_;
    LogLevel level_;
    std::string unanswered_; ///< raw bytes of a request that is not whole yet
    Goes goes_ = Goes::on;
    ModuleStatus status_ = ModuleStatus::success;
};

} // namespace vow::agent
