#include "protocol/client/spawn.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace vow::client {
namespace {

[[noreturn]] void fail(int error, const std::string& what) {
    throw std::system_error(error, std::generic_category(), what);
}

struct Pipe {
    Pipe() {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) fail(errno, "pipe2");
        read = FileDescriptor(ends[0]);
        write = FileDescriptor(ends[1]);
    }

    FileDescriptor read, write;
};

/// Our environment, and what a module is told in it. It points into ours.
std::vector<char*> environment_with(Progress progress) {
    static constexpr std::string_view name = "VOW_PROGRESS=";
    static std::array<char, 15> watched = {"VOW_PROGRESS=1"};
    std::vector<char*> all;
    for (char** each = environ; *each != nullptr; ++each) {
        if (!std::string_view(*each).starts_with(name)) all.push_back(*each);
    }
    if (progress == Progress::watched) all.push_back(watched.data());
    all.push_back(nullptr);
    return all;
}

/// What posix_spawn is to do in the child.
class Preparation {
public:
    Preparation(const Pipe& input, const Pipe& output, const Pipe& errors) {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_adddup2(&actions_, input.read.number(), STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions_, output.write.number(), STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions_, errors.write.number(), STDERR_FILENO);
        posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);

        posix_spawnattr_init(&attributes_);
        posix_spawnattr_setflags(
            &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        );
        posix_spawnattr_setpgroup(&attributes_, 0);
        sigset_t none;
        sigset_t all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setsigdefault(&attributes_, &all);
    }
    Preparation(const Preparation&) = delete;
    Preparation& operator=(const Preparation&) = delete;
    ~Preparation() {
        posix_spawn_file_actions_destroy(&actions_);
        posix_spawnattr_destroy(&attributes_);
    }

    pid_t start(const std::vector<std::string>& command, Progress progress) const {
        std::vector<char*> arguments;
        for (const std::string& argument : command)
            arguments.push_back(const_cast<char*>(argument.c_str()));
        arguments.push_back(nullptr);
        const std::vector<char*> environment = environment_with(progress);
        pid_t pid = -1;
        const int error = posix_spawn(
            &pid, arguments[0], &actions_, &attributes_, arguments.data(), environment.data()
        );
        if (error != 0) fail(error, command.front());
        return pid;
    }

private:
    posix_spawn_file_actions_t actions_ = {};
    posix_spawnattr_t attributes_ = {};
};

} // namespace

Spawned spawn(const std::vector<std::string>& command, Progress progress) {
    Pipe input;
    Pipe output;
    Pipe errors;
    const pid_t pid = Preparation(input, output, errors).start(command, progress);
    for (const FileDescriptor* ours : {&input.write, &output.read, &errors.read})
        fcntl(ours->number(), F_SETFL, O_NONBLOCK);
    // The child is not reaped yet, so its number cannot mean another process.
    return {
        .pid = pid,
        .input = std::move(input.write),
        .output = std::move(output.read),
        .errors = std::move(errors.read),
        .exit = FileDescriptor(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)))};
}

} // namespace vow::client
