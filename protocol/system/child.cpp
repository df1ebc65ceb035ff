#include "protocol/system/child.h"

#include "protocol/system/argument_limit.h"
#include "protocol/system/environment.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>

#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vow {
namespace {

constexpr std::string_view mark_variable = "VOW_CHILD=";

/// A text for the environment of the next child, which no other process since the machine was
/// started has had. No mark is a part of another one.
std::string new_mark() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return "/" + std::to_string(::getpid()) + "-" + std::to_string(now.count()) + "/";
}

/// Ours, or that of the command, with the mark of a child. The mark that another agent has given us
/// stays.
std::vector<std::string> marked_environment(const Command& command, const std::string& mark) {
    const char* const outer = std::getenv("VOW_CHILD");
    std::string variable = std::string(mark_variable) + (outer == nullptr ? "" : outer) + mark;
    if (!command.environment) return environment_with({variable});
    std::vector<std::string> all = *command.environment;
    std::erase_if(all, [](const std::string& each) { return each.starts_with(mark_variable); });
    all.push_back(std::move(variable));
    return all;
}

FileDescriptor descriptor_of(pid_t process) {
    return FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
}

} // namespace

std::variant<Child, StartFailure> start(const TrustedCommand& command, const StandardFiles& files) {
    if (command.error() != 0) return StartFailure{command.error(), "exec"};
    std::string mark = new_mark();
    const std::vector<std::string> environment = marked_environment(*command, mark);
    if (auto excess = excess_of(command->arguments, environment))
        return StartFailure{E2BIG, "exec", *std::move(excess)};
    const auto started = launch(*command, files, environment);
    if (const auto* failure = std::get_if<StartFailure>(&started)) return *failure;
    const pid_t pid = std::get<pid_t>(started);
    // The child is not reaped yet, so its number cannot belong to another process.
    FileDescriptor exit = descriptor_of(pid);
    if (exit) return Child{.pid = pid, .exit = std::move(exit), .mark = std::move(mark)};
    const StartFailure failure = {errno, "pidfd_open"};
    ::kill(-pid, SIGKILL);
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
    return failure;
}

void signal_group(const Child& child, int number) {
    ::kill(-child.pid, number);
    if (::getpgid(child.pid) == child.pid) return;
    ::syscall(SYS_pidfd_send_signal, child.exit.number(), number, nullptr, 0);
}

std::optional<int> reap(const Child& child, std::chrono::milliseconds limit) {
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + limit;
    while (true) {
        int status = 0;
        const pid_t reaped = ::waitpid(child.pid, &status, WNOHANG);
        if (reaped == child.pid) return status;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
        if ((reaped < 0 && errno != EINTR) || left.count() <= 0) return std::nullopt;
        pollfd exit = {child.exit.number(), POLLIN, 0};
        ::poll(&exit, 1, static_cast<int>(left.count()));
    }
}

} // namespace vow
