#include "agent/machine/host.h"

#include <cerrno>

#include <grp.h>
#include <pwd.h>
#include <unistd.h>

namespace vow::agent {
namespace {

User record_of(const passwd& entry) {
    return {
        .name = entry.pw_name,
        .uid = entry.pw_uid,
        .gid = entry.pw_gid,
        .gecos = entry.pw_gecos,
        .home = entry.pw_dir,
        .shell = entry.pw_shell,
    };
}

Group record_of(const ::group& entry) {
    Group found{.name = entry.gr_name, .gid = entry.gr_gid, .members = {}};
    for (char** member = entry.gr_mem; *member != nullptr; ++member) {
        found.members.emplace_back(*member);
    }
    return found;
}

/// Asks one of the getpwnam_r family, again with a larger buffer as often as it wants one.
template <class Record, class Entry, class Key>
std::optional<Record> look_up(int (*ask)(Key, Entry*, char*, std::size_t, Entry**), Key key) {
    std::vector<char> buffer(1024);
    while (true) {
        Entry entry{};
        Entry* found = nullptr;
        const int error = ask(key, &entry, buffer.data(), buffer.size(), &found);
        if (error == ERANGE) {
            buffer.resize(buffer.size() * 2);
            continue;
        }
        if (found == nullptr) return std::nullopt;
        return record_of(entry);
    }
}

} // namespace

Self MachineHost::self() {
    return {.uid = ::getuid(), .gid = ::getgid(), .pid = ::getpid(), .parent = ::getppid()};
}

std::optional<User> MachineHost::user(std::string_view name) {
    return look_up<User>(&::getpwnam_r, std::string(name).c_str());
}

std::optional<User> MachineHost::user(std::uint32_t uid) {
    return look_up<User>(&::getpwuid_r, uid);
}

std::optional<Group> MachineHost::group(std::string_view name) {
    return look_up<Group>(&::getgrnam_r, std::string(name).c_str());
}

std::optional<Group> MachineHost::group(std::uint32_t gid) {
    return look_up<Group>(&::getgrgid_r, gid);
}

std::vector<User> MachineHost::users() {
    std::vector<User> all;
    ::setpwent();
    while (const passwd* entry = ::getpwent())
        all.push_back(record_of(*entry));
    ::endpwent();
    return all;
}

std::vector<Group> MachineHost::groups() {
    std::vector<Group> all;
    ::setgrent();
    while (const ::group* entry = ::getgrent())
        all.push_back(record_of(*entry));
    ::endgrent();
    return all;
}

} // namespace vow::agent
