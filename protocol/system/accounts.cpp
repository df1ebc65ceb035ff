#include "protocol/system/accounts.h"

#include <cerrno>
#include <charconv>

#include <grp.h>
#include <pwd.h>

namespace vow {
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
    for (char** member = entry.gr_mem; *member != nullptr; ++member)
        found.members.emplace_back(*member);
    return found;
}

/// Calls one of the getpwnam_r family, with a larger buffer as often as needed.
template <class Record, class Entry, class Key>
std::optional<Record> look_up(int (*get)(Key, Entry*, char*, std::size_t, Entry**), Key key) {
    std::vector<char> buffer(1024);
    while (true) {
        Entry entry{};
        Entry* found = nullptr;
        const int error = get(key, &entry, buffer.data(), buffer.size(), &found);
        if (error == ERANGE) {
            buffer.resize(buffer.size() * 2);
            continue;
        }
        if (found == nullptr) return std::nullopt;
        return record_of(entry);
    }
}

std::optional<std::uint32_t> account_number(const std::string& digits) {
    std::uint32_t number = 0;
    const char* const end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, number);
    return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
}

} // namespace

std::optional<User> find_user(const std::string& name) {
    return look_up<User>(&::getpwnam_r, name.c_str());
}

std::optional<User> find_user(std::uint32_t uid) {
    return look_up<User>(&::getpwuid_r, uid);
}

std::optional<Group> find_group(const std::string& name) {
    return look_up<Group>(&::getgrnam_r, name.c_str());
}

std::optional<Group> find_group(std::uint32_t gid) {
    return look_up<Group>(&::getgrgid_r, gid);
}

std::vector<User> all_users() {
    std::vector<User> all;
    ::setpwent();
    while (const passwd* entry = ::getpwent())
        all.push_back(record_of(*entry));
    ::endpwent();
    return all;
}

std::vector<Group> all_groups() {
    std::vector<Group> all;
    ::setgrent();
    while (const ::group* entry = ::getgrent())
        all.push_back(record_of(*entry));
    ::endgrent();
    return all;
}

std::vector<std::string> members_of_group(std::uint32_t gid) {
    std::vector<std::string> members;
    const auto add = [&](const Group& group) {
        if (group.gid == gid)
            members.insert(members.end(), group.members.begin(), group.members.end());
    };
    if (const auto group = find_group(gid)) add(*group); // not every source lists all
    for (const Group& group : all_groups())
        add(group);
    for (const User& user : all_users()) {
        if (user.gid == gid) members.push_back(user.name);
    }
    return members;
}

std::optional<std::uint32_t> user_id(const std::string& name_or_number) {
    if (const auto number = account_number(name_or_number)) return number;
    const auto user = find_user(name_or_number);
    return user ? std::optional(user->uid) : std::nullopt;
}

std::optional<std::uint32_t> group_id(const std::string& name_or_number) {
    if (const auto number = account_number(name_or_number)) return number;
    const auto group = find_group(name_or_number);
    return group ? std::optional(group->gid) : std::nullopt;
}

std::optional<std::string> user_name(std::uint32_t uid) {
    auto user = find_user(uid);
    return user ? std::optional(std::move(user->name)) : std::nullopt;
}

std::optional<std::string> group_name(std::uint32_t gid) {
    auto group = find_group(gid);
    return group ? std::optional(std::move(group->name)) : std::nullopt;
}

} // namespace vow
