#include "agent/machine/host.h"
#include "protocol/system/running_command.h"

#include <csignal>

namespace vow::agent {
namespace {

/// Keeps the output of a command, which ends with the run, or when there is too much of it.
class CapturedOutput : public CommandListener {
public:
    explicit CapturedOutput(const Stop& stop) : stop_(stop) {}

    void output(std::string_view bytes) override {
        if (!is_too_long()) text += bytes;
    }
    bool is_stopped() const override { return stop_.signal() != 0 || is_too_long(); }
    bool is_too_long() const { return text.size() > max_answer_bytes; }

    std::string text;

private:
    const Stop& stop_;
};

} // namespace

Answer<CommandResult> MachineHost::run(const Command& command) {
    if (command.arguments.empty()) return {.why_not = "no command"};
    const auto checked = trust_.checked(command);
    if (const auto* objection = std::get_if<Objection>(&checked))
        return {.why_not = "it is not trusted: " + objection->reason};
    CapturedOutput output(stop_);
    const CommandEnding ending = run_command(std::get<TrustedCommand>(checked), output);
    if (output.is_too_long()) {
        const std::string most = std::to_string(max_answer_bytes >> 20U);
        return {.why_not = "it printed more than " + most + " MiB"};
    }
    const auto result = [&](int exit_code) {
        return Answer<CommandResult>{
            .value = CommandResult{.exit_code = exit_code, .output = std::move(output.text)}};
    };
    switch (ending.kind) {
    case CommandEnding::Kind::exited: return result(ending.number);
    case CommandEnding::Kind::signalled: return result(128 + ending.number);
    case CommandEnding::Kind::stopped: return result(128 + SIGTERM);
    case CommandEnding::Kind::timed_out: return {.why_not = "it took too long"};
    case CommandEnding::Kind::given_up:
        return {
            .why_not = "process " + std::to_string(ending.number) + " did not end after SIGKILL"};
    case CommandEnding::Kind::not_started: break;
    }
    return {.why_not = ending.reason};
}

} // namespace vow::agent
