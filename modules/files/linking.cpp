#include "modules/files/linking.h"

#include "modules/files/creation.h"
#include "modules/files/path.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"

#include <cerrno>
#include <optional>

namespace vow::modules {

namespace {

using Type = LinkSource::Type;
using Missing = LinkSource::Missing;

/// Whether `file`, the target of a new link, exists. It counts as existing if a link on the way to
/// it is refused.
bool is_target(const NamedFile& file) {
    if (file.error() == ENOLINK) return true;
    return file.is_there() && !file.place().is_dangling();
}

std::optional<std::string> link_target(const NamedFile& file) {
    const auto target =
        file.is_there() ? file.place().link_target() : SystemResult<std::string>::failed(ENOENT);
    return target ? std::optional(*target) : std::nullopt;
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

void make_symlink(const std::string& target, const NamedFile& file, Record& record) {
    const int error = file.error() != 0 ? file.error() : file.place().make_link(target);
    if (error != 0) {
        const std::string why = text({"'. (symlink: ", path_error(file.path(), error), ")"});
        record.failed_with(error, text({"Couldn't link '", target, "' to '", file.path(), why}));
        return;
    }
    record.repaired(text({"Linked files '", file.path(), "' -> '", target, "'"}));
}

void replace_symlink(
    const std::string& target,
    const std::string& present,
    const NamedFile& file,
    Obstructions obstructions,
    Record& record
) {
    const std::string& path = file.path();
    const std::string points = text({"points to '", present, "' not '", shown_target(target), "'"});
    if (obstructions == Obstructions::stay) {
        record.failed(text({"Link '", path, "' ", points, ", but not moving obstructions"}));
        return;
    }
    if (!record.allows(field_change(
            text({"remove incorrect link '", path, "'"}),
            path,
            "target",
            present,
            shown_target(target)
        )))
        return;
    if (const int error = file.place().unlink(); error != 0) {
        record.failed_with(error, text({"Error removing link '", path, "' (", points, ")"}));
        return;
    }
    record.repaired(text({"Overrode incorrect link '", path, "'"}));
    make_symlink(target, file, record);
}

void keep_symlink(
    const std::string& target,
    const NamedFile& file,
    Missing missing,
    Obstructions obstructions,
    Record& record
) {
    const std::string& path = file.path();
    const std::string arrow = text({"'", path, "' -> '", shown_target(target), "'"});
    if (!is_target(NamedFile(normal(joined(parent_of(path), target)))) &&
        missing != Missing::force) {
        if (missing == Missing::remove) {
            remove_dead_link(file, record);
        } else {
            record.failed(text({"Unable to create link ", arrow, ", no source"}));
        }
        return;
    }
    if (const auto present = link_target(file)) {
        if (*present == target || *present == shown_target(target)) {
            record.kept(text({"Link '", path, "' points to '", target, "', promise kept"}));
        } else {
            replace_symlink(target, *present, file, obstructions, record);
        }
        return;
    }
    if (!record.allows(Change{
            .what = text({"create link '", path, "'"}),
            .path = path,
            .after = shown_target(target),
            .action = ChangeAction::create,
            .kind = "path",
            .object = path,
            .field = "target"}))
        return;
    if (!make_parents(path, text({"Created parent directory for link '", path, "'"}), record))
        return;
    const NamedFile free(path);
    if (!clear_the_way(free, obstructions, record)) {
        record.failed(text({"Unable to create link ", arrow, ", failed to move obstruction"}));
        return;
    }
    make_symlink(target, free, record);
}

bool is_directory(const NamedFile& file) {
    const auto status = file.status();
    return status && S_ISDIR(status->st_mode);
}

/// True if there is an object other than a link or a directory.
bool is_taken(const NamedFile& file) {
    const auto status = file.status();
    return status && !S_ISLNK(status->st_mode) && !S_ISDIR(status->st_mode);
}

/// Removes a link in the way of a directory if allowed. Returns whether the rest of the promise can
/// be kept.
bool remove_obstructing_link(const NamedFile& file, Record& record) {
    const std::string link = text({"obstructing link '", file.path(), "'"});
    if (!record.allows(presence_change("remove " + link, file.path(), ChangeAction::remove)))
        return false;
    if (const int error = file.place().unlink(); error != 0) {
        record.failed_with(error, "Failed to remove " + link);
        return false;
    }
    record.repaired("Removed " + link);
    return true;
}

/// Why the children of a folder that cannot be opened are not linked.
std::string why_unopened(const std::string& source, int error) {
    if (error == ENOTDIR)
        return text(
            {"Cannot promise to link the children of '", source, "' as it is not a directory!"}
        );
    return text(
        {"Can't open source of children to link '",
         source,
         "'. (opendir: ",
         path_error(source, error),
         ")"}
    );
}

/// Makes the directory for linked children. Returns whether it is there.
bool make_room_for_children(const NamedFile& target, Obstructions obstructions, Record& record) {
    if (const auto present = target.status()) {
        if (S_ISDIR(present->st_mode)) return true;
        if (!S_ISLNK(present->st_mode) || obstructions == Obstructions::stay) {
            record.failed(text(
                {"Cannot promise to link files to children of '",
                 target.path(),
                 "' as it is not a directory"}
            ));
            return false;
        }
        if (!remove_obstructing_link(target, record)) return false;
    }
    return make_directory_tree(target.path(), mode_of_new_directory(record.promise()), record);
}

} // namespace

void keep_linked(
    const LinkSource& link,
    const std::string& source,
    const NamedFile& file,
    Obstructions obstructions,
    Record& record
) {
    if (link.type == Type::hardlink) return keep_hard_link(source, file, obstructions, record);
    const std::string target = target_for(link.type, source, file.path());
    keep_symlink(target, file, link.missing, obstructions, record);
}

void keep_children_linked(
    const LinkSource& link,
    const NamedFile& target,
    long depth,
    Obstructions obstructions,
    Record& record
) {
    const NamedFile source = NamedFile(link.source).resolved();
    const auto sources = source.open_folder();
    if (!sources) {
        record.failed(why_unopened(link.source, sources.error()));
        return;
    }
    if (!make_room_for_children(target, obstructions, record)) return;
    const NamedFile made = target.error() != 0 ? NamedFile(target.path()) : target;
    const auto names = names_in(*sources);
    const auto folder = made.open_folder();
    if (!folder || !names) return;
    for (const std::string& name : *names) {
        const std::string from = joined(link.source, name);
        const NamedFile to = made.in(*folder, name);
        Obstructions here = obstructions;
        if (is_taken(to)) {
            if (!link.children_replace) continue;
            here = Obstructions::are_moved;
        }
        if (depth > 1 && is_directory(source.in(*sources, name))) {
            LinkSource below = link;
            below.source = from;
            keep_children_linked(below, to, depth - 1, here, record);
        } else {
            keep_linked(link, from, to, here, record);
        }
    }
}

bool remove_dead_link(const NamedFile& file, Record& record) {
    const std::string& path = file.path();
    if (!file.is_there() || !file.place().is_dangling()) return false;
    if (!record.allows(
            presence_change(text({"remove dead link '", path, "'"}), path, ChangeAction::remove)
        ))
        return true;
    if (const int error = file.place().unlink(); error != 0) {
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
