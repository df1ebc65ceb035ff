#pragma once

#include "modules/commands/command_promise.h"
#include "modules/commands/quoted_output.h"
#include "modules/sdk/cpp/record.h"

#include <string>

namespace vow::modules {

/// One command while it runs: its output in lines, then its judgement.
class CommandRun : private ProgramListener {
public:
    CommandRun(const CommandPromise& command, Record& record);

    Outcome run();

private:
    void output(std::string_view bytes) override;
    bool stopped() const override { return record_.log().stopped(); }

    void take_line(std::string_view line);
    void judge(const ProgramEnding& ending);
    void judge_exit(int status);
    void judge_by_codes(int status);
    void tell_informally(std::string_view text);

    const CommandPromise& command_;
    Record& record_;
    QuotedOutput quoted_;
    std::string unfinished_line_;
    std::string kept_output_;
    bool too_much_ = false;
};

} // namespace vow::modules
