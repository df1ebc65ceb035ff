#include "modules/sdk/cpp/launch.h"

#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vow::modules {

namespace {

struct Pipe {
    FileDescriptor reading, writing;
};

Pipe open_pipe() {
    std::array<int, 2> ends = {-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
    return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

class UmaskScope {
public:
    explicit UmaskScope(std::uint32_t mask) : before_(umask(mask)) {}
    UmaskScope(const UmaskScope&) = delete;
    UmaskScope& operator=(const UmaskScope&) = delete;
    ~UmaskScope() { umask(before_); }

private:
    mode_t before_;
};

std::vector<char*> argument_pointers(const Program& program) {
    std::vector<char*> pointers;
    for (const std::string& argument : program.arguments) {
        pointers.push_back(const_cast<char*>(argument.c_str())); // exec does not write to them
    }
    pointers.push_back(nullptr);
    return pointers;
}

class SpawnTerms {
public:
    SpawnTerms(const Program& program, int output) {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions_, output, STDERR_FILENO);
        posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
        if (!program.directory.empty()) {
            posix_spawn_file_actions_addchdir_np(&actions_, program.directory.c_str());
        }
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
    SpawnTerms(const SpawnTerms&) = delete;
    SpawnTerms& operator=(const SpawnTerms&) = delete;
    ~SpawnTerms() {
        posix_spawnattr_destroy(&attributes_);
        posix_spawn_file_actions_destroy(&actions_);
    }

    const posix_spawn_file_actions_t* actions() const { return &actions_; }
    const posix_spawnattr_t* attributes() const { return &attributes_; }

private:
    posix_spawn_file_actions_t actions_ = {};
    posix_spawnattr_t attributes_ = {};
};

Launched spawn(const Program& program, Pipe output) {
    const SpawnTerms terms(program, output.writing.number());
    const UmaskScope umask_of_program(program.umask);
    const std::vector<char*> arguments = argument_pointers(program);
    Launched launched;
    const int error = posix_spawn(
        &launched.pid,
        arguments.front(),
        terms.actions(),
        terms.attributes(),
        arguments.data(),
        environ
    );
    if (error != 0) return Launched::failed(error, "exec");
    launched.output = std::move(output.reading);
    return launched;
}

/// What a forked child tells when it cannot become the program.
struct ChildError {
    int error;
    char call[12];
};

/// The groups of the user a program is to run as, found before the fork.
std::vector<gid_t> groups_of(const Program& program) {
    const gid_t group = program.group.value_or(getgid());
    const passwd* entry = program.user ? getpwuid(*program.user) : nullptr;
    if (entry == nullptr) return {group};
    int count = 64;
    std::vector<gid_t> groups(static_cast<std::size_t>(count));
    const gid_t primary = program.group.value_or(entry->pw_gid);
    if (getgrouplist(entry->pw_name, primary, groups.data(), &count) < 0) return {primary};
    groups.resize(static_cast<std::size_t>(count));
    return groups;
}

/// In the forked child: nothing here allocates. Returns the call that failed; errno says why.
const char* become(
    const Program& program, const std::vector<gid_t>& groups, char* const* arguments, int output
) {
    const int empty = open("/dev/null", O_RDONLY);
    if (empty < 0 || dup2(empty, STDIN_FILENO) < 0) return "open";
    if (dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0) return "dup2";
    umask(program.umask);
    if (!program.root.empty() && (chroot(program.root.c_str()) != 0 || chdir("/") != 0)) {
        return "chroot";
    }
    if (!program.directory.empty() && chdir(program.directory.c_str()) != 0) return "chdir";
    const bool someone_else = program.user || program.group;
    if (someone_else && setgroups(groups.size(), groups.data()) != 0) return "setgroups";
    if (program.group && setgid(*program.group) != 0) return "setgid";
    if (program.user && setuid(*program.user) != 0) return "setuid";
    execv(arguments[0], arguments);
    return "exec";
}

[[noreturn]] void tell_and_exit(const char* call, int to) {
    ChildError told = {errno, {}};
    for (std::size_t i = 0; i + 1 < sizeof told.call && call[i] != '\0'; ++i)
        told.call[i] = call[i];
    // Nobody is left to hear of a failure to tell.
    [[maybe_unused]] const ssize_t written = write(to, &told, sizeof told);
    _exit(127);
}

void reset_signals() {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

constexpr std::string_view calls[] = {
    "open", "dup2", "chroot", "chdir", "setgroups", "setgid", "setuid", "exec"};

std::string_view call_named(std::string_view name) {
    for (const std::string_view call : calls) {
        if (call == name) return call;
    }
    return "fork";
}

Launched fork_contained(const Program& program, Pipe output) {
    Pipe misfortune = open_pipe();
    if (!misfortune.reading) return Launched::failed(errno, "pipe");
    const std::vector<char*> arguments = argument_pointers(program);
    const std::vector<gid_t> groups = groups_of(program);
    const pid_t pid = fork();
    if (pid < 0) return Launched::failed(errno, "fork");
    if (pid == 0) {
        setpgid(0, 0);
        reset_signals();
        const char* failed = become(program, groups, arguments.data(), output.writing.number());
        tell_and_exit(failed, misfortune.writing.number());
    }
    setpgid(pid, pid);
    misfortune.writing.reset();
    ChildError told = {};
    ssize_t count = 0;
    do {
        count = read(misfortune.reading.number(), &told, sizeof told);
    } while (count < 0 && errno == EINTR);
    if (count > 0) {
        waitpid(pid, nullptr, 0);
        return Launched::failed(told.error, call_named(told.call));
    }
    Launched launched;
    launched.pid = pid;
    launched.output = std::move(output.reading);
    return launched;
}

} // namespace

Launched Launched::failed(int error, std::string_view call) {
    Launched launched;
    launched.error = error;
    launched.failed_call = call;
    return launched;
}

Launched launch(const Program& program) {
    Pipe output = open_pipe();
    if (!output.reading) return Launched::failed(errno, "pipe");
    // posix_spawn does not say which of its steps failed.
    struct stat status = {};
    if (!program.directory.empty() && program.root.empty() &&
        stat(program.directory.c_str(), &status) != 0) {
        return Launched::failed(errno, "chdir");
    }
    const bool contained = program.user || program.group || !program.root.empty();
    return contained ? fork_contained(program, std::move(output))
                     : spawn(program, std::move(output));
}

} // namespace vow::modules
