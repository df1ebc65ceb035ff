#include "agent/pull/confinement.h"

#include "protocol/system/accounts.h"
#include "protocol/system/child.h"
#include "protocol/system/file_descriptor.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace vow::agent {
namespace {

[[noreturn]] void fail_confinement(const std::string& action) {
    throw std::system_error(errno, std::generic_category(), action);
}

// landlock(7): the rights that change something. Headers of Debian 12 lack those of later kernels.
constexpr std::uint64_t right_to_move = 1U << 13U;     // between folders; version 2
constexpr std::uint64_t right_to_truncate = 1U << 14U; // version 3
constexpr std::uint64_t rights_of_version_1 =
    LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
    LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
    LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
    LANDLOCK_ACCESS_FS_MAKE_SYM;

/// Of landlock; below 1 if the kernel has none.
long version_of_landlock() {
    return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

FileDescriptor place_below(const std::string& path) {
    FileDescriptor place(::open(path.c_str(), O_PATH | O_CLOEXEC));
    if (!place) fail_confinement(path);
    return place;
}

void allow_below(const FileDescriptor& rules, const FileDescriptor& place, std::uint64_t rights) {
    const landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = place.number()};
    if (::syscall(SYS_landlock_add_rule, rules.number(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0)
        fail_confinement("landlock");
}

/// `folder` may be none.
void bound_files(const FileDescriptor& folder) {
    const long version = version_of_landlock();
    if (version < 1) return;
    const std::uint64_t rights = rights_of_version_1 | (version > 1 ? right_to_move : 0) |
                                 (version > 2 ? right_to_truncate : 0);
    const landlock_ruleset_attr attributes = {.handled_access_fs = rights};
    const FileDescriptor rules(static_cast<int>(
        ::syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes.handled_access_fs, 0)
    ));
    if (!rules) fail_confinement("landlock");
    if (folder) allow_below(rules, folder, rights);
    allow_below(rules, place_below("/dev/null"), LANDLOCK_ACCESS_FS_WRITE_FILE);
    if (::syscall(SYS_landlock_restrict_self, rules.number(), 0) != 0) fail_confinement("landlock");
}

#if defined(__x86_64__)
constexpr std::uint32_t own_architecture = AUDIT_ARCH_X86_64;
constexpr std::uint32_t first_foreign_call = 0x40000000; // those of x32
#elif defined(__aarch64__)
constexpr std::uint32_t own_architecture = AUDIT_ARCH_AARCH64;
constexpr std::uint32_t first_foreign_call = ~0U;
#else
constexpr std::uint32_t own_architecture = 0; // then no call is refused
constexpr std::uint32_t first_foreign_call = ~0U;
#endif

/// Nothing that fetches or reads needs these: other processes, namespaces, the kernel.
constexpr std::array outward_calls = {
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_setns,
    SYS_unshare,
    SYS_move_mount,
    SYS_open_tree,
    SYS_fsopen,
    SYS_kexec_load,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    SYS_personality};

/// Nor does reading need these: connections, processes, changes of files.
constexpr std::array further_calls = {
    SYS_socket,    SYS_socketpair, SYS_connect,    SYS_bind,      SYS_execve,   SYS_execveat,
    SYS_clone,     SYS_clone3,     SYS_openat2,    SYS_mkdirat,   SYS_mknodat,  SYS_linkat,
    SYS_symlinkat, SYS_unlinkat,   SYS_renameat2,  SYS_truncate,  SYS_fchmodat, SYS_fchownat,
    SYS_utimensat, SYS_setxattr,   SYS_lsetxattr,  SYS_fsetxattr, SYS_fchmod,   SYS_fchown,
    SYS_kill,      SYS_tkill,      SYS_pidfd_open, SYS_shmget,    SYS_msgget,   SYS_mq_open,
#if defined(__x86_64__)
    SYS_fork,      SYS_vfork,      SYS_creat,      SYS_mkdir,     SYS_mknod,    SYS_link,
    SYS_symlink,   SYS_unlink,     SYS_rename,     SYS_renameat,  SYS_rmdir,    SYS_chmod,
    SYS_chown,     SYS_lchown,     SYS_utimes,
#endif
};

sock_filter load(std::size_t offset) {
    return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

sock_filter verdict(std::uint32_t value) {
    return BPF_STMT(BPF_RET | BPF_K, value);
}

constexpr std::uint32_t refused = SECCOMP_RET_ERRNO | EPERM;

void refuse(std::vector<sock_filter>& filter, long call) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1));
    filter.push_back(verdict(refused));
}

/// Refuses to open files for writing; `flags` is the number of that argument.
void refuse_writing(std::vector<sock_filter>& filter, long call, std::size_t flags) {
    const std::size_t argument = offsetof(seccomp_data, args) + flags * sizeof(std::uint64_t);
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 4));
    filter.push_back(load(argument)); // the lower half, on little-endian machines
    filter.push_back(
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1)
    );
    filter.push_back(verdict(refused));
    filter.push_back(verdict(SECCOMP_RET_ALLOW));
}

std::vector<sock_filter> filter_for(Confinement::Reach reach) {
    std::vector<sock_filter> filter = {
        load(offsetof(seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, own_architecture, 1, 0),
        verdict(SECCOMP_RET_KILL_PROCESS),
        load(offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, first_foreign_call, 0, 1),
        verdict(SECCOMP_RET_KILL_PROCESS)};
    for (const long call : outward_calls)
        refuse(filter, call);
    if (reach == Confinement::Reach::nothing) {
        for (const long call : further_calls)
            refuse(filter, call);
#if defined(__x86_64__)
        refuse_writing(filter, SYS_open, 1);
#endif
        refuse_writing(filter, SYS_openat, 2);
    }
    filter.push_back(verdict(SECCOMP_RET_ALLOW));
    return filter;
}

void bound_calls(Confinement::Reach reach) {
    if constexpr (own_architecture == 0) return;
    std::vector<sock_filter> filter = filter_for(reach);
    const sock_fprog program = {
        .len = static_cast<unsigned short>(filter.size()), .filter = filter.data()};
    const bool is_done = ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
    if (!is_done && errno != EINVAL) fail_confinement("seccomp"); // EINVAL: a kernel without it
}

/// A user with the one group of the account. Further groups would be further rights, and looking
/// them up loads libraries of the name service.
ChildIdentity identity_of(std::optional<std::uint32_t> user) {
    if (!user) return {};
    constexpr gid_t nogroup = 65534; // of a number without an account
    const auto account = find_user(*user);
    const gid_t group = account ? account->gid : nogroup;
    return {user, group, {group}};
}

/// A crash would write the memory of this process into a file.
void forbid_dumps() {
    const rlimit none = {0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    ::prctl(PR_SET_DUMPABLE, 0);
}

} // namespace

bool can_bound_files() {
    return version_of_landlock() >= 1;
}

void confine(const Confinement& confinement) {
    // The user need not be able to pass through the folders above it.
    const FileDescriptor folder =
        confinement.folder.empty() ? FileDescriptor() : place_below(confinement.folder);
    const std::string_view failed_call = take_identity(identity_of(confinement.user));
    if (!failed_call.empty()) fail_confinement(std::string(failed_call));
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail_confinement("no_new_privs");
    forbid_dumps();
    bound_files(folder);
    bound_calls(confinement.reach);
}

} // namespace vow::agent
