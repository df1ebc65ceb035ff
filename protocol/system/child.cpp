#include "protocol/system/child.h"

#include "protocol/system/accounts.h"
#include "protocol/system/own_process.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include <grp.h>
#include <poll.h>
#include <sys/resource.h>
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

namespace {

/// The group of a child whose user has no account: it must not keep ours.
constexpr gid_t nogroup = 65534;

/// Sets the real, effective and saved id, and reads them back. Makes the system call itself: that
/// of the library reaches for the parent's other threads, whose memory this process may share.
template <class Id>
bool take_id(long set_call, int (*read_back)(Id*, Id*, Id*), Id wanted) {
    if (::syscall(set_call, wanted, wanted, wanted) != 0) return false;
    Id real = 0;
    Id effective = 0;
    Id saved = 0;
    read_back(&real, &effective, &saved);
    return real == wanted && effective == wanted && saved == wanted;
}

} // namespace

ChildIdentity child_identity(const Command& command) {
    if (!command.user && !command.group) return {};
    const auto user = command.user ? find_user(*command.user) : std::nullopt;
    const gid_t kept = command.user ? nogroup : ::getgid();
    const gid_t group = command.group.value_or(user ? user->gid : kept);
    if (!user) return {command.user, group, {group}};
    int count = 64;
    std::vector<gid_t> groups(static_cast<std::size_t>(count));
    if (getgrouplist(user->name.c_str(), group, groups.data(), &count) < 0) {
        groups.resize(static_cast<std::size_t>(count)); // it has set the number that it needs
        if (getgrouplist(user->name.c_str(), group, groups.data(), &count) < 0) count = 0;
    }
    groups.resize(static_cast<std::size_t>(count));
    if (groups.empty()) groups.push_back(group);
    return {command.user, group, groups};
}

std::string_view take_identity(const ChildIdentity& identity) {
    if (!identity.groups.empty() &&
        ::syscall(SYS_setgroups, identity.groups.size(), identity.groups.data()) != 0) {
        return "setgroups";
    }
    if (identity.group && !take_id(SYS_setresgid, ::getresgid, *identity.group)) return "setgid";
    if (identity.user && !take_id(SYS_setresuid, ::getresuid, *identity.user)) return "setuid";
    return {};
}

namespace {

constexpr std::size_t least_room = std::size_t{128} << 10U;
constexpr std::size_t max_room = std::size_t{6} << 20U;
constexpr std::string_view other_way = "; pass it on standard input, or in a file";

/// The bytes of one text, without its end.
std::size_t max_text() {
    constexpr std::size_t pages = 32; // MAX_ARG_STRLEN
    return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) - 1;
}

/// The bytes of all texts with their ends, and of the pointers to them.
std::size_t room() {
    rlimit stack = {};
    ::getrlimit(RLIMIT_STACK, &stack);
    return std::clamp<std::size_t>(stack.rlim_cur / 4, least_room, max_room);
}

std::size_t size_of(const std::vector<std::string>& texts) {
    std::size_t size = 0;
    for (const std::string& text : texts)
        size += text.size() + 1 + sizeof(char*);
    return size;
}

std::string excess_in(std::string what, std::size_t size, std::size_t most) {
    what += " " + std::to_string(size) + " bytes, and the kernel accepts at most ";
    return what.append(std::to_string(most)).append(other_way);
}

} // namespace

std::optional<std::string>
excess_of(const std::vector<std::string>& arguments, const std::vector<std::string>& environment) {
    const std::size_t longest = max_text();
    const auto is_too_long = [longest](const std::string& text) { return text.size() > longest; };
    const auto argument = std::ranges::find_if(arguments, is_too_long);
    if (argument != arguments.end()) {
        const std::string number = std::to_string(argument - arguments.begin());
        return excess_in("argument " + number + " has", argument->size(), longest);
    }
    const auto variable = std::ranges::find_if(environment, is_too_long);
    if (variable != environment.end()) {
        const std::string name = variable->substr(0, variable->find('='));
        return excess_in("the variable '" + name + "' has", variable->size(), longest);
    }
    const std::size_t size =
        size_of(arguments) + size_of(environment) + arguments.front().size() + 1; // and the path
    if (size <= room()) return std::nullopt;
    return excess_in("the arguments and the environment have", size, room());
}

std::optional<std::string> signal_name(int signal) {
    const char* const name = ::sigabbrev_np(signal);
    return name == nullptr ? std::nullopt : std::optional(std::string("SIG") + name);
}

std::string signal_text(int signal) {
    return signal_name(signal).value_or("signal " + std::to_string(signal));
}

} // namespace vow
