#include "modules/files/archive.h"

#include "modules/files/path.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/text/canonical_name.h"

#include <cerrno>

namespace vow::modules {

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
