#include "modules/files/linking.h"

#include "modules/files/creation.h"
#include "modules/files/directory.h"
#include "modules/files/hard_link.h"
#include "modules/files/path.h"
#include "modules/sdk/cpp/text.h"

#include <array>
#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

namespace vow::modules {

namespace {

using Type = LinkSource::Type;
using Missing = LinkSource::Missing;

bool exists(const std::string& path) {
    struct stat status = {};
    return stat(path.c_str(), &status) == 0;
}

std::optional<std::string> link_target(const std::string& path) {
    std::array<char, 4096> target = {};
    const ssize_t size = readlink(path.c_str(), target.data(), target.size());
    if (size < 0) return std::nullopt;
    return std::string(target.data(), static_cast<std::size_t>(size));
}

/// The path from the folder of `path` to `source`: "./../../x/y".
std::string relative_target(const std::string& source, const std::string& path) {
    const std::string to = normal(source);
    std::size_t common = 0;
    for (std::size_t i = 0; i < to.size() && i < path.size() && to[i] == path[i]; ++i) {
        if (to[i] == '/') common = i + 1;
    }
    std::string target = "./";
    for (std::size_t i = common; i < path.size(); ++i) {
        if (path[i] == '/') target += "../";
    }
    return target + to.substr(common);
}

/// The text of the link.
std::string target_for(Type type, const std::string& source, const std::string& path) {
    switch (type) {
    case Type::relative: return source.starts_with('.') ? source : relative_target(source, path);
    case Type::absolute: return normal(joined(parent_of(path), source));
    case Type::symlink:
    case Type::hardlink: break;
    }
    return source;
}

void make_symlink(const std::string& target, const std::string& path, Record& record) {
    if (symlink(target.c_str(), path.c_str()) != 0) {
        const int error = errno;
        record.failed_with(
            error,
            text(
                {"Couldn't link '",
                 target,
                 "' to '",
                 path,
                 "'. (symlink: ",
                 system_message(error),
                 ")"}
            )
        );
        return;
    }
    record.repaired(text({"Linked files '", path, "' -> '", target, "'"}));
}

void replace_symlink(
    const std::string& target,
    const std::string& present,
    const std::string& path,
    Obstructions obstructions,
    Record& record
) {
    if (obstructions == Obstructions::stay) {
        record.failed(text(
            {"Link '",
             path,
             "' points to '",
             present,
             "' not '",
             shown_target(target),
             "', but not moving obstructions"}
        ));
        return;
    }
    if (!record.allows(text({"remove incorrect link '", path, "'"}))) return;
    if (unlink(path.c_str()) != 0) {
        record.failed_with(
            errno,
            text(
                {"Error removing link '",
                 path,
                 "' (points to '",
                 present,
                 "' not '",
                 shown_target(target),
                 "')"}
            )
        );
        return;
    }
    record.repaired(text({"Overrode incorrect link '", path, "'"}));
    make_symlink(target, path, record);
}

void keep_symlink(
    const std::string& target,
    const std::string& path,
    Missing missing,
    Obstructions obstructions,
    Record& record
) {
    const std::string arrow = text({"'", path, "' -> '", shown_target(target), "'"});
    if (!exists(normal(joined(parent_of(path), target))) && missing != Missing::force) {
        if (missing == Missing::remove) {
            remove_dead_link(path, record);
        } else {
            record.failed(text({"Unable to create link ", arrow, ", no source"}));
        }
        return;
    }
    if (const auto present = link_target(path)) {
        if (*present == target || *present == shown_target(target)) {
            record.kept(text({"Link '", path, "' points to '", target, "', promise kept"}));
        } else {
            replace_symlink(target, *present, path, obstructions, record);
        }
        return;
    }
    if (!record.allows(text({"create link '", path, "'"}))) return;
    if (!make_parents(path, text({"Created parent directory for link '", path, "'"}), record))
        return;
    if (!clear_the_way(path, obstructions, record)) {
        record.failed(text({"Unable to create link ", arrow, ", failed to move obstruction"}));
        return;
    }
    make_symlink(target, path, record);
}

bool is_directory(const std::string& path) {
    struct stat status = {};
    return lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

/// True if there is an object other than a link or a directory.
bool is_taken(const std::string& path) {
    struct stat status = {};
    return lstat(path.c_str(), &status) == 0 && !S_ISLNK(status.st_mode) &&
           !S_ISDIR(status.st_mode);
}

} // namespace

void keep_linked(
    const LinkSource& link,
    const std::string& source,
    const std::string& path,
    Obstructions obstructions,
    Record& record
) {
    if (link.type == Type::hardlink) return keep_hard_link(source, path, obstructions, record);
    keep_symlink(target_for(link.type, source, path), path, link.missing, obstructions, record);
}

void keep_children_linked(
    const LinkSource& link,
    const std::string& path,
    long depth,
    Obstructions obstructions,
    Record& record
) {
    if (!is_directory(link.source)) {
        record.failed(text(
            {"Cannot promise to link the children of '", link.source, "' as it is not a directory!"}
        ));
        return;
    }
    if (!is_directory(path) && !make_directory_tree(path, record)) return;
    for (const std::string& name : names_in(link.source)) {
        const std::string from = joined(link.source, name);
        const std::string to = joined(path, name);
        Obstructions here = obstructions;
        if (is_taken(to)) {
            if (!link.children_replace) continue;
            here = Obstructions::are_moved;
        }
        if (depth > 1 && is_directory(from)) {
            LinkSource below = link;
            below.source = from;
            keep_children_linked(below, to, depth - 1, here, record);
        } else {
            keep_linked(link, from, to, here, record);
        }
    }
}

bool remove_dead_link(const std::string& path, Record& record) {
    struct stat status = {};
    if (lstat(path.c_str(), &status) != 0 || !S_ISLNK(status.st_mode) || exists(path)) return false;
    if (!record.allows(text({"remove dead link '", path, "'"}))) return true;
    if (unlink(path.c_str()) != 0) {
        const int error = errno;
        record.failed_with(
            error,
            text({"Couldn't remove link '", path, "'. (unlink: ", system_message(error), ")"})
        );
        return true;
    }
    record.repaired(text({"Removed dead link '", path, "'"}));
    return true;
}

} // namespace vow::modules
