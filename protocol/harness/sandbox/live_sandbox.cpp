#include "protocol/harness/sandbox/job.h"
#include "protocol/harness/sandbox/sandbox.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>

#include <fcntl.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vow::harness {
namespace {

/// Signals that a run handles.
constexpr std::array passed_on = {SIGHUP, SIGINT, SIGTERM, SIGUSR1};

/// A folder that every machine has. The layers hide its files from themselves only.
std::string mount_point() {
    std::error_code error;
    for (const char* folder : {"/tmp", "/var/tmp", "/run", "/mnt"}) {
        const auto status = std::filesystem::symlink_status(folder, error);
        if (std::filesystem::is_directory(status)) return folder;
    }
    return "/";
}

/// Takes the signals that are passed on from this process while it lives.
class HeldSignals {
public:
    HeldSignals() {
        sigset_t held;
        sigemptyset(&held);
        for (const int signal : passed_on)
            sigaddset(&held, signal);
        ::sigprocmask(SIG_BLOCK, &held, &before_);
        signals_ = FileDescriptor(::signalfd(-1, &held, SFD_CLOEXEC | SFD_NONBLOCK));
    }
    HeldSignals(const HeldSignals&) = delete;
    HeldSignals& operator=(const HeldSignals&) = delete;
    ~HeldSignals() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

    const sigset_t& before() const { return before_; }
    int descriptor() const { return signals_.number(); }
    void pass_on_to(pid_t group) const {
        signalfd_siginfo info = {};
        while (::read(signals_.number(), &info, sizeof info) == sizeof info)
            ::kill(-group, static_cast<int>(info.ssi_signo));
    }

private:
    sigset_t before_ = {};
    FileDescriptor signals_;
};

/// Reads to the end of the answer.
std::string read_answer(const FileDescriptor& answer, const HeldSignals& signals, pid_t group) {
    std::string text;
    std::array<char, 4096> block{};
    std::array<pollfd, 2> files = {
        {{answer.number(), POLLIN, 0}, {signals.descriptor(), POLLIN, 0}}};
    while (true) {
        if (::poll(files.data(), files.size(), -1) < 0 && errno != EINTR) return text;
        signals.pass_on_to(group);
        if (files[0].revents == 0) continue;
        const ssize_t count = ::read(answer.number(), block.data(), block.size());
        if (count <= 0) return text;
        text.append(block.data(), static_cast<std::size_t>(count));
    }
}

/// Closes all descriptors above the standard ones but these.
void close_all_but(std::vector<int> kept) {
    std::ranges::sort(kept);
    unsigned first = STDERR_FILENO + 1;
    for (const int number : kept) {
        const auto last = static_cast<unsigned>(number);
        if (last > first) ::close_range(first, last - 1, 0);
        first = std::max(first, last + 1);
    }
    ::close_range(first, ~0U, 0);
}

void leave_standard_input() {
    const FileDescriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    ::dup2(nothing.number(), STDIN_FILENO);
}

} // namespace

std::variant<Data, NoSandbox, LostWork>
live_in_sandbox(const std::function<Data(const Inside&)>& work, const std::vector<int>& kept) {
    Pipe answer = open_pipe();
    if (!answer.reading) return NoSandbox{"cannot make a pipe"};
    const HeldSignals signals;
    const pid_t caller = ::getpid();
    const pid_t child = ::fork();
    if (child < 0) return NoSandbox{"cannot start a process"};
    if (child == 0) {
        ::setpgid(0, 0); // the terminal's signals reach the caller, which passes them on
        std::vector<int> open = kept;
        open.push_back(answer.writing.number());
        close_all_but(std::move(open));
        leave_standard_input();
        std::error_code error;
        const std::filesystem::path here = std::filesystem::current_path(error);
        const auto with_value = [&](Layers& layers, const Inside& inside) {
            layers.stay();
            std::filesystem::current_path(here, error);
            return Data::object({{"value", work(inside)}});
        };
        run_job(
            {.caller = caller,
             .folder = mount_point(),
             .work = with_value,
             .tell = [](const Observation&) {},
             .watching = Job::Watching::needed,
             .signals = signals.before()},
            std::move(answer.writing)
        );
    }
    ::setpgid(child, child); // the child does so, too: one of the two is first
    answer.writing.close();
    const std::string text = read_answer(answer.reading, signals, child);
    ::waitpid(child, nullptr, 0);
    const auto read = parse_json(text);
    const auto* data = std::get_if<Data>(&read);
    if (data == nullptr) return LostWork{"it ended without an answer"};
    if (const Data* why = data->find(Job::no_sandbox)) return NoSandbox{std::string(why->text())};
    if (const Data* why = data->find(Job::lost_work)) return LostWork{std::string(why->text())};
    return *data->find("value");
}

} // namespace vow::harness
