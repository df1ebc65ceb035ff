#include "protocol/system/trust.h"

#include "protocol/system/accounts.h"

#include <algorithm>
#include <climits>
#include <deque>

#include <sys/stat.h>
#include <unistd.h>

namespace vow {
namespace {

constexpr int most_links = 40; // as the kernel follows

std::string absolute_path(const std::string& path) {
    if (path.starts_with('/')) return path;
    std::string here(PATH_MAX, '\0');
    if (::getcwd(here.data(), here.size()) == nullptr) return path;
    here.resize(here.find('\0'));
    return here + "/" + path;
}

std::deque<std::string> components_of(const std::string& path) {
    std::deque<std::string> components;
    for (std::size_t begin = 0; begin < path.size();) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        components.push_back(path.substr(begin, end - begin));
        begin = end + 1;
    }
    std::erase_if(components, [](const std::string& name) { return name.empty() || name == "."; });
    return components;
}

std::optional<std::string> target_of(const std::string& link) {
    std::string target(PATH_MAX, '\0');
    const ssize_t length = ::readlink(link.c_str(), target.data(), target.size());
    if (length < 0) return std::nullopt;
    target.resize(static_cast<std::size_t>(length));
    return target;
}

std::string name_of_user(uid_t uid) {
    const auto name = user_name(uid);
    return name ? "user '" + *name + "'" : "user " + std::to_string(uid);
}

std::string name_of_group(gid_t gid) {
    const auto name = group_name(gid);
    return name ? "group '" + *name + "'" : "group " + std::to_string(gid);
}

} // namespace

Trust::Trust(std::vector<uid_t> users) : users_(std::move(users)) {
    users_->push_back(0);
}

bool Trust::has(uid_t user) const {
    return !users_ || std::ranges::find(*users_, user) != users_->end();
}

/// Trusts root's group, and the private groups of trusted users.
bool Trust::has_group(gid_t group) const {
    if (group == 0) return true;
    const auto found = find_group(group);
    const auto owner = found ? find_user(found->name) : std::nullopt;
    return owner && owner->gid == group && has(owner->uid) &&
           std::ranges::all_of(found->members, [&](const std::string& member) {
               return member == owner->name;
           });
}

std::optional<std::string>
Trust::fault_of(const std::string& path, const struct stat& status) const {
    if (!has(status.st_uid)) {
        return "'" + path + "' belongs to " + name_of_user(status.st_uid) + " (chown root '" +
               path + "')";
    }
    const bool is_sticky_folder = S_ISDIR(status.st_mode) && (status.st_mode & S_ISVTX) != 0;
    if (S_ISLNK(status.st_mode) || is_sticky_folder) return std::nullopt;
    if ((status.st_mode & S_IWOTH) != 0)
        return "'" + path + "' can be written by everyone (chmod o-w '" + path + "')";
    if ((status.st_mode & S_IWGRP) != 0 && !has_group(status.st_gid)) {
        return "'" + path + "' can be written by " + name_of_group(status.st_gid) +
               " (chmod g-w '" + path + "')";
    }
    return std::nullopt;
}

std::optional<std::string> Trust::objection_to(const std::string& path) const {
    if (!users_) return std::nullopt;
    std::deque<std::string> rest = components_of(absolute_path(path));
    std::vector<std::string> folders; // the names down to where we are
    const auto here = [&] {
        std::string text;
        for (const std::string& name : folders)
            text += "/" + name;
        return text.empty() ? std::string("/") : text;
    };
    int links = 0;
    while (true) {
        struct stat status = {};
        const std::string at = here();
        if (::lstat(at.c_str(), &status) != 0) return std::nullopt;
        if (auto fault = fault_of(at, status)) return fault;
        if (S_ISLNK(status.st_mode)) {
            const auto target = target_of(at);
            if (!target || ++links > most_links) return "'" + at + "' is a link that leads nowhere";
            if (target->starts_with('/'))
                folders.clear();
            else
                folders.pop_back();
            const std::deque<std::string> inserted = components_of(*target);
            rest.insert(rest.begin(), inserted.begin(), inserted.end());
        }
        while (!rest.empty() && rest.front() == "..") {
            if (!folders.empty()) folders.pop_back();
            rest.pop_front();
        }
        if (rest.empty()) break;
        folders.push_back(std::move(rest.front()));
        rest.pop_front();
    }
    return std::nullopt;
}

} // namespace vow
