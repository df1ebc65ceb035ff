#include "modules/files/renaming.h"

#include "modules/files/file_text.h"
#include "modules/files/path.h"
#include "modules/files/rotation.h"
#include "modules/sdk/cpp/text.h"

#include <cerrno>
#include <cstdio>

#include <sys/stat.h>
#include <unistd.h>

namespace vow::modules {

namespace {

void fail(int error, const std::string& path, Record& record) {
    record.failed_with(
        error, text({"Error occurred while renaming '", path, "' (", system_message(error), ")"})
    );
}

void rename_to(const std::string& new_path, const std::string& path, Record& record) {
    if (!record.allows(text({"rename file '", path, "' to '", new_path, "'"}))) return;
    if (std::rename(path.c_str(), new_path.c_str()) != 0) return fail(errno, path, record);
    record.repaired(text({"Renamed file '", path, "' to '", new_path, "'"}));
}

void disable_link(const std::string& path, Record& record) {
    if (!record.allows(text({"disable link '", path, "'"}))) return;
    if (unlink(path.c_str()) != 0) return fail(errno, path, record);
    record.repaired(text({"Disabled symbolic link '", path, "' by deleting it"}));
}

void disable(
    const Renaming& renaming, const std::string& path, const struct stat& status, Record& record
) {
    const std::string_view what = S_ISDIR(status.st_mode) ? "directory" : "file";
    if (!record.allows(text({"rename '", what, "' '", path, "'"}))) return;
    const std::string new_path = path + renaming.disabled_suffix;
    std::uint32_t mode = status.st_mode & 07777U;
    if (renaming.disabled_mode) mode = renaming.disabled_mode->applied_to(mode);
    if (chmod(path.c_str(), mode) != 0) {
        const int error = errno;
        record.failed_with(
            error,
            text(
                {"Failed to change permissions of '",
                 path,
                 "' to 'mode ",
                 octal(mode),
                 "' (",
                 system_message(error),
                 ")"}
            )
        );
        return;
    }
    record.repaired(text({"Changed permissions of '", path, "' to 'mode ", octal(mode), "'"}));
    if (std::rename(path.c_str(), new_path.c_str()) != 0) return fail(errno, path, record);
    record.repaired(
        text({"Disabled file '", path, "' by renaming to '", new_path, "' with mode ", octal(mode)})
    );
}

void empty_file(const std::string& path, Record& record) {
    if (!record.allows(text({"truncate '", path, "'"}))) return;
    if (truncate(path.c_str(), 0) != 0) return fail(errno, path, record);
    record.repaired(text({"Truncated '", path, "'"}));
}

void rotate(std::size_t count, const std::string& path, Record& record) {
    const std::string in_fifo = text({"file '", path, "' in ", std::to_string(count), " fifo"});
    if (!record.allows("rotate " + in_fifo)) return;
    shift_rotated(path, count);
    // Processes that have the file open go on writing to it, so it is truncated, not renamed.
    int error = copy_file(path, path + ".1");
    if (error == 0 && truncate(path.c_str(), 0) != 0) error = errno;
    if (error != 0) return fail(error, path, record);
    record.repaired("Rotated " + in_fifo);
}

} // namespace

Renaming Renaming::from(const Settings& body) {
    Renaming renaming;
    renaming.new_name = body.text_or("newname", "");
    renaming.disable = body.holds("disable");
    renaming.disabled_suffix = body.text_or("disable_suffix", "");
    if (const auto mode = body.text("disable_mode")) {
        renaming.disabled_mode = mode_change_from(*mode);
    }
    renaming.rotate = body.number("rotate");
    return renaming;
}

void keep_renamed(const Renaming& renaming, const std::string& path, Record& record) {
    struct stat status = {};
    if (lstat(path.c_str(), &status) != 0) {
        record.kept(text({"File object named '", path, "' is not there (promise kept)"}));
        return;
    }
    if (renaming.disable) {
        record.say(
            LogLevel::warning, text({"File object '", path, "' exists, contrary to promise"})
        );
    }
    if (!renaming.new_name.empty()) {
        rename_to(joined(parent_of(path), renaming.new_name), path, record);
    } else if (renaming.disable && S_ISLNK(status.st_mode)) {
        disable_link(path, record);
    } else if (renaming.disable) {
        disable(renaming, path, status, record);
    } else if (renaming.rotate && *renaming.rotate == 0) {
        empty_file(path, record);
    } else if (renaming.rotate && *renaming.rotate > 0) {
        rotate(static_cast<std::size_t>(*renaming.rotate), path, record);
    }
}

} // namespace vow::modules
