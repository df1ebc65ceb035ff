#include "protocol/harness/sandbox/watch.h"

#include "protocol/harness/sandbox/system_calls.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>

#include <linux/capability.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace vow::harness {
namespace {

/// The message of a watched process to its supervisor.
struct Offer {
    int listener;        ///< a descriptor that reports its system calls, or a negative errno
    pid_t first_process; ///< numbers of processes in the sandbox are not below
};

constexpr char contact_mark = 'c';
constexpr char network_mark = 'n';
constexpr char change_mark = '!';

char mark_of(const Attempt& attempt) {
    if (attempt.kind == Attempt::Kind::change) return change_mark;
    return attempt.reach == Attempt::Reach::network ? network_mark : contact_mark;
}

constexpr char guarded = 'g';
constexpr char watched = 'w';
constexpr char unwatched = 'u';

int report_calls(Namings namings) {
    std::vector<sock_filter> filter = filter_of_outward_calls(namings);
    const sock_fprog program = {static_cast<unsigned short>(filter.size()), filter.data()};
    const auto number =
        ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
    return number < 0 ? -errno : static_cast<int>(number);
}

FileDescriptor descriptor_of(const FileDescriptor& process, int number) {
    return FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_getfd, process.number(), number, 0))
    );
}

std::string obstacle_text(int error) {
    return "attempts to reach outside of the sandbox were not observed: " +
           std::string(std::strerror(error));
}

/// A failure shows itself at the other end, which then reads too little.
void write_bytes(const FileDescriptor& file, const void* bytes, std::size_t size) {
    write_all(file, {static_cast<const char*>(bytes), size});
}

/// The error that refuses a call; 0 if it may go on. Most are refused only if they would be a
/// contact.
int refusal_of(const seccomp_data& call, const std::optional<Attempt>& attempt) {
    switch (call.nr) {
    case SYS_add_key:
    case SYS_keyctl:
    case SYS_request_key: return ENOSYS; // as a kernel that has no keys
    default: break;
    }
    if (!attempt || attempt->kind != Attempt::Kind::contact) return 0;
    switch (call.nr) {
    case SYS_connect:
    case SYS_sendto:
    case SYS_sendmsg: return ECONNREFUSED;
#ifdef SYS_open
    case SYS_open:
#endif
    case SYS_openat: return ENXIO; // as a pipe that no one reads
    default: return 0;
    }
}

/// Decides about the system calls that a listener reports.
class Supervisor {
public:
    Supervisor(FileDescriptor listener, const Offer& offer, const WatchedPlace& place)
        : listener_(std::move(listener)),
          first_process_(offer.first_process),
          place_(place) {}

    void run_until(const FileDescriptor& end) {
        std::array<pollfd, 2> files = {
            {{listener_.number(), POLLIN, 0}, {end.number(), POLLIN, 0}}};
        while (true) {
            if (::poll(files.data(), files.size(), -1) < 0 && errno != EINTR) return;
            if ((files[0].revents & POLLIN) != 0) {
                answer_next();
            } else if (files[0].revents != 0 || files[1].revents != 0) {
                return;
            }
        }
    }

    Observation take_observation() {
        return {.attempts = std::move(attempts_), .has_killed = has_killed_};
    }

private:
    void answer_next() {
        seccomp_notif call = {};
        if (::ioctl(listener_.number(), SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) return;
        const Caller caller(static_cast<pid_t>(call.pid), place_.root);
        const bool is_fatal = is_guarded(call.data, caller);
        if (is_fatal) kill_group_of(static_cast<pid_t>(call.pid));
        const auto attempt = attempt_of(call.data, caller, first_process_);
        seccomp_notif_resp answer = {};
        answer.id = call.id;
        if (attempt) report(*attempt);
        const int refusal = refusal_of(call.data, attempt);
        if (refusal != 0) {
            answer.error = -refusal;
        } else if (is_fatal) {
            answer.error = -EINTR; // else the call may be done before the signal is delivered
        } else {
            answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
        }
        // A caller that has ended in the meantime may have been mistaken for another process.
        if (::ioctl(listener_.number(), SECCOMP_IOCTL_NOTIF_SEND, &answer) == 0 && attempt)
            note(*attempt);
    }

    bool is_guarded(const seccomp_data& call, const Caller& caller) const {
        if (has_killed_ || place_.guarded.empty()) return false;
        const std::string path = completed_path(call, caller);
        return std::find(place_.guarded.begin(), place_.guarded.end(), path) !=
               place_.guarded.end();
    }

    /// A module has a group of its own; that of this process must not be killed.
    void kill_group_of(pid_t process) {
        const pid_t group = ::getpgid(process);
        ::kill(group > 0 && group != ::getpgrp() ? -group : process, SIGKILL);
        has_killed_ = true;
    }

    void report(const Attempt& attempt) const {
        if (place_.reports < 0) return;
        std::string line(1, mark_of(attempt));
        line += attempt.what;
        std::ranges::replace(line, '\n', ' ');
        line += '\n';
        [[maybe_unused]] const auto written = ::write(place_.reports, line.data(), line.size());
    }

    void note(const Attempt& attempt) {
        constexpr std::size_t max_attempts = 100;
        if (attempts_.size() < max_attempts &&
            std::find(attempts_.begin(), attempts_.end(), attempt) == attempts_.end())
            attempts_.push_back(attempt);
    }

    FileDescriptor listener_;
    pid_t first_process_;
    const WatchedPlace& place_;
    std::vector<Attempt> attempts_;
    bool has_killed_ = false;
};

} // namespace

std::vector<std::string> attempt_lines(const Observation& observation, Attempt::Kind kind) {
    std::vector<std::string> lines;
    for (const Attempt& attempt : observation.attempts) {
        if (attempt.kind == kind)
            lines.push_back("it " + attempt.what + ", which is outside of the sandbox");
    }
    return lines;
}

pid_t raise_process_numbers() {
    pid_t most = 0;
    std::ifstream("/proc/sys/kernel/pid_max") >> most;
    std::ofstream out("/proc/sys/kernel/ns_last_pid");
    return (out << most / 2).flush() ? most / 2 : 0;
}

std::vector<Attempt> attempts_in(std::string_view lines) {
    std::vector<Attempt> attempts;
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        const std::string_view line = lines.substr(0, end);
        lines.remove_prefix(std::min(end + 1, lines.size()));
        if (line.empty()) continue;
        const char mark = line.front();
        attempts.push_back(
            {mark == change_mark ? Attempt::Kind::change : Attempt::Kind::contact,
             std::string(line.substr(1)),
             mark == network_mark ? Attempt::Reach::network : Attempt::Reach::machine}
        );
    }
    return attempts;
}

bool be_watched(const FileDescriptor& supervisor, pid_t first_process) {
    char wish = unwatched;
    if (::read(supervisor.number(), &wish, 1) != 1 || wish == unwatched) return false;
    const Namings namings = wish == guarded ? Namings::seen : Namings::unseen;
    const Offer offer = {.listener = report_calls(namings), .first_process = first_process};
    write_bytes(supervisor, &offer, sizeof offer);
    return offer.listener >= 0;
}

Observation
watch(pid_t process, const FileDescriptor& talk, int number_there, const WatchedPlace& place) {
    const FileDescriptor end(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
    // A process whose calls are reported to no one would wait for ever; so this is tried before.
    const bool can_take = end && descriptor_of(end, number_there);
    const int error = errno;
    const char wish = !can_take ? unwatched : place.guarded.empty() ? watched : guarded;
    write_bytes(talk, &wish, 1);
    if (!can_take) return {.obstacle = obstacle_text(error)};
    Offer offer = {};
    if (::read(talk.number(), &offer, sizeof offer) != sizeof offer)
        return {.obstacle = obstacle_text(EPIPE)};
    if (offer.listener < 0) return {.obstacle = obstacle_text(-offer.listener)};
    Supervisor supervisor(descriptor_of(end, offer.listener), offer, place);
    supervisor.run_until(end);
    return supervisor.take_observation();
}

void drop_rights_over_machine() {
    constexpr unsigned long rights[] = {
        CAP_AUDIT_CONTROL,
        CAP_BPF,
        CAP_DAC_READ_SEARCH,
        CAP_MAC_ADMIN,
        CAP_MAC_OVERRIDE,
        CAP_MKNOD,
        CAP_PERFMON,
        CAP_SYS_ADMIN,
        CAP_SYS_BOOT,
        CAP_SYS_CHROOT,
        CAP_SYS_MODULE,
        CAP_SYS_PACCT,
        CAP_SYS_PTRACE,
        CAP_SYS_RAWIO,
        CAP_SYS_TIME,
        CAP_SYSLOG,
        CAP_WAKE_ALARM,
    };
    for (const unsigned long right : rights)
        ::prctl(PR_CAPBSET_DROP, right, 0, 0, 0);
}

} // namespace vow::harness
