#include "protocol/system/child_identity.h"

#include "protocol/system/accounts.h"

#include <cstddef>

#include <grp.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace vow {
namespace {

/// The group of a child whose user has no account: it must not keep ours.
constexpr gid_t nogroup = 65534;

/// Sets the real, effective and saved id, and reads them back. Makes the system call itself: that
/// of the library reaches for the parent's other threads, whose memory this process may share.
template <class Id>
bool take_id(long set_call, int (*read_back)(Id*, Id*, Id*), Id wanted) {
    if (::syscall(set_call, wanted, wanted, wanted) != 0) return false;
    Id real = 0;
    Id effective = 0;
    Id saved = 0;
    read_back(&real, &effective, &saved);
    return real == wanted && effective == wanted && saved == wanted;
}

} // namespace

ChildIdentity child_identity(const Command& command) {
    if (!command.user && !command.group) return {};
    const auto user = command.user ? find_user(*command.user) : std::nullopt;
    const gid_t kept = command.user ? nogroup : ::getgid();
    const gid_t group = command.group.value_or(user ? user->gid : kept);
    if (!user) return {command.user, group, {group}};
    int count = 64;
    std::vector<gid_t> groups(static_cast<std::size_t>(count));
    if (getgrouplist(user->name.c_str(), group, groups.data(), &count) < 0) {
        groups.resize(static_cast<std::size_t>(count)); // it has set the number that it needs
        if (getgrouplist(user->name.c_str(), group, groups.data(), &count) < 0) count = 0;
    }
    groups.resize(static_cast<std::size_t>(count));
    if (groups.empty()) groups.push_back(group);
    return {command.user, group, groups};
}

std::string_view take_identity(const ChildIdentity& identity) {
    if (!identity.groups.empty() &&
        ::syscall(SYS_setgroups, identity.groups.size(), identity.groups.data()) != 0) {
        return "setgroups";
    }
    if (identity.group && !take_id(SYS_setresgid, ::getresgid, *identity.group)) return "setgid";
    if (identity.user && !take_id(SYS_setresuid, ::getresuid, *identity.user)) return "setuid";
    return {};
}

} // namespace vow
