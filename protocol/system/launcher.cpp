#include "protocol/system/child.h"
#include "protocol/system/file_descriptor.h"

#include <boost/optional.hpp>
#include <boost/type_traits/decay.hpp>

#include <cerrno>
#include <csignal>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// Does not include the two headers of Boost above, which it needs.
#include <boost/process/v2/posix/default_launcher.hpp>

namespace vow {
namespace {

namespace boost_process = boost::process::v2;
using boost_process::error_code;
using Path = boost_process::filesystem::path;
using Arguments = const char* const*;

/// Where the name of a call that failed lies: of static storage, which parent and child share.
struct ChildError {
    int error;
    std::string_view call;
};

std::vector<const char*> pointers_to(const std::vector<std::string>& texts) {
    std::vector<const char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (const std::string& text : texts)
        pointers.push_back(text.c_str());
    pointers.push_back(nullptr);
    return pointers;
}

/// Blocks every signal of the calling thread while it lives.
class BlockedSignals {
public:
    BlockedSignals() {
        sigset_t all;
        sigfillset(&all);
        ::sigprocmask(SIG_SETMASK, &all, &before_);
    }
    BlockedSignals(const BlockedSignals&) = delete;
    BlockedSignals& operator=(const BlockedSignals&) = delete;
    ~BlockedSignals() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

private:
    sigset_t before_ = {};
};

enum class Memory {
    shared, ///< with the child, while we stop: a fork would copy the page tables of a large policy
    copied  ///< for a child of another user
};

/// The launcher of Boost.Process with another fork, and the name of the call that failed.
class Launcher : public boost_process::posix::default_launcher {
public:
    using Result = std::variant<pid_t, StartFailure>;

    explicit Launcher(Memory memory) : memory_(memory) {}

    template <class... Initializers>
    Result start(const Path& program, Arguments arguments, Initializers&&... initializers) {
        Pipe failures = open_pipe();
        if (!failures.reading) return StartFailure{errno, "pipe"};
        failures.writing = above_standard_files(failures.writing);
        if (!failures.writing) return StartFailure{errno, "fcntl"};
        const auto run_initializers = [&] {
            return boost_process::posix::detail::on_exec_setup(
                *this, program, arguments, initializers...
            );
        };
        if (!fork(failures.writing.number(), program, arguments, run_initializers))
            return StartFailure{errno, "fork"};
        failures.writing.close();
        const auto failure = read_error(failures.reading);
        if (!failure) return pid;
        ::waitpid(pid, nullptr, 0);
        return StartFailure{failure->error, failure->call};
    }

    /// The error of a call in an initializer: errno is its reason.
    error_code failed(std::string_view call) {
        call_ = call;
        return {errno, boost::system::system_category()};
    }

private:
    static constexpr int lowest_failure_number = 10; ///< above those that a child provides

    static FileDescriptor above_standard_files(const FileDescriptor& file) {
        return FileDescriptor(::fcntl(file.number(), F_DUPFD_CLOEXEC, lowest_failure_number));
    }

    /// False if there is no child. The child never returns.
    template <class RunInitializers>
    bool fork(
        int failures, const Path& program, Arguments arguments, const RunInitializers& initialized
    ) {
        const BlockedSignals blocked;
        const bool is_shared = memory_ == Memory::shared;
        const pid_t child = is_shared ? ::vfork() : ::fork(); // NOLINT(clang-analyzer-*)
        if (child == 0) become(failures, program, arguments, initialized());
        pid = child;
        return pid > 0;
    }

    [[noreturn]] void
    become(int failures, const Path& program, Arguments arguments, error_code error) {
        if (!error) {
            ::execve(program.c_str(), const_cast<char**>(arguments), const_cast<char**>(env));
            error = failed("exec");
        }
        const ChildError failure = {error.value(), call_};
        [[maybe_unused]] const ssize_t written = ::write(failures, &failure, sizeof failure);
        ::_exit(127);
    }

    /// The error of the child; nullopt once it has become the program.
    static std::optional<ChildError> read_error(const FileDescriptor& failures) {
        ChildError failure = {};
        ssize_t count = 0;
        do {
            count = ::read(failures.number(), &failure, sizeof failure);
        } while (count < 0 && errno == EINTR);
        return count > 0 ? std::optional(failure) : std::nullopt;
    }

    Memory memory_;
    std::string_view call_ = {};
};

// The initializers run in the child, which may share our memory: none of them allocates.

/// A process group of its own, in a session of its own if the command wants one.
struct OwnGroup {
    Command::Session session;

    error_code on_exec_setup(Launcher& /*launcher*/, const Path& /*program*/, Arguments) const {
        if (session == Command::Session::own)
            ::setsid();
        else
            ::setpgid(0, 0);
        return {};
    }
};

struct DefaultSignals {
    error_code on_exec_setup(Launcher& /*launcher*/, const Path& /*program*/, Arguments) const {
        struct sigaction action = {};
        action.sa_handler = SIG_DFL;
        for (int number = 1; number < NSIG; ++number)
            ::sigaction(number, &action, nullptr);
        return {};
    }
};

/// Last of all, when nothing of ours would be interrupted any more.
struct UnblockedSignals {
    error_code on_exec_setup(Launcher& /*launcher*/, const Path& /*program*/, Arguments) const {
        sigset_t none;
        sigemptyset(&none);
        ::sigprocmask(SIG_SETMASK, &none, nullptr);
        return {};
    }
};

struct StandardDescriptors {
    StandardFiles files;

    error_code on_exec_setup(Launcher& launcher, const Path& /*program*/, Arguments) const {
        const bool has_all = provide(files.input, STDIN_FILENO, O_RDONLY) &&
                             provide(files.output, STDOUT_FILENO, O_WRONLY) &&
                             provide(files.errors, STDERR_FILENO, O_WRONLY);
        return has_all ? error_code() : launcher.failed("dup2");
    }

private:
    static bool provide(int from, int to, int flags) {
        if (from < 0) from = ::open("/dev/null", flags);
        return from >= 0 && ::dup2(from, to) >= 0;
    }
};

/// umask, root and working folder.
struct Surroundings {
    const Command& command;

    error_code on_exec_setup(Launcher& launcher, const Path& /*program*/, Arguments) const {
        if (command.umask) ::umask(*command.umask);
        const std::string& root = command.root;
        if (!root.empty() && (::chroot(root.c_str()) != 0 || ::chdir("/") != 0))
            return launcher.failed("chroot");
        if (!command.folder.empty() && ::chdir(command.folder.c_str()) != 0)
            return launcher.failed("chdir");
        return {};
    }
};

struct Identity {
    const ChildIdentity& identity;

    error_code on_exec_setup(Launcher& launcher, const Path& /*program*/, Arguments) const {
        const std::string_view failed = take_identity(identity);
        return failed.empty() ? error_code() : launcher.failed(failed);
    }
};

/// SIGTERM when the parent ends. Comes after Identity, since a change of identity clears it.
struct EndWithParent {
    pid_t parent;

    error_code on_exec_setup(Launcher& /*launcher*/, const Path& /*program*/, Arguments) const {
        ::prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (::getppid() != parent) ::_exit(127); // the parent had ended before
        return {};
    }
};

/// The lock descriptor as number 3, and no other one: exec closes them.
struct Descriptors {
    const Command& command;
    rlimit limit;

    error_code on_exec_setup(Launcher& launcher, const Path& /*program*/, Arguments) const {
        ::setrlimit(RLIMIT_NOFILE, &limit);
        const bool has_lock = command.lock_descriptor >= 0 && !command.user && !command.group;
        if (has_lock && ::dup2(command.lock_descriptor, lock_number) < 0)
            return launcher.failed("dup2");
        // dup2 leaves it as it is if it had the number
        if (has_lock) ::fcntl(lock_number, F_SETFD, 0);
        const auto first = static_cast<unsigned>(has_lock ? lock_number + 1 : lock_number);
        const bool are_closed = ::close_range(first, ~0U, CLOSE_RANGE_CLOEXEC) == 0;
        return are_closed ? error_code() : launcher.failed("close_range");
    }

private:
    static constexpr int lock_number = STDERR_FILENO + 1;
};

} // namespace

std::string StartFailure::reason() const {
    return details.empty() ? std::generic_category().message(error) : details;
}

std::variant<pid_t, StartFailure> launch(
    const Command& command, const StandardFiles& files, const std::vector<std::string>& environment
) {
    const ChildIdentity identity = child_identity(command);
    std::vector<const char*> arguments = pointers_to(command.arguments);
    if (!command.name.empty()) arguments.front() = command.name.c_str();
    const std::vector<const char*> variables = pointers_to(environment);
    Launcher launcher(identity.group ? Memory::copied : Memory::shared);
    launcher.env = variables.data();
    return launcher.start(
        Path(command.arguments.front()),
        arguments.data(),
        OwnGroup{command.session},
        DefaultSignals(),
        StandardDescriptors{files},
        Surroundings{command},
        Identity{identity},
        EndWithParent{::getpid()},
        Descriptors{command, initial_descriptor_limit()},
        UnblockedSignals()
    );
}

} // namespace vow
