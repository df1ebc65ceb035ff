#include "policy/cfengine/functions/families.h"

namespace vow::cfengine::families {

namespace {

Answer<FileStatus> status(Call& call, std::size_t index, Symlinks symlinks) {
    return call.around().settled_world().host.status(call.text(index), symlinks);
}

bool is_kind(Call& call, FileKind kind) {
    const auto known = status(call, 0, Symlinks::as_they_are);
    return known && known->kind == kind;
}

/// Whether a time of the first file is after the same time of the second.
Result is_after(Call& call, std::int64_t FileStatus::*time) {
    const auto first = status(call, 0, Symlinks::follow);
    const auto second = status(call, 1, Symlinks::follow);
    if (!first || !second) return std::nullopt;
    return (*first).*time > (*second).*time;
}

Result accessedbefore(Call& call) {
    const auto first = status(call, 0, Symlinks::follow);
    const auto second = status(call, 1, Symlinks::follow);
    if (!first || !second) return std::nullopt;
    return first->accessed < second->accessed;
}

Result changedbefore(Call& call) {
    return is_after(call, &FileStatus::changed);
}
Result isnewerthan(Call& call) {
    return is_after(call, &FileStatus::modified);
}

Result isnewerthantime(Call& call) {
    const auto known = status(call, 0, Symlinks::follow);
    const auto time = call.integer(1);
    if (!known || !time) return std::nullopt;
    return known->modified > *time;
}

Result diskfree(Call& call) {
    const auto free = call.around().settled_world().host.free_kibibytes(call.text(0));
    return Value::integer(free ? static_cast<long long>(*free) : 0);
}

Result fileexists(Call& call) {
    return static_cast<bool>(status(call, 0, Symlinks::as_they_are));
}

Result filesexist(Call& call) {
    const auto list = call.list(0);
    if (!list) return std::nullopt;
    Host& host = call.around().settled_world().host;
    for (const std::string& path : **list) {
        if (!host.status(path, Symlinks::follow)) return false;
    }
    return !(*list)->empty();
}

Result filesize(Call& call) {
    const auto known = status(call, 0, Symlinks::as_they_are);
    if (!known) return std::nullopt;
    return Value::integer(static_cast<long long>(known->size));
}

Result isdir(Call& call) {
    return is_kind(call, FileKind::directory);
}
Result islink(Call& call) {
    return is_kind(call, FileKind::symlink);
}
Result isplain(Call& call) {
    return is_kind(call, FileKind::regular);
}

Result isexecutable(Call& call) {
    return call.around().settled_world().host.may(Access::execute, call.text(0));
}

/// Whether a byte of the file can be read.
Result isreadable(Call& call) {
    return static_cast<bool>(call.around().settled_world().host.read_file(call.text(0), 1));
}

/// Stale if a source is newer than the target or the target does not exist. A target with a missing
/// source cannot be made, so it is not stale.
Result makerule(Call& call) {
    Host& host = call.around().settled_world().host;
    const auto target = host.status(call.text(0), Symlinks::as_they_are);
    const std::int64_t made = target ? target->modified : 0;
    bool stale = !target;
    if (const auto source = host.status(call.text(1), Symlinks::as_they_are))
        return stale || source->modified > made;
    const auto sources = call.list(1);
    if (!sources) return std::nullopt;
    for (const std::string& path : **sources) {
        const auto source = host.status(path, Symlinks::as_they_are);
        if (!source) return false;
        stale = stale || source->modified > made;
    }
    return stale;
}

} // namespace

std::span<const Function> files() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "accessedbefore",
         .result = ResultType::condition,
         .parameters = {{"path", path}, {"other", path}},
         .required = 2,
         .help = "Whether the first file was accessed before the second one was.",
         .example = R"(accessedbefore("/var/log/app.log", "/etc/app.conf"))",
         .body = accessedbefore},
        {.name = "changedbefore",
         .result = ResultType::condition,
         .parameters = {{"path", path}, {"other", path}},
         .required = 2,
         .help = "Whether the first file was changed before the second one was.",
         .example = R"(changedbefore("/var/cache/app", "/etc/app.conf"))",
         .body = changedbefore},
        {.name = "diskfree",
         .result = ResultType::integer,
         .parameters = {{"path", path}},
         .required = 1,
         .help = "The free kibibytes on the file system of the path.",
         .example = R"(diskfree("/var"))",
         .body = diskfree},
        {.name = "fileexists",
         .result = ResultType::condition,
         .parameters = {{"path", path}},
         .required = 1,
         .help = "Whether the file exists.",
         .example = R"(fileexists("/etc/debian_version"))",
         .body = fileexists},
        {.name = "filesexist",
         .result = ResultType::condition,
         .parameters = {{"list", collection}},
         .required = 1,
         .help = "Whether all the files exist.",
         .example = R"(filesexist('["/etc/hosts", "/etc/passwd"]'))",
         .body = filesexist},
        {.name = "filesize",
         .result = ResultType::integer,
         .parameters = {{"path", path}},
         .required = 1,
         .help = "The size of a file in bytes.",
         .example = R"(filesize("/var/log/syslog"))",
         .body = filesize},
        {.name = "isdir",
         .result = ResultType::condition,
         .parameters = {{"path", path}},
         .required = 1,
         .help = "Whether the path is a directory.",
         .example = R"(isdir("/srv/www"))",
         .body = isdir},
        {.name = "isexecutable",
         .result = ResultType::condition,
         .parameters = {{"path", path}},
         .required = 1,
         .help = "Whether the file may be executed.",
         .example = R"(isexecutable("/usr/bin/git"))",
         .body = isexecutable},
        {.name = "islink",
         .result = ResultType::condition,
         .parameters = {{"path", path}},
         .required = 1,
         .help = "Whether the path is a symbolic link.",
         .example = R"(islink("/etc/localtime"))",
         .body = islink},
        {.name = "isnewerthan",
         .result = ResultType::condition,
         .parameters = {{"path", path}, {"other", path}},
         .required = 2,
         .help = "Whether the first file was modified after the second one.",
         .example = R"(isnewerthan("/etc/app.conf", "/run/app.pid"))",
         .body = isnewerthan},
        {.name = "isnewerthantime",
         .result = ResultType::condition,
         .parameters = {{"path", path}, {"time", integer, "0,99999999999"}},
         .required = 2,
         .help = "Whether the file was modified after the time, in seconds since the epoch.",
         .example = R"(isnewerthantime("/etc/app.conf", 1700000000))",
         .body = isnewerthantime},
        {.name = "isplain",
         .result = ResultType::condition,
         .parameters = {{"path", path}},
         .required = 1,
         .help = "Whether the path is a regular file.",
         .example = R"(isplain("/etc/hosts"))",
         .body = isplain},
        {.name = "isreadable",
         .result = ResultType::condition,
         .parameters = {{"path", path}, {"timeout", integer, "0,99999999999"}},
         .required = 1,
         .help = "Whether the file can be read within so many seconds.",
         .example = R"(isreadable("/etc/shadow", 1))",
         .body = isreadable},
        {.name = "makerule",
         .category = "data",
         .result = ResultType::condition,
         .parameters = {{"target", path}, {"source", collection}},
         .required = 2,
         .help = "Whether the target is missing or older than one of its sources.",
         .example = R"(makerule("/srv/app/app.bin", '["/srv/app/app.c"]'))",
         .body = makerule},
    };
    return table;
}

} // namespace vow::cfengine::families
