#include "protocol/harness/sandbox/system_calls.h"

#include "protocol/harness/sandbox/mounts.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include <fcntl.h>
#include <linux/audit.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>

namespace vow::harness {
namespace {

/// A system call that waits for judgement.
struct Call {
    const seccomp_data& data;
    const Caller& caller;
    pid_t first_process;
    std::string_view name;

    std::uint64_t argument(std::size_t number) const { return data.args[number]; }
    int integer(std::size_t number) const { return static_cast<int>(data.args[number]); }
};

using Judged = std::optional<Attempt>;

Judged change_by(std::string what) {
    return Attempt{Attempt::Kind::change, std::move(what)};
}

constexpr std::size_t max_address_bytes = sizeof(sockaddr_storage);

std::string address_at(const Caller& caller, std::uint64_t address, std::uint64_t size) {
    if (address == 0) return {};
    return caller.bytes_at(address, std::min<std::uint64_t>(size, max_address_bytes));
}

Judged of_connect(const Call& call) {
    return contact_with(address_at(call.caller, call.argument(1), call.argument(2)), call.caller);
}

int option_of(const FileDescriptor& socket, int option) {
    int value = -1;
    socklen_t size = sizeof value;
    ::getsockopt(socket.number(), SOL_SOCKET, option, &value, &size);
    return value;
}

/// Bytes that are sent with a socket of the caller, and the address, if it names one.
Judged of_sent(const Call& call, const std::string& address, std::uint64_t bytes) {
    const FileDescriptor socket = call.caller.descriptor(call.integer(0));
    if (!socket) return std::nullopt;
    if (option_of(socket, SO_DOMAIN) != AF_NETLINK) return contact_with(address, call.caller);
    constexpr std::size_t header_size = 16;
    return netlink_change(call.caller.bytes_at(bytes, header_size), option_of(socket, SO_PROTOCOL));
}

Judged of_sendto(const Call& call) {
    const std::string address = address_at(call.caller, call.argument(4), call.argument(5));
    return of_sent(call, address, call.argument(1));
}

Judged of_sendmsg(const Call& call) {
    const std::uint64_t message = call.argument(1);
    const auto member = [&](std::size_t offset) { return call.caller.number_at(message + offset); };
    const std::string address = address_at(
        call.caller,
        member(offsetof(msghdr, msg_name)),
        member(offsetof(msghdr, msg_namelen)) & 0xffffffffU
    );
    return of_sent(call, address, call.caller.number_at(member(offsetof(msghdr, msg_iov))));
}

Judged of_signal(const Call& call, pid_t process, int signal) {
    const std::string number = std::to_string(signal);
    if (process == -1) return change_by("sent signal " + number + " to all processes");
    if (process < -1) {
        if (-process >= call.first_process || call.caller.sees_group(-process)) return std::nullopt;
        return change_by("sent signal " + number + " to process group " + std::to_string(-process));
    }
    if (process <= 1 || process >= call.first_process || call.caller.sees_process(process))
        return std::nullopt;
    if (signal == 0)
        return Attempt{Attempt::Kind::contact, "looked for process " + std::to_string(process)};
    return change_by("sent signal " + number + " to process " + std::to_string(process));
}

Judged of_kill(const Call& call) {
    return of_signal(call, call.integer(0), call.integer(1));
}

Judged of_thread_kill(const Call& call) {
    return of_signal(call, call.integer(0), call.integer(2));
}

Judged of_process_open(const Call& call) {
    return of_signal(call, call.integer(0), 0);
}

/// Files of the kernel, devices and pipes, which no overlay can hold.
Judged of_opening(const Call& call, int folder, std::uint64_t name) {
    const std::string path = call.caller.absolute(folder, call.caller.text_at(name));
    struct stat status = {};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (exists && S_ISFIFO(status.st_mode))
        return Attempt{Attempt::Kind::contact, "opened the pipe " + path + " for writing"};
    const bool is_setting = is_at_or_below(path, "/sys") || is_at_or_below(path, "/proc/sys") ||
                            path == "/proc/sysrq-trigger";
    const bool is_disk = is_at_or_below(path, "/dev") && exists && S_ISBLK(status.st_mode);
    if (!is_setting && !is_disk) return std::nullopt;
    return change_by("opened " + path + " for writing");
}

Judged of_open(const Call& call) {
    return of_opening(call, AT_FDCWD, call.argument(0));
}

Judged of_openat(const Call& call) {
    return of_opening(call, call.integer(0), call.argument(1));
}

/// A call that changes the machine whatever its arguments are.
Judged of_change(const Call& call) {
    return change_by("called " + std::string(call.name));
}

/// A call for keys of the kernel, which belong to users and not to a sandbox: it is refused.
Judged of_key(const Call&) {
    return std::nullopt;
}

/// A call that gives a file another name, which is judged by completed_path().
Judged of_naming(const Call&) {
    return std::nullopt;
}

constexpr int no_argument = -1;

/// The arguments of a call that are the new path of a file.
struct NewPath {
    int path = no_argument;
    int folder = no_argument; ///< of a relative path; without it, the working one
};

/// A call that a supervisor sees; if `flags` names an argument, only where that has a flag for
/// writing.
struct Rule {
    unsigned number;
    std::string_view name;
    Judged (*judge)(const Call&);
    int flags = no_argument;
    NewPath completed = {};
};

constexpr Rule rules[] = {
    {SYS_connect, "connect", of_connect},
    {SYS_sendto, "sendto", of_sendto},
    {SYS_sendmsg, "sendmsg", of_sendmsg},
    {SYS_kill, "kill", of_kill},
    {SYS_tkill, "tkill", of_kill},
    {SYS_tgkill, "tgkill", of_thread_kill},
    {SYS_rt_sigqueueinfo, "rt_sigqueueinfo", of_kill},
    {SYS_pidfd_open, "pidfd_open", of_process_open},
#ifdef SYS_open
    {SYS_open, "open", of_open, 1},
#endif
    {SYS_openat, "openat", of_openat, 2},
#ifdef SYS_rename
    {SYS_rename, "rename", of_naming, no_argument, {.path = 1}},
    {SYS_link, "link", of_naming, no_argument, {.path = 1}},
#endif
    {SYS_linkat, "linkat", of_naming, no_argument, {.path = 3, .folder = 2}},
    {SYS_renameat, "renameat", of_naming, no_argument, {.path = 3, .folder = 2}},
    {SYS_renameat2, "renameat2", of_naming, no_argument, {.path = 3, .folder = 2}},
    {SYS_add_key, "add_key", of_change},
    {SYS_keyctl, "keyctl", of_key},
    {SYS_request_key, "request_key", of_key},
    {SYS_clock_settime, "clock_settime", of_change},
    {SYS_delete_module, "delete_module", of_change},
    {SYS_finit_module, "finit_module", of_change},
    {SYS_init_module, "init_module", of_change},
    {SYS_mount, "mount", of_change},
    {SYS_move_mount, "move_mount", of_change},
    {SYS_reboot, "reboot", of_change},
    {SYS_setdomainname, "setdomainname", of_change},
    {SYS_sethostname, "sethostname", of_change},
    {SYS_settimeofday, "settimeofday", of_change},
    {SYS_swapoff, "swapoff", of_change},
    {SYS_swapon, "swapon", of_change},
    {SYS_umount2, "umount", of_change},
};

#if defined(__x86_64__)
constexpr std::uint32_t own_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t own_architecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t own_architecture = 0; // then no call is seen
#endif

sock_filter load(std::size_t offset) {
    return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

sock_filter verdict(std::uint32_t value) {
    return BPF_STMT(BPF_RET | BPF_K, value);
}

void add_rule(std::vector<sock_filter>& filter, const Rule& rule) {
    const sock_filter show = verdict(SECCOMP_RET_USER_NOTIF);
    if (rule.flags == no_argument) {
        filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, rule.number, 0, 1));
        filter.push_back(show);
        return;
    }
    const std::size_t argument =
        offsetof(seccomp_data, args) + static_cast<std::size_t>(rule.flags) * sizeof(std::uint64_t);
    // A file that is new, or has no name yet, is not a pipe, a setting or a disk.
    constexpr std::uint32_t new_file = O_EXCL | (O_TMPFILE & ~O_DIRECTORY);
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, rule.number, 0, 5));
    filter.push_back(load(argument)); // the lower half, on little-endian machines
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, new_file, 2, 0));
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR, 0, 1));
    filter.push_back(show);
    filter.push_back(verdict(SECCOMP_RET_ALLOW));
}

/// Null for a call that no supervisor sees.
const Rule* rule_for(const seccomp_data& call) {
    const auto* rule = std::find_if(std::begin(rules), std::end(rules), [&](const Rule& each) {
        return each.number == static_cast<unsigned>(call.nr);
    });
    return rule == std::end(rules) ? nullptr : rule;
}

} // namespace

std::vector<sock_filter> filter_of_outward_calls(Namings namings) {
    std::vector<sock_filter> filter = {
        load(offsetof(seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, own_architecture, 1, 0),
        verdict(SECCOMP_RET_ALLOW),
        load(offsetof(seccomp_data, nr)),
    };
    for (const Rule& rule : rules) {
        const bool is_naming = rule.completed.path != no_argument;
        if (!is_naming || namings == Namings::seen) add_rule(filter, rule);
    }
    filter.push_back(verdict(SECCOMP_RET_ALLOW));
    return filter;
}

std::optional<Attempt>
attempt_of(const seccomp_data& call, const Caller& caller, pid_t first_process) {
    const Rule* rule = rule_for(call);
    return rule == nullptr ? std::nullopt : rule->judge({call, caller, first_process, rule->name});
}

std::string completed_path(const seccomp_data& call, const Caller& caller) {
    const Rule* rule = rule_for(call);
    if (rule == nullptr || rule->completed.path == no_argument) return {};
    const auto [path, folder] = rule->completed;
    return caller.absolute(
        folder == no_argument ? AT_FDCWD : static_cast<int>(call.args[folder]),
        caller.text_at(call.args[path])
    );
}

} // namespace vow::harness
