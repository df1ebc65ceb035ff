#include "protocol/system/child.h"

#include "protocol/system/child_identity.h"
#include "protocol/system/descriptor_limit.h"
#include "protocol/system/environment.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vow {
namespace {

/// Texts in the form of exec's parameters. Borrows the texts, which exec does not change.
std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (const std::string& text : texts)
        pointers.push_back(const_cast<char*>(text.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

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

/// The arguments and the environment of a command, ready before a fork.
struct ExecTexts {
    ExecTexts(const Command& command, const std::string& mark)
        : variables(marked_environment(command, mark)),
          arguments(pointers_to(command.arguments)),
          environment(pointers_to(variables)) {}

    std::vector<std::string> variables;
    std::vector<char*> arguments;
    std::vector<char*> environment;
};

constexpr std::array<std::string_view, 9> calls = {
    "fork", "open", "dup2", "chroot", "chdir", "setgroups", "setgid", "setuid", "exec"};

/// The report of a forked child that cannot execute the program.
struct ChildError {
    int error;
    std::size_t call; ///< of `calls`
};

/// All that a child needs, ready before the fork.
struct Launch {
    const Command& command;
    StandardFiles files;
    ChildIdentity identity;
    ExecTexts texts;
    rlimit descriptors;
    pid_t parent;
};

bool provide(int from, int to, int flags) {
    if (from < 0) from = ::open("/dev/null", flags);
    return from >= 0 && ::dup2(from, to) >= 0;
}

bool provide(const StandardFiles& files) {
    return provide(files.input, STDIN_FILENO, O_RDONLY) &&
           provide(files.output, STDOUT_FILENO, O_WRONLY) &&
           provide(files.errors, STDERR_FILENO, O_WRONLY);
}

constexpr int lock_number = STDERR_FILENO + 1;
constexpr int lowest_failure_number = 10; ///< above those that a child provides

/// Lets exec close all other descriptors.
bool provide_lock(const Command& command) {
    const bool has_lock = command.lock_descriptor >= 0 && !command.user && !command.group;
    if (has_lock && ::dup2(command.lock_descriptor, lock_number) < 0) return false;
    const auto first = static_cast<unsigned>(has_lock ? lock_number + 1 : lock_number);
    if (has_lock) ::fcntl(lock_number, F_SETFD, 0); // dup2 leaves it as it is if it had the number
    return ::close_range(first, ~0U, CLOSE_RANGE_CLOEXEC) == 0;
}

void block_signals(sigset_t* before) {
    sigset_t all;
    sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, before);
}

void reset_handlers() {
    struct sigaction action = {};
    action.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; ++number)
        ::sigaction(number, &action, nullptr);
}

void unblock_signals() {
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// In the child, which may share our memory: nothing here allocates. Returns the call that failed;
/// errno holds the reason.
std::string_view become(const Launch& launch) {
    const Command& command = launch.command;
    ::setpgid(0, 0);
    reset_handlers();
    if (!provide(launch.files)) return "dup2";
    if (command.umask) ::umask(*command.umask);
    if (!command.root.empty() && (::chroot(command.root.c_str()) != 0 || ::chdir("/") != 0))
        return "chroot";
    if (!command.folder.empty() && ::chdir(command.folder.c_str()) != 0) return "chdir";
    if (const std::string_view failed = take_identity(launch.identity); !failed.empty())
        return failed;
    // A change of identity clears this setting.
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != launch.parent) ::_exit(127); // the parent had ended before
    ::setrlimit(RLIMIT_NOFILE, &launch.descriptors);
    if (!provide_lock(command)) return "dup2";
    unblock_signals();
    ::execve(
        launch.texts.arguments[0], launch.texts.arguments.data(), launch.texts.environment.data()
    );
    return "exec";
}

[[noreturn]] void report_and_exit(std::string_view call, int to) {
    ChildError failure = {errno, 0};
    while (failure.call + 1 < calls.size() && calls[failure.call] != call)
        ++failure.call;
    [[maybe_unused]] const ssize_t written = ::write(to, &failure, sizeof failure);
    ::_exit(127);
}

/// Returns the error of the child; nullopt once it has become the program.
std::optional<ChildError> read_error(const FileDescriptor& failures) {
    ChildError failure = {};
    ssize_t count = 0;
    do {
        count = ::read(failures.number(), &failure, sizeof failure);
    } while (count < 0 && errno == EINTR);
    return count > 0 ? std::optional(failure) : std::nullopt;
}

/// The child shares our memory, and we stop, until it has become the program: a fork would copy the
/// page tables of a large policy. Not for a child of another user.
pid_t fork_for(const Launch& launch, int failures) {
    const bool is_other_user = launch.identity.group.has_value();
    const pid_t pid = is_other_user ? ::fork() : ::vfork(); // NOLINT(clang-analyzer-security.*)
    if (pid == 0) report_and_exit(become(launch), failures);
    return pid;
}

using LaunchResult = std::variant<pid_t, StartFailure>;

LaunchResult launch_child(const Launch& launch) {
    Pipe failures = open_pipe();
    if (!failures.reading) return StartFailure{errno, "pipe"};
    failures.writing =
        FileDescriptor(::fcntl(failures.writing.number(), F_DUPFD_CLOEXEC, lowest_failure_number));
    if (!failures.writing) return StartFailure{errno, "fcntl"};
    sigset_t before;
    block_signals(&before);
    const pid_t pid = fork_for(launch, failures.writing.number());
    const int error = errno;
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    if (pid < 0) return StartFailure{error, "fork"};
    ::setpgid(pid, pid); // the child does so, too, and may be later
    failures.writing.close();
    const auto failure = read_error(failures.reading);
    if (!failure) return pid;
    ::waitpid(pid, nullptr, 0);
    return StartFailure{failure->error, calls.at(failure->call)};
}

FileDescriptor descriptor_of(pid_t process) {
    return FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
}

} // namespace

std::variant<Child, StartFailure> start(const TrustedCommand& command, const StandardFiles& files) {
    if (command.error() != 0) return StartFailure{command.error(), "exec"};
    std::string mark = new_mark();
    const LaunchResult started = launch_child({
        .command = *command,
        .files = files,
        .identity = child_identity(*command),
        .texts = ExecTexts(*command, mark),
        .descriptors = initial_descriptor_limit(),
        .parent = ::getpid(),
    });
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
