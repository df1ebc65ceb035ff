#include "agent/machine/descriptor.h"
#include "agent/machine/host.h"
#include "protocol/text/words.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vow::agent {
namespace {

struct Pipe {
    Descriptor reading, writing;
};

Pipe make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {};
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

/// A file in memory that holds `text`, to be read from its start. A pipe would have to be fed while
/// the output is read.
Descriptor input_of(std::string_view text) {
    Descriptor file(::memfd_create("input", MFD_CLOEXEC));
    while (file && !text.empty()) {
        const ssize_t written = ::write(file.number(), text.data(), text.size());
        if (written < 0 && errno != EINTR) return {};
        if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
    }
    if (file) ::lseek(file.number(), 0, SEEK_SET);
    return file;
}

/// How a child starts: its standard files, a process group of its own, no signal held back.
class Start {
public:
    Start(Command::Capture capture, int input, int output) {
        posix_spawn_file_actions_init(&actions_);
        duplicate(input, STDIN_FILENO);
        if (capture == Command::Capture::standard_error)
            open(STDOUT_FILENO, O_WRONLY);
        else
            duplicate(output, STDOUT_FILENO);
        if (capture == Command::Capture::standard_output)
            open(STDERR_FILENO, O_WRONLY);
        else
            duplicate(output, STDERR_FILENO);

        posix_spawnattr_init(&attributes_);
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&attributes_, &none);
        sigset_t all;
        sigfillset(&all);
        posix_spawnattr_setsigdefault(&attributes_, &all);
        posix_spawnattr_setpgroup(&attributes_, 0);
        posix_spawnattr_setflags(
            &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        );
    }
    Start(const Start&) = delete;
    Start& operator=(const Start&) = delete;
    ~Start() {
        posix_spawnattr_destroy(&attributes_);
        posix_spawn_file_actions_destroy(&actions_);
    }

    /// The child's process id, or why there is none.
    Answer<pid_t> spawn(std::vector<std::string> words) const {
        std::vector<char*> arguments;
        arguments.reserve(words.size() + 1);
        for (std::string& word : words)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        pid_t pid = 0;
        const int error = posix_spawn(
            &pid, arguments.front(), &actions_, &attributes_, arguments.data(), environ
        );
        if (error != 0) return {.why_not = std::strerror(error)};
        return {.value = pid};
    }

private:
    void open(int file, int flags) {
        posix_spawn_file_actions_addopen(&actions_, file, "/dev/null", flags, 0);
    }
    void duplicate(int from, int to) { posix_spawn_file_actions_adddup2(&actions_, from, to); }

    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

/// Reads until the child and all that hold its output have closed it, or the run is stopped.
std::string read_all(const Descriptor& output, const Stop& stop) {
    std::string text;
    std::array<char, 65536> buffer; // NOLINT(*-member-init): 64 KiB that read() fills
    while (stop.signal() == 0) {
        pollfd wanted{.fd = output.number(), .events = POLLIN, .revents = 0};
        if (::poll(&wanted, 1, -1) < 0) continue;
        const ssize_t got = ::read(output.number(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return text;
}

int exit_code_of(int status) {
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

} // namespace

Answer<CommandResult> MachineHost::run(const Command& command) {
    std::vector<std::string> words = command.shell == Command::Shell::use
                                         ? std::vector<std::string>{"/bin/sh", "-c", command.line}
                                         : words_of(command.line);
    if (words.empty()) return {.why_not = "no command"};
    const Descriptor input = input_of(command.input);
    Pipe pipe = make_pipe();
    if (!input || !pipe.reading) return {.why_not = std::strerror(errno)};
    const auto pid =
        Start(command.capture, input.number(), pipe.writing.number()).spawn(std::move(words));
    if (!pid) return {.why_not = pid.why_not};
    pipe.writing.close();
    CommandResult result{.exit_code = 0, .output = read_all(pipe.reading, stop_)};
    if (stop_.signal() != 0) ::kill(-*pid, SIGKILL);
    int status = 0;
    while (::waitpid(*pid, &status, 0) < 0 && errno == EINTR) {
        if (stop_.signal() != 0) ::kill(-*pid, SIGKILL);
    }
    result.exit_code = exit_code_of(status);
    return {.value = std::move(result)};
}

} // namespace vow::agent
