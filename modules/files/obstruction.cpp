#include "modules/files/obstruction.h"

#include "modules/files/path.h"
#include "modules/sdk/cpp/text.h"

#include <cerrno>
#include <cstdio>

#include <sys/stat.h>

namespace vow::modules {

namespace {

bool rename_away(const std::string& path, const std::string& saved, Record& record) {
    if (std::rename(path.c_str(), saved.c_str()) == 0) return true;
    const int error = errno;
    record.failed_with(
        error,
        text({"Can't rename '", path, "' to '", saved, "'. (rename: ", system_message(error), ")"})
    );
    return false;
}

bool move_directory(const std::string& path, Record& record) {
    if (!record.allows(text({"move aside directory '", path, "' obstructing"}))) return false;
    if (!rename_away(path, path + time_stamp_suffix() + ".cfsaved.dir", record)) return false;
    record.repaired(text({"Moved directory '", path, "' to '", path, ".cfsaved'"}));
    return true;
}

bool move_object(const std::string& path, Record& record) {
    if (!record.allows(text({"move aside object '", path, "' obstructing promise"}))) return false;
    const std::string saved = path + ".cfsaved";
    if (!rename_away(path, saved, record)) return false;
    record.repaired(text({"Moved obstructing object '", path, "' to '", saved, "'"}));
    return true;
}

} // namespace

bool clear_the_way(const std::string& path, Obstructions obstructions, Record& record) {
    struct stat status = {};
    if (lstat(path.c_str(), &status) != 0) return true;
    if (obstructions == Obstructions::stay) {
        record.failed(text({"Object '", path, "' is obstructing promise"}));
        return false;
    }
    return S_ISDIR(status.st_mode) ? move_directory(path, record) : move_object(path, record);
}

bool is_writable_as_file(const std::string& path, Obstructions obstructions, Record& record) {
    struct stat status = {};
    if (lstat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode)) return true;
    if (obstructions == Obstructions::stay) {
        if (S_ISLNK(status.st_mode)) return true;
        record.failed(
            text({"Path '", path, "' is not a regular file and move_obstructions is not set"})
        );
        return false;
    }
    if (!record.allows(text({"Moving obstructing file '", path, "'"}))) return false;
    const std::string moved = path + ".cf-moved";
    if (!rename_away(path, moved, record)) return false;
    record.repaired(text({"Moved obstructing path '", path, "' to '", moved, "'"}));
    return true;
}

} // namespace vow::modules
