#pragma once

#include "modules/commands/command_output.h"
#include "modules/commands/command_promise.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/promise/record.h"
#include "protocol/system/running_command.h"

#include <string>

namespace vow::modules {

/// One command while it runs: its output in lines, then its judgement.
class CommandRun : private CommandListener {
public:
    CommandRun(const CommandPromise& command, Record& record, const Log& log);

    /// Runs its program, which was checked.
    Outcome run(const TrustedCommand& program);

private:
    void output(std::string_view bytes) override;
    void errors(std::string_view bytes) override;
    bool is_stopped() const override { return log_.is_stopped(); }

    using TakeLine = void (CommandRun::*)(std::string_view);

    void take_lines(std::string& unfinished, std::string_view bytes, TakeLine take);
    void keep_output(std::string_view bytes);
    void take_line(std::string_view line);
    void take_error_line(std::string_view line) { record_.log(command_.error_level, line); }
    bool has_levels() const { return command_.output == CommandPromise::Output::levels; }
    void judge(const CommandEnding& ending);
    std::string abnormal_end(const CommandEnding& ending) const;
    void log_step(std::string_view text);

    const CommandPromise& command_;
    Record& record_;
    const Log& log_;
    QuotedOutput quoted_;
    std::string unfinished_line_;
    std::string unfinished_error_;
    std::string kept_output_;
    LastLines error_lines_;
    bool has_too_much_ = false; ///< output, more than is kept
};

} // namespace vow::modules
