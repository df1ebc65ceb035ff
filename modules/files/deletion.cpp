#include "modules/files/deletion.h"

#include "modules/sdk/cpp/text.h"

#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

namespace vow::modules {

namespace {

void delete_directory(const Deletion& deletion, const std::string& path, Record& record) {
    if (!deletion.directories) {
        record.kept(
            text({"Keeping directory '", path, "' since 'rmdirs' attribute was not specified"})
        );
        return;
    }
    if (rmdir(path.c_str()) == 0) {
        record.repaired(text({"Deleted directory '", path, "'"}));
        return;
    }
    const int error = errno;
    if (error == EEXIST || error == ENOTEMPTY) {
        record.kept(text({"Delete directory '", path, "' not empty, skipping"}));
        return;
    }
    record.failed_with(
        error, text({"Delete directory '", path, "' failed (rmdir: ", system_message(error), ")"})
    );
}

} // namespace

void keep_deleted(const Deletion& deletion, const std::string& path, Record& record) {
    struct stat status = {};
    if (lstat(path.c_str(), &status) != 0) {
        record.kept(text({"File '", path, "' does not exist as promised"}));
        return;
    }
    const bool directory = S_ISDIR(status.st_mode);
    if (!record.allows(text({"delete ", directory ? "directory" : "file", " '", path, "'"})))
        return;
    if (directory) {
        delete_directory(deletion, path, record);
    } else if (unlink(path.c_str()) == 0) {
        record.repaired(text({"Deleted file '", path, "'"}));
    } else {
        const int error = errno;
        record.failed_with(
            error,
            text({"Couldn't unlink '", path, "' tidying. (unlink: ", system_message(error), ")"})
        );
    }
}

} // namespace vow::modules
