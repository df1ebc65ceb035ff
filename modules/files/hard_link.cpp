#include "modules/files/hard_link.h"

#include "modules/files/creation.h"
#include "modules/files/link_source.h"
#include "modules/files/path.h"
#include "modules/sdk/cpp/text.h"

namespace vow::modules {

void keep_hard_link(
    const std::string& source, const NamedFile& file, Obstructions obstructions, Record& record
) {
    const std::string& path = file.path();
    const NamedFile from = NamedFile(joined(parent_of(path), source)).resolved();
    const auto wanted = from.status();
    const auto present = file.target_status();
    if (!wanted || !S_ISREG(wanted->st_mode)) {
        record.failed(text(
            {"Source file '",
             shown_target(source),
             "' is not a regular file, not appropriate to hard-link"}
        ));
        return;
    }
    if (present && present->st_ino == wanted->st_ino && present->st_dev == wanted->st_dev) {
        record.kept(
            text({"Hard link '", path, "' -> '", shown_target(source), "' exists and is okay"})
        );
        return;
    }
    const std::string arrow = text({"'", path, "' -> '", shown_target(source), "'"});
    if (present) {
        record.log(
            LogLevel::info,
            text({"'", path, "' does not appear to be a hard link to '", shown_target(source), "'"})
        );
    }
    if (!record.allows("hard link files " + arrow)) return;
    if (!make_parents(path, text({"Created parent directory for link '", path, "'"}), record))
        return;
    const NamedFile free(path);
    if (!clear_the_way(free, obstructions, record)) {
        record.failed(text({"Unable to create hard link ", arrow, ", failed to move obstruction"}));
        return;
    }
    const int error = free.error() != 0 ? free.error() : free.place().make_hard_link(from.place());
    if (error != 0) {
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
