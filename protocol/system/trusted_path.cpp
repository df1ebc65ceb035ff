#include "protocol/system/accounts.h"
#include "protocol/system/acl.h"
#include "protocol/system/trust.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <deque>
#include <iterator>
#include <string_view>

#include <sys/stat.h>
#include <unistd.h>

namespace vow {
namespace {

constexpr int max_links = 40;       // as the kernel follows
constexpr unsigned may_write = 02U; // of an entry of an access list

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

std::string
can_be_written(const std::string& path, const std::string& writer, std::string_view remedy) {
    std::string fault = "'" + path + "' can be written by ";
    fault.append(writer).append(" (chmod ").append(remedy).append(" '").append(path).append("')");
    return fault;
}

/// The way of a walk: names from the root of the file system down to where it is, and
/// those that follow. It stays below `top` names, the root that its process is confined to.
struct Way {
    std::vector<std::string> done = {};
    std::deque<std::string> rest;
    std::size_t top = 0;
    int links = 0;

    std::string here() const { return text_from(0); }
    std::string here_inside() const { return text_from(top); }
    std::string text_from(std::size_t first) const {
        std::string text;
        for (std::size_t at = first; at < done.size(); ++at)
            text += "/" + done[at];
        return text.empty() ? "/" : text;
    }
    void rise() {
        if (done.size() > top) done.pop_back();
    }
    /// Goes on where a link leads; false if it leads nowhere.
    bool follow() {
        const auto target = target_of(here());
        if (!target || ++links > max_links) return false;
        if (target->starts_with('/'))
            done.resize(top);
        else
            rise();
        const std::deque<std::string> inserted = components_of(*target);
        rest.insert(rest.begin(), inserted.begin(), inserted.end());
        rise_to_next();
        return true;
    }
    void rise_to_next() {
        for (; !rest.empty() && rest.front() == ".."; rest.pop_front())
            rise();
    }
    /// Goes to the next name; false at the end.
    bool advance() {
        rise_to_next();
        if (rest.empty()) return false;
        done.push_back(std::move(rest.front()));
        rest.pop_front();
        return true;
    }
};

} // namespace

/// An access list may name users and groups: the group's bits of the mode are then the most that
/// any of them may do.
std::optional<std::string> Trust::fault_of_group(const std::string& path, gid_t group) const {
    using Tag = AclEntry::Tag;
    const auto acl = read_acl(path, AclKind::access);
    if (!acl && acl.error() != EOPNOTSUPP)
        return "the access list of '" + path + "' cannot be read: " + std::strerror(acl.error());
    const Acl of_mode = {{.tag = Tag::owning_group, .permissions = may_write}};
    for (const AclEntry& entry : acl ? *acl : of_mode) {
        if ((entry.permissions & may_write) == 0) continue;
        std::optional<std::string> writer;
        if (entry.tag == Tag::user && !has(entry.id)) writer = name_of_user(entry.id);
        if (entry.tag == Tag::group) writer = fault_of_members(entry.id);
        if (entry.tag == Tag::owning_group) writer = fault_of_members(group);
        if (writer) return can_be_written(path, *writer, "g-w");
    }
    return std::nullopt;
}

std::optional<std::string>
Trust::fault_of_writers(const std::string& path, const struct stat& status) const {
    if ((status.st_mode & S_IWOTH) != 0) return can_be_written(path, "everyone", "o-w");
    if ((status.st_mode & S_IWGRP) == 0) return std::nullopt;
    return fault_of_group(path, status.st_gid);
}

std::optional<std::string>
Trust::fault_of(const std::string& path, const struct stat& status) const {
    if (!has(status.st_uid)) {
        return "'" + path + "' belongs to " + name_of_user(status.st_uid) + " (chown root '" +
               path + "')";
    }
    const bool is_sticky_folder = S_ISDIR(status.st_mode) && (status.st_mode & S_ISVTX) != 0;
    if (S_ISLNK(status.st_mode) || is_sticky_folder) return std::nullopt;
    return fault_of_writers(path, status);
}

std::optional<std::string> Trust::fault_of_absence(const std::string& path) const {
    const std::string folder = path.substr(0, std::max<std::size_t>(path.rfind('/'), 1));
    struct stat status = {};
    if (::lstat(folder.c_str(), &status) != 0 || !fault_of_writers(folder, status))
        return std::nullopt;
    return "'" + path + "' is not there, and others can put it there";
}

Trust::Finding Trust::walk(const Seen& seen) const {
    Finding found;
    if (!users_) return found;
    Way way{.rest = components_of(seen.root.empty() ? absolute_path(seen.path) : seen.path)};
    if (!seen.root.empty()) {
        found = walk({seen.root});
        if (found.objection || found.error != 0) return found;
        std::ranges::move(components_of(found.real), std::back_inserter(way.done));
        way.top = way.done.size();
    }
    bool is_link = false;
    do {
        found.real = way.here();
        found.inside = way.here_inside();
        if (::lstat(found.real.c_str(), &found.status) != 0) {
            found.error = errno;
            found.absence = fault_of_absence(found.real);
            break;
        }
        found.objection = fault_of(found.real, found.status);
        is_link = S_ISLNK(found.status.st_mode);
        if (!found.objection && is_link && !way.follow())
            found.objection = "'" + found.real + "' is a link that leads nowhere";
    } while (!found.objection && (way.advance() || is_link));
    return found;
}

} // namespace vow
