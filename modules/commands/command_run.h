#pragma once

#include "modules/commands/command_promise.h"
#include "modules/commands/last_lines.h"
#include "modules/commands/quoted_output.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/promise/record.h"
#include "protocol/system/running_command.h"

#include <string>

namespace vow::modules {

/// One command while it runs: its output in lines, then its judgement.
class CommandRun : private CommandListener {
public:
    CommandRun(const CommandPromise& command, Record& record, const Log& log);

    Outcome run();

private:
    void output(std::string_view bytes) override;
    void errors(std::string_view bytes) override { error_lines_.add(bytes); }
    bool is_stopped() const override { return log_.is_stopped(); }

    void take_line(std::string_view line);
    void judge(const CommandEnding& ending);
    void log_step(std::string_view text);

    const CommandPromise& command_;
    Record& record_;
    const Log& log_;
    QuotedOutput quoted_;
    std::string unfinished_line_;
    std::string kept_output_;
    LastLines error_lines_;
    bool too_much_ = false;
};

} // namespace vow::modules
