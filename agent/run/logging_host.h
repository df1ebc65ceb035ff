#pragma once

#include "agent/command_line/arguments.h"
#include "agent/machine/host.h"
#include "agent/planning/plan_inputs.h"
#include "agent/report/log.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace vow::agent {

/// The machine; writes the log before it waits for a command, and notes the files that are read.
/// The path "-" can be a policy that was read from standard input.
class LoggingHost : public MachineHost {
public:
    /// Borrows the first two.
    LoggingHost(const Stop& stop, Log& log, Trust trust)
        : MachineHost(stop, std::move(trust)),
          log_(log) {}

    Answer<CommandResult> run(const Command& command) override {
        log_.flush();
        if (before_run_) before_run_();
        return MachineHost::run(command);
    }

    /// Has something called before each command.
    void call_before_run(std::function<void()> called) { before_run_ = std::move(called); }

    /// Sets the text of the file "-".
    void set_standard_input(std::string text) { standard_input_ = std::move(text); }

    Answer<std::string> read_file(const std::string& path, std::size_t limit) override {
        return is_standard_input(path) ? Answer<std::string>{*standard_input_}
                                       : MachineHost::read_file(path, limit);
    }
    CheckedAnswer<std::string>
    read_trusted_file(const std::string& path, std::size_t limit) override {
        if (!is_standard_input(path)) {
            read_.policy.insert(absolute_path(path));
            return MachineHost::read_trusted_file(path, limit);
        }
        return CheckedAnswer<std::string>::of({.value = *standard_input_});
    }
    Answer<std::string> read_guarded_file(const std::string& path, std::size_t limit) override {
        read_.data.insert(absolute_path(path));
        return MachineHost::read_guarded_file(path, limit);
    }
    /// The files that evaluation has read so far, or tried to.
    const ReadFiles& files_read() const { return read_; }

    Answer<FileStatus> status(const std::string& path, Symlinks symlinks) override {
        if (!is_standard_input(path)) return MachineHost::status(path, symlinks);
        FileStatus status{};
        status.kind = FileKind::regular;
        status.size = standard_input_->size();
        return {status};
    }
    Answer<std::string> real_path(const std::string& path) override {
        if (!is_standard_input(path)) return MachineHost::real_path(path);
        auto folder = MachineHost::real_path("."); // it has none of its own
        if (folder) *folder.value += "/-";
        return folder;
    }

private:
    bool is_standard_input(const std::string& path) const { return standard_input_ && path == "-"; }

    ReadFiles read_;
    std::optional<std::string> standard_input_; ///< nullopt: "-" is a file like any other
    Log& log_;
    std::function<void()> before_run_;
};

} // namespace vow::agent
