#include "protocol/system/trust.h"

#include "protocol/system/accounts.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include <dirent.h>
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

/// The user who became root by sudo.
std::optional<uid_t> sudo_user() {
    const char* digits = std::getenv("SUDO_UID");
    if (digits == nullptr) return std::nullopt;
    const std::string_view text(digits);
    uid_t uid = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), uid);
    const bool is_number = error == std::errc() && end == text.data() + text.size();
    return is_number ? std::optional(uid) : std::nullopt;
}

} // namespace

Trust Trust::of_process(const std::vector<std::string>& named) {
    if (::geteuid() != 0) return in_everything();
    std::vector<uid_t> users;
    if (const auto user = sudo_user()) users.push_back(*user);
    for (const std::string& path : named) {
        struct stat status = {};
        if (::stat(path.c_str(), &status) == 0) users.push_back(status.st_uid);
    }
    return Trust(std::move(users));
}

Trust::Trust(std::vector<uid_t> users) : users_(std::move(users)) {
    users_->push_back(0);
}

Trust Trust::with_remedy(std::string remedy) && {
    remedy_ = std::move(remedy);
    return std::move(*this);
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

std::string Trust::advised(std::string reason) const {
    return remedy_.empty() ? reason : std::move(reason) + "; mend that, or " + remedy_;
}

Trust::Finding Trust::walk(const std::string& path) const {
    if (!users_) return {};
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
        if (::lstat(at.c_str(), &status) != 0) return {.error = errno};
        if (auto fault = fault_of(at, status)) return {.objection = std::move(fault)};
        if (S_ISLNK(status.st_mode)) {
            const auto target = target_of(at);
            if (!target || ++links > most_links)
                return {.objection = "'" + at + "' is a link that leads nowhere"};
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
    return {};
}

std::optional<std::string> Trust::objection_to(const std::string& path) const {
    auto found = walk(path).objection;
    if (found) found = advised(*std::move(found));
    return found;
}

std::optional<std::string> Trust::refusal_of(const std::string& path) const {
    const Finding found = walk(path);
    if (found.objection) return "it is not trusted: " + advised(*found.objection);
    if (found.error != 0) return std::strerror(found.error);
    return std::nullopt;
}

std::optional<std::string> Trust::objection_to_tree(const std::string& path) const {
    if (!users_) return std::nullopt;
    std::set<std::pair<dev_t, ino_t>> read; // a link can lead back
    std::vector<std::string> rest = {path};
    while (!rest.empty()) {
        const std::string next = std::move(rest.back());
        rest.pop_back();
        if (auto objection = objection_to(next)) return objection;
        const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(next.c_str()), &::closedir);
        struct stat status = {};
        if (!folder || ::fstat(::dirfd(folder.get()), &status) != 0) continue;
        if (!read.emplace(status.st_dev, status.st_ino).second) continue;
        while (const dirent* entry = ::readdir(folder.get())) {
            const std::string_view name = entry->d_name;
            if (name != "." && name != "..")
                rest.push_back(std::string(next).append("/").append(name));
        }
    }
    return std::nullopt;
}

} // namespace vow
