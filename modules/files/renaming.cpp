#include "modules/files/renaming.h"

#include "modules/files/path.h"
#include "modules/sdk/cpp/durability.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/text/text.h"

#include <cerrno>
#include <string>

#include <unistd.h>

namespace vow::modules {

namespace {

void fail(int error, const std::string& path, Record& record) {
    record.failed_with(
        error, text({"Error occurred while renaming '", path, "' (", path_error(path, error), ")"})
    );
}

void rename_to(const NamedFile& target, const NamedFile& file, Record& record) {
    const std::string& path = file.path();
    const std::string what = text({"rename file '", path, "' to '", target.path(), "'"});
    if (!record.allows({.what = what, .path = path, .after = target.path()})) return;
    if (target.error() != 0) return fail(target.error(), path, record);
    if (const int error = file.place().rename_to(target.place()); error != 0)
        return fail(error, path, record);
    record.repaired(text({"Renamed file '", path, "' to '", target.path(), "'"}));
}

void disable_link(const NamedFile& file, Record& record) {
    if (!record.allows(ChangeAction::remove, text({"disable link '", file.path(), "'"}))) return;
    if (const int error = file.place().unlink(); error != 0)
        return fail(error, file.path(), record);
    record.repaired(text({"Disabled symbolic link '", file.path(), "' by deleting it"}));
}

void disable(
    const Renaming& renaming, const NamedFile& file, const struct stat& status, Record& record
) {
    const std::string& path = file.path();
    const std::string_view what = S_ISDIR(status.st_mode) ? "directory" : "file";
    const NamedFile disabled = file.with_suffix(renaming.disabled_suffix);
    const std::string renaming_it = text({"rename '", what, "' '", path, "'"});
    if (!record.allows({.what = renaming_it, .path = path, .after = disabled.path()})) return;
    std::uint32_t mode = status.st_mode & 07777U;
    if (renaming.disabled_mode) mode = renaming.disabled_mode->applied_to(mode);
    const std::string shown = octal(mode);
    if (const int error = file.place().set_mode(mode, status); error != 0) {
        const std::string why = text({"' (", path_error(path, error), ")"});
        record.failed_with(
            error, text({"Failed to change permissions of '", path, "' to 'mode ", shown, why})
        );
        return;
    }
    record.repaired(text({"Changed permissions of '", path, "' to 'mode ", shown, "'"}));
    if (const int error = file.place().rename_to(disabled.place()); error != 0)
        return fail(error, path, record);
    record.repaired(text(
        {"Disabled file '", path, "' by renaming to '", disabled.path(), "' with mode ", shown}
    ));
    archive(disabled, record);
}

int truncate_file(const Place& place) {
    const auto file = place.open_file(Place::Access::write);
    if (!file) return file.error();
    return ftruncate(file->number(), 0) == 0 ? 0 : errno;
}

void empty_file(const NamedFile& file, Record& record) {
    if (!record.allows(text({"truncate '", file.path(), "'"}))) return;
    const NamedFile target = file.resolved();
    const int error = target.error() != 0 ? target.error() : truncate_file(target.place());
    if (error != 0) return fail(error, file.path(), record);
    record.repaired(text({"Truncated '", file.path(), "'"}));
}

/// Copies the file first, so that nothing is shifted for a copy that cannot be made. Processes that
/// have the file open go on writing to it: it is truncated, not renamed.
int copy_and_truncate(std::size_t count, const NamedFile& file) {
    const NamedFile target = file.resolved();
    if (target.error() != 0) return target.error();
    const auto open = target.place().open_file(Place::Access::read_write);
    if (!open) return open.error();
    auto copy = copied_for(file.place().beside(".1"), *open);
    if (!copy) return copy.error();
    shift_rotated(file.place(), count);
    using Existing = Replacement::Existing;
    const int error = copy->commit(Existing::replaced, durability_of_replaced(durability_level()));
    if (error != 0) return error;
    return ftruncate(open->number(), 0) == 0 ? 0 : errno;
}

void rotate(std::size_t count, const NamedFile& file, Record& record) {
    const std::string number = std::to_string(count);
    const std::string in_fifo = text({"file '", file.path(), "' in ", number, " fifo"});
    if (!record.allows("rotate " + in_fifo)) return;
    if (const int error = copy_and_truncate(count, file); error != 0)
        return fail(error, file.path(), record);
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

void keep_renamed(const Renaming& renaming, const NamedFile& file, Record& record) {
    const std::string& path = file.path();
    const auto status = file.status();
    if (!status) {
        record.kept(text({"File object named '", path, "' is not there (promise kept)"}));
        return;
    }
    if (renaming.disable) {
        record.log(
            LogLevel::warning, text({"File object '", path, "' exists, contrary to promise"})
        );
    }
    if (!renaming.new_name.empty()) {
        rename_to(NamedFile(joined(parent_of(path), renaming.new_name)), file, record);
    } else if (renaming.disable && S_ISLNK(status->st_mode)) {
        disable_link(file, record);
    } else if (renaming.disable) {
        disable(renaming, file, *status, record);
    } else if (renaming.rotate && *renaming.rotate == 0) {
        empty_file(file, record);
    } else if (renaming.rotate && *renaming.rotate > 0) {
        rotate(static_cast<std::size_t>(*renaming.rotate), file, record);
    }
}

void shift_rotated(const Place& place, std::size_t count) {
    for (std::size_t number = count; number-- > 1;) {
        for (const char* compressed : {"", ".gz", ".Z", ".bz", ".bz2", ".xz"}) {
            const std::string end = compressed;
            // Fails for those that do not exist, which is harmless.
            place.beside("." + std::to_string(number) + end)
                .rename_to(place.beside("." + std::to_string(number + 1) + end));
        }
    }
}

namespace {

/// Returns 0 or an errno.
int move(const Place& from, const Place& to) {
    const int error = from.rename_to(to);
    if (error != EXDEV) return error;
    const auto file = from.open_file(Place::Access::read);
    if (!file) return file.error();
    const int failed = copy_file(*file, to);
    return failed != 0 ? failed : from.unlink();
}

} // namespace

void archive(const NamedFile& backup, Record& record) {
    const std::string* repository = record.promise().attributes.text("repository");
    if (repository == nullptr || repository->empty()) return;
    const std::string path = joined(*repository, canonified(backup.path()));
    int error = make_folders(*repository, 0700);
    const NamedFile archived(path);
    if (error == 0) error = archived.error();
    if (error == 0) error = move(backup.place(), archived.place());
    const std::string names = text({" '", backup.path(), "' to repository location '", path, "'"});
    if (error == 0) return record.repaired("Moved" + names);
    record.failed_with(error, text({"Failed to move", names, " (", path_error(path, error), ")"}));
}

} // namespace vow::modules
