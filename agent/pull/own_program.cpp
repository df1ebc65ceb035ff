#include "agent/pull/own_program.h"

#include "protocol/system/own_process.h"
#include "protocol/system/running_command.h"

#include <utility>

namespace vow::agent {
namespace {

constexpr std::size_t max_output = 1 << 16;

/// Keeps the end of the output.
class Captured : public CommandListener {
public:
    explicit Captured(const Stop& stop) : stop_(stop) {}

    void output(std::string_view bytes) override {
        text_ += bytes;
        if (text_.size() > max_output) text_.erase(0, text_.size() - max_output);
    }
    bool is_stopped() const override { return stop_.signal() != 0; }
    std::string text() && { return std::move(text_); }

private:
    const Stop& stop_;
    std::string text_;
};

} // namespace

std::string ProgramEnd::text() const {
    if (!failure.empty()) return "did not start: " + failure;
    if (is_late) return "took too long, and was ended";
    if (is_stopped) return "was stopped";
    return "ended with status " + std::to_string(status);
}

OwnProgram::OwnProgram(Session& session)
    : session_(session),
      path_(session.world().host.link_target("/proc/self/exe").value.value_or("vow")) {}

ProgramEnd OwnProgram::vow(
    std::vector<std::string> arguments,
    std::chrono::seconds limit,
    Shown shown,
    const std::string& secrets
) const {
    arguments.insert(arguments.begin(), path_);
    std::vector<std::string> changes = {
        secrets.empty() ? "VOW_RELEASE_SECRETS" : "VOW_RELEASE_SECRETS=" + secrets};
    return start(
        {.arguments = std::move(arguments),
         .environment = environment_with(changes),
         .capture = shown == Shown::output ? Command::Capture::none : Command::Capture::both,
         .limit = limit}
    );
}

ProgramEnd
OwnProgram::program(const std::vector<std::string>& words, std::chrono::seconds limit) const {
    return start({.arguments = words, .limit = limit});
}

ProgramEnd OwnProgram::start(Command command) const {
    session_.display().output().flush();
    command.output_hold = std::chrono::milliseconds(1000);
    const auto checked = session_.trust().checked(std::move(command));
    if (const auto* objection = std::get_if<Objection>(&checked))
        return {.status = 1, .failure = objection->reason};
    const Stop& stop = session_.world().stop;
    Captured captured(stop);
    const CommandEnding ending = run_command(std::get<TrustedCommand>(checked), captured);
    ProgramEnd end{.status = ending.number, .output = std::move(captured).text()};
    using Kind = CommandEnding::Kind;
    constexpr int signal_base = 128;
    switch (ending.kind) {
    case Kind::exited: break;
    case Kind::signalled: end.status += signal_base; break;
    case Kind::timed_out:
    case Kind::given_up:
        end.is_late = stop.signal() == 0;
        end.status = 1;
        break;
    case Kind::stopped: end.status = 1; break;
    case Kind::not_started:
        end.status = 1;
        end.failure = ending.reason;
        break;
    }
    end.is_stopped = stop.signal() != 0;
    return end;
}

} // namespace vow::agent
