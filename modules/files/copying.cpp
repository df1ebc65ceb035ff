#include "modules/files/copying.h"

#include "modules/files/copied_file.h"
#include "modules/files/creation.h"
#include "modules/files/directory.h"
#include "modules/files/path.h"
#include "modules/sdk/cpp/text.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include <sys/stat.h>

namespace vow::modules {

namespace {

/// A directory and its copy, recursively.
class CopiedTree {
public:
    CopiedTree(const FilePromise& file, dev_t device, Record& record, const Log& log)
        : file_(file),
          copy_(*file.copy),
          device_(device),
          record_(record),
          log_(log) {}

    void visit(const std::string& from, const std::string& to, std::int64_t depth) {
        // If the source directory cannot be read, nothing may be purged.
        const std::vector<std::string> names = names_in(from);
        if (names.empty() && errno != 0) {
            record_.failed_with(errno, text({"Can't open directory '", from, "' for copying"}));
            return;
        }
        for (const std::string& name : names) {
            if (log_.stopped()) return;
            visit_entry(joined(from, name), to, name, depth);
        }
        if (copy_.purge) purge(to, names);
    }

private:
    void visit_entry(
        const std::string& from, const std::string& to, const std::string& name, std::int64_t depth
    ) {
        struct stat status = {};
        if (lstat(from.c_str(), &status) != 0) return;
        if (S_ISLNK(status.st_mode) && !copy_.links && stat(from.c_str(), &status) != 0) return;
        if (file_.search && file_.search->one_device && status.st_dev != device_) return;
        if (!S_ISDIR(status.st_mode)) {
            keep_file_copied(file_, from, status, joined(to, name), record_);
            return;
        }
        if (depth <= 1 || (file_.search && !file_.search->admits(from))) return;
        const std::string below = copy_.flat ? to : joined(to, name);
        if (!copy_.flat && !keep_directory(status, below)) return;
        visit(from, below, depth - 1);
    }

    bool keep_directory(const struct stat& source, const std::string& path) {
        struct stat present = {};
        if (stat(path.c_str(), &present) != 0) {
            if (!record_.allows(text({"create directory '", path, "'"}))) return false;
            if (!make_directory(path)) {
                const int error = errno;
                record_.failed_with(
                    error,
                    text({"Can't make directory '", path, "'. (mkdir: ", system_message(error), ")"}
                    )
                );
                return false;
            }
            record_.repaired(text({"Created directory '", path, "'"}));
        }
        keep_copied_permissions(file_, source, path, record_);
        return true;
    }

    void purge(const std::string& directory, const std::vector<std::string>& wanted) {
        if (directory.size() < 2) {
            record_.failed(text({"Purge of '", directory, "' denied - too dangerous!"}));
            return;
        }
        for (const std::string& name : names_in(directory)) {
            if (std::ranges::find(wanted, name) == wanted.end()) {
                purge_entry(joined(directory, name));
            }
        }
    }

    void purge_entry(const std::string& path) {
        if (!record_.allows(text({"purge '", path, "' from copy dest directory"}))) return;
        struct stat status = {};
        const bool directory = lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
        std::error_code error;
        std::filesystem::remove_all(path, error);
        if (error) {
            record_.failed_with(
                error.value(), text({"Couldn't delete '", path, "' while purging"})
            );
        } else if (directory) {
            record_.repaired(text({"Purged directory '", path, "' in copy dest directory"}));
        } else {
            record_.repaired(text({"Purged '", path, "' copy dest directory"}));
        }
    }

    const FilePromise& file_;
    const CopySource& copy_;
    dev_t device_;
    Record& record_;
    const Log& log_;
};

void keep_directory_copied(
    const FilePromise& file, const struct stat& source, Record& record, const Log& log
) {
    // The directory itself has to be created, too.
    if (!make_parents(
            joined(file.path, "."), text({"Created parent directory for '", file.path, "'"}), record
        ))
        return;
    struct stat present = {};
    if (lstat(file.path.c_str(), &present) != 0) return; // in a dry run
    if (S_ISLNK(present.st_mode)) {
        if (!is_writable_as_file(file.path, file.obstructions, record)) return;
        if (lstat(file.path.c_str(), &present) == 0) {
            record.failed(text(
                {"Path '",
                 file.path,
                 "' is a symlink. Unable to move it aside "
                 "without move_obstructions is set"}
            ));
            return;
        }
        if (!make_directory_tree(file.path, record)) return;
    }
    const std::int64_t depth = file.search ? std::max<std::int64_t>(file.search->depth, 1) : 1;
    CopiedTree(file, source.st_dev, record, log).visit(file.copy->source, file.path, depth);
    if (file.copy->check_root) keep_copied_permissions(file, source, file.path, record);
}

} // namespace

void keep_copied(const FilePromise& file, Record& record, const Log& log) {
    const std::string& source = file.copy->source;
    struct stat status = {};
    if (stat(source.c_str(), &status) != 0) {
        if (file.copy->missing_ok) {
            record.kept(text(
                {"Can't stat file '",
                 source,
                 "' on 'localhost' but promise is kept "
                 "because of 'missing_ok' in files.copy_from promise"}
            ));
        } else {
            record.failed(
                text({"Can't stat file '", source, "' on 'localhost' in files.copy_from promise"})
            );
        }
        return;
    }
    if (S_ISDIR(status.st_mode)) return keep_directory_copied(file, status, record, log);
    if (file.copy->links) lstat(source.c_str(), &status);
    keep_file_copied(file, source, status, file.path, record);
}

} // namespace vow::modules
