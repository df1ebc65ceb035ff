#include "modules/files/hard_link.h"

#include "modules/files/creation.h"
#include "modules/files/link_source.h"
#include "modules/files/path.h"
#include "modules/sdk/cpp/text.h"

#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

namespace vow::modules {

void keep_hard_link(
    const std::string& source, const std::string& path, Obstructions obstructions, Record& record
) {
    const std::string from = joined(parent_of(path), source);
    struct stat wanted = {};
    struct stat present = {};
    if (stat(from.c_str(), &wanted) != 0 || !S_ISREG(wanted.st_mode)) {
        record.failed(text(
            {"Source file '",
             shown_target(source),
             "' is not a regular file, not appropriate to hard-link"}
        ));
        return;
    }
    const bool there = stat(path.c_str(), &present) == 0;
    if (there && present.st_ino == wanted.st_ino && present.st_dev == wanted.st_dev) {
        record.kept(
            text({"Hard link '", path, "' -> '", shown_target(source), "' exists and is okay"})
        );
        return;
    }
    const std::string arrow = text({"'", path, "' -> '", shown_target(source), "'"});
    if (there) {
        record.say(
            LogLevel::info,
            text({"'", path, "' does not appear to be a hard link to '", shown_target(source), "'"})
        );
    }
    if (!record.allows("hard link files " + arrow)) return;
    if (!make_parents(path, text({"Created parent directory for link '", path, "'"}), record))
        return;
    if (!clear_the_way(path, obstructions, record)) {
        record.failed(text({"Unable to create hard link ", arrow, ", failed to move obstruction"}));
        return;
    }
    if (link(from.c_str(), path.c_str()) != 0) {
        const int error = errno;
        record.failed_with(
            error,
            text(
                {"Failed to hard link '",
                 shown_target(source),
                 "' to '",
                 path,
                 "'. (link: ",
                 system_message(error),
                 ")"}
            )
        );
        return;
    }
    record.repaired("Hard linked file " + arrow);
}

} // namespace vow::modules
