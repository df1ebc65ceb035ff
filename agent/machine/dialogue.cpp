#include "agent/machine/dialogue.h"

#include "agent/machine/companions.h"
#include "agent/machine/host.h"
#include "protocol/system/own_process.h"

#include <algorithm>
#include <csignal>
#include <system_error>

#include <poll.h>

namespace vow::agent {
namespace {

using Clock = std::chrono::steady_clock;

/// Time for a program to end by itself once its input is closed.
constexpr std::chrono::milliseconds last_moments{500};

/// Most answers come so soon that others need not be let in.
constexpr std::chrono::milliseconds first_moment{1};

} // namespace

ProcessDialogue::~ProcessDialogue() {
    process_.close_input();
    const auto until = Clock::now() + last_moments;
    while (!process_.has_exited() && Clock::now() < until)
        attend(until);
    if (!process_.has_exited()) process_.signal_all(SIGKILL);
    process_.reap();
}

bool ProcessDialogue::attend(Clock::time_point until) {
    auto watched = process_.watched();
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    const int limit = static_cast<int>(std::clamp<std::int64_t>(left, 0, 1000));
    const bool is_ready = ::poll(watched.data(), watched.size(), limit) > 0;
    if (is_ready) process_.attend(watched);
    return is_ready;
}

Answer<std::string> ProcessDialogue::exchange(
    std::string_view line, std::chrono::milliseconds limit, const Pause& pause
) {
    if (!failure_.empty()) return {.why_not = failure_};
    const auto begin = Clock::now();
    const auto until = begin + limit;
    process_.send(std::string(line) + "\n");
    while (true) {
        if (const auto answer = process_.output().next_line())
            return {.value = std::string(*answer)};
        if (process_.output().unfinished().size() > max_answer_bytes)
            return gave_up("it answered with a line that is too long");
        if (process_.is_output_closed()) return ended();
        if (stop_.signal() != 0) return gave_up("the run was stopped");
        if (Clock::now() >= until)
            return gave_up(
                "it did not answer within " + std::to_string(limit.count() / 1000) + " s"
            );
        if (!pause)
            attend(until);
        else if (!attend(std::min(until, begin + first_moment)))
            pause(process_.watched(), until);
    }
}

Answer<std::string> ProcessDialogue::ended() {
    const client::ExitStatus status = process_.reap();
    return gave_up("it " + client::text_of(status));
}

Answer<std::string> ProcessDialogue::gave_up(std::string reason) {
    failure_ = std::move(reason);
    client::ErrorTail tail;
    tail.add(process_.take_errors());
    for (const std::string& line : tail.lines())
        failure_ += "\n" + line;
    return {.why_not = failure_};
}

Answer<std::unique_ptr<Dialogue>> MachineHost::start_dialogue(const Command& command) {
    Command isolated = command;
    if (!isolated.environment) isolated.environment = isolated_environment({});
    const auto checked = trust_.checked(std::move(isolated));
    if (const auto* objection = std::get_if<Objection>(&checked))
        return {.why_not = "it is not trusted: " + objection->reason};
    try {
        return {
            .value = std::make_unique<ProcessDialogue>(std::get<TrustedCommand>(checked), stop_)};
    } catch (const std::system_error& failure) {
        return {.why_not = failure.code().message()};
    }
}

std::string MachineHost::companion(std::string_view name) {
    return path_of_companion(name);
}

} // namespace vow::agent
