#include "modules/files/deletion.h"

#include "modules/files/directory.h"
#include "modules/sdk/cpp/text.h"

#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

namespace vow::modules {

namespace {

/// True if the directory must stay; records the reason.
bool is_kept(const Deletion& deletion, const std::string& path, Record& record) {
    if (!deletion.directories) {
        record.kept(
            text({"Keeping directory '", path, "' since 'rmdirs' attribute was not specified"})
        );
        return true;
    }
    if (names_in(path).empty()) return false;
    record.kept(text({"Delete directory '", path, "' not empty, skipping"}));
    return true;
}

void delete_directory(const std::string& path, Record& record) {
    if (!record.allows(text({"delete directory '", path, "'"}))) return;
    if (rmdir(path.c_str()) == 0) {
        record.repaired(text({"Deleted directory '", path, "'"}));
        return;
    }
    const int error = errno;
    record.failed_with(
        error, text({"Delete directory '", path, "' failed (rmdir: ", system_message(error), ")"})
    );
}

void delete_file(const std::string& path, Record& record) {
    if (!record.allows(text({"delete file '", path, "'"}))) return;
    if (unlink(path.c_str()) == 0) {
        record.repaired(text({"Deleted file '", path, "'"}));
        return;
    }
    const int error = errno;
    record.failed_with(
        error, text({"Couldn't unlink '", path, "' tidying. (unlink: ", system_message(error), ")"})
    );
}

} // namespace

void keep_deleted(const Deletion& deletion, const std::string& path, Record& record) {
    struct stat status = {};
    if (lstat(path.c_str(), &status) != 0) {
        record.kept(text({"File '", path, "' does not exist as promised"}));
        return;
    }
    if (!S_ISDIR(status.st_mode)) return delete_file(path, record);
    if (!is_kept(deletion, path, record)) delete_directory(path, record);
}

} // namespace vow::modules
