#include "modules/files/creation.h"
#include "modules/files/linking.h"
#include "modules/files/path.h"
#include "modules/files/sources.h"
#include "modules/sdk/cpp/text.h"

namespace vow::modules {

namespace {

bool is_same_file(const struct stat& one, const struct stat& other) {
    return one.st_ino == other.st_ino && one.st_dev == other.st_dev;
}

/// Makes the link, and moves an obstacle away first. `from` is the source opened.
void make_hard_link(
    const std::string& source,
    const NamedFile& from,
    const std::string& path,
    Obstructions obstructions,
    Record& record
) {
    const std::string shown = shown_target(source);
    const std::string arrow = text({"'", path, "' -> '", shown, "'"});
    if (!record.allows(presence_change("hard link files " + arrow, path, ChangeAction::create)))
        return;
    if (!make_parents(path, text({"Created parent directory for link '", path, "'"}), record))
        return;
    const NamedFile free(path);
    if (!clear_the_way(free, obstructions, record)) {
        record.failed(text({"Unable to create hard link ", arrow, ", failed to move obstruction"}));
        return;
    }
    const int error = free.error() != 0 ? free.error() : free.place().make_hard_link(from.place());
    if (error != 0) {
        const std::string why = text({"'. (link: ", system_message(error), ")"});
        record.failed_with(error, text({"Failed to hard link '", shown, "' to '", path, why}));
        return;
    }
    record.repaired("Hard linked file " + arrow);
}

} // namespace

void keep_hard_link(
    const std::string& source, const NamedFile& file, Obstructions obstructions, Record& record
) {
    const std::string& path = file.path();
    const std::string shown = shown_target(source);
    const NamedFile from = NamedFile(joined(parent_of(path), source)).resolved();
    const auto wanted = from.status();
    const auto present = file.target_status();
    if (!wanted || !S_ISREG(wanted->st_mode)) {
        record.failed(
            text({"Source file '", shown, "' is not a regular file, not appropriate to hard-link"})
        );
        return;
    }
    if (present && is_same_file(*present, *wanted)) {
        record.kept(text({"Hard link '", path, "' -> '", shown, "' exists and is okay"}));
        return;
    }
    if (present) {
        record.log(
            LogLevel::info,
            text({"'", path, "' does not appear to be a hard link to '", shown, "'"})
        );
    }
    make_hard_link(source, from, path, obstructions, record);
}

} // namespace vow::modules
