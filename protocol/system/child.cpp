#include "protocol/system/child.h"

#include "protocol/system/accounts.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <grp.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vow {
namespace {

class UmaskScope {
public:
    explicit UmaskScope(std::optional<std::uint32_t> mask) {
        if (mask) before_ = ::umask(*mask);
    }
    UmaskScope(const UmaskScope&) = delete;
    UmaskScope& operator=(const UmaskScope&) = delete;
    ~UmaskScope() {
        if (before_) ::umask(*before_);
    }

private:
    std::optional<mode_t> before_ = {};
};

/// Texts in the form of exec's parameters. Borrows the texts, which exec does not change.
std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (const std::string& text : texts)
        pointers.push_back(const_cast<char*>(text.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

/// The arguments and the environment of a command, ready before a fork.
struct ExecTexts {
    explicit ExecTexts(const Command& command) : arguments(pointers_to(command.arguments)) {
        if (command.environment) own_environment = pointers_to(*command.environment);
    }
    char* const* environment() const {
        return own_environment.empty() ? environ : own_environment.data();
    }

    std::vector<char*> arguments;
    std::vector<char*> own_environment = {};
};

/// The steps of posix_spawn between fork and exec.
class SpawnSteps {
public:
    SpawnSteps(const Command& command, const StandardFiles& files) {
        posix_spawn_file_actions_init(&actions_);
        provide(files.input, STDIN_FILENO, O_RDONLY);
        provide(files.output, STDOUT_FILENO, O_WRONLY);
        provide(files.errors, STDERR_FILENO, O_WRONLY);
        posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
        if (!command.folder.empty())
            posix_spawn_file_actions_addchdir_np(&actions_, command.folder.c_str());
        sigset_t none;
        sigset_t all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_init(&attributes_);
        posix_spawnattr_setpgroup(&attributes_, 0);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setsigdefault(&attributes_, &all);
        posix_spawnattr_setflags(
            &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        );
    }
    SpawnSteps(const SpawnSteps&) = delete;
    SpawnSteps& operator=(const SpawnSteps&) = delete;
    ~SpawnSteps() {
        posix_spawnattr_destroy(&attributes_);
        posix_spawn_file_actions_destroy(&actions_);
    }

    const posix_spawn_file_actions_t* actions() const { return &actions_; }
    const posix_spawnattr_t* attributes() const { return &attributes_; }

private:
    void provide(int from, int to, int flags) {
        if (from < 0)
            posix_spawn_file_actions_addopen(&actions_, to, "/dev/null", flags, 0);
        else
            posix_spawn_file_actions_adddup2(&actions_, from, to);
    }

    posix_spawn_file_actions_t actions_ = {};
    posix_spawnattr_t attributes_ = {};
};

using Started = std::variant<pid_t, StartFailure>;

Started spawn(const Command& command, const StandardFiles& files) {
    // posix_spawn does not report which of its steps failed.
    struct stat status = {};
    if (!command.folder.empty() && ::stat(command.folder.c_str(), &status) != 0)
        return StartFailure{errno, "chdir"};
    const SpawnSteps steps(command, files);
    const UmaskScope mask(command.umask);
    const ExecTexts texts(command);
    pid_t pid = -1;
    const int error = posix_spawn(
        &pid,
        texts.arguments.front(),
        steps.actions(),
        steps.attributes(),
        texts.arguments.data(),
        texts.environment()
    );
    if (error != 0) return StartFailure{error, "exec"};
    return pid;
}

constexpr std::array<std::string_view, 9> calls = {
    "fork", "open", "dup2", "chroot", "chdir", "setgroups", "setgid", "setuid", "exec"};

/// The report of a forked child that cannot execute the program.
struct ChildError {
    int error;
    std::size_t call; ///< of `calls`
};

/// The groups of the user that a command runs as, looked up before the fork.
std::vector<gid_t> groups_of(const Command& command) {
    const gid_t group = command.group.value_or(::getgid());
    const auto user = command.user ? find_user(*command.user) : std::nullopt;
    if (!user) return {group};
    int count = 64;
    std::vector<gid_t> groups(static_cast<std::size_t>(count));
    const gid_t primary = command.group.value_or(user->gid);
    if (getgrouplist(user->name.c_str(), primary, groups.data(), &count) < 0) return {primary};
    groups.resize(static_cast<std::size_t>(count));
    return groups;
}

bool provide(int from, int to, int flags) {
    if (from < 0) from = ::open("/dev/null", flags);
    return from >= 0 && ::dup2(from, to) >= 0;
}

void reset_signals() {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    for (int number = 1; number < NSIG; ++number)
        ::signal(number, SIG_DFL);
}

/// In the forked child: nothing here allocates. Returns the call that failed, with the error in
/// errno.
std::string_view become(
    const Command& command,
    const StandardFiles& files,
    const std::vector<gid_t>& groups,
    const ExecTexts& texts
) {
    if (!provide(files.input, STDIN_FILENO, O_RDONLY) ||
        !provide(files.output, STDOUT_FILENO, O_WRONLY) ||
        !provide(files.errors, STDERR_FILENO, O_WRONLY)) {
        return "dup2";
    }
    if (command.umask) ::umask(*command.umask);
    if (!command.root.empty() && (::chroot(command.root.c_str()) != 0 || ::chdir("/") != 0))
        return "chroot";
    if (!command.folder.empty() && ::chdir(command.folder.c_str()) != 0) return "chdir";
    const bool is_other = command.user || command.group;
    if (is_other && ::setgroups(groups.size(), groups.data()) != 0) return "setgroups";
    if (command.group && ::setgid(*command.group) != 0) return "setgid";
    if (command.user && ::setuid(*command.user) != 0) return "setuid";
    // Descriptors that we inherited ourselves are not closed by exec.
    ::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    ::execve(texts.arguments[0], texts.arguments.data(), texts.environment());
    return "exec";
}

[[noreturn]] void report_and_exit(std::string_view call, int to) {
    ChildError failure = {errno, 0};
    while (failure.call + 1 < calls.size() && calls[failure.call] != call)
        ++failure.call;
    [[maybe_unused]] const ssize_t written = ::write(to, &failure, sizeof failure);
    ::_exit(127);
}

/// Does what posix_spawn cannot: starts a program as another user or in another root.
Started fork_contained(const Command& command, const StandardFiles& files) {
    Pipe failures = open_pipe();
    if (!failures.reading) return StartFailure{errno, "pipe"};
    const ExecTexts texts(command);
    const std::vector<gid_t> groups = groups_of(command);
    const pid_t pid = ::fork();
    if (pid < 0) return StartFailure{errno, "fork"};
    if (pid == 0) {
        ::setpgid(0, 0);
        reset_signals();
        report_and_exit(become(command, files, groups, texts), failures.writing.number());
    }
    ::setpgid(pid, pid);
    failures.writing.close();
    ChildError failure = {};
    ssize_t count = 0;
    do {
        count = ::read(failures.reading.number(), &failure, sizeof failure);
    } while (count < 0 && errno == EINTR);
    if (count <= 0) return pid;
    ::waitpid(pid, nullptr, 0);
    return StartFailure{failure.error, calls.at(failure.call)};
}

} // namespace

std::variant<Child, StartFailure> start(const Command& command, const StandardFiles& files) {
    const bool is_contained = command.user || command.group || !command.root.empty();
    const Started started = is_contained ? fork_contained(command, files) : spawn(command, files);
    if (const auto* failure = std::get_if<StartFailure>(&started)) return *failure;
    const pid_t pid = std::get<pid_t>(started);
    // The child is not reaped yet, so its number cannot belong to another process.
    FileDescriptor exit(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    if (exit) return Child{.pid = pid, .exit = std::move(exit)};
    const StartFailure failure = {errno, "pidfd_open"};
    signal_group(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
    return failure;
}

void signal_group(pid_t child, int number) {
    ::kill(-child, number);
    if (::getpgid(child) != child) ::kill(child, number);
}

} // namespace vow
