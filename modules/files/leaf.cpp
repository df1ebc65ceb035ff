#include "modules/files/leaf.h"

#include "modules/files/deletion.h"
#include "modules/files/directory.h"
#include "modules/files/path.h"
#include "modules/files/renaming.h"
#include "modules/files/touching.h"
#include "modules/files/transforming.h"
#include "modules/sdk/cpp/text.h"

#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

namespace vow::modules {

namespace {

/// A walk through a tree of directories.
class TreeWalk {
public:
    TreeWalk(const FilePromise& file, dev_t device, Record& record, const Log& log)
        : file_(file),
          search_(*file.search),
          device_(device),
          record_(record),
          log_(log) {}

    void visit(const std::string& directory, std::int64_t level) {
        const std::vector<std::string> names = names_in(directory);
        if (names.empty() && errno != 0) {
            record_.say(
                LogLevel::info,
                text(
                    {"Could not open existing directory '",
                     directory,
                     "'. (opendir: ",
                     system_message(errno),
                     ")"}
                )
            );
            return;
        }
        for (const std::string& name : names) {
            if (log_.stopped()) return;
            visit_entry(joined(directory, name), level);
        }
    }

private:
    void visit_entry(const std::string& path, std::int64_t level) {
        struct stat status = {};
        if (lstat(path.c_str(), &status) != 0) return;
        if (S_ISLNK(status.st_mode)) {
            if (search_.remove_dead_links && remove_dead_link(path, record_)) return;
            if (search_.follow_links && !follow(path, status)) return;
        }
        if (search_.one_device && status.st_dev != device_) return;
        if (S_ISDIR(status.st_mode)) {
            if (!search_.admits(path)) return;
            if (search_.enters(path, level)) visit(path, level + 1);
        }
        if (file_.selection && !file_.selection->selects(path, status)) return;
        keep_leaf(file_, path, record_, log_);
    }

    /// A link made by another user is not followed, as it may point anywhere by then.
    bool follow(const std::string& path, struct stat& status) {
        if (status.st_uid != 0 && status.st_uid != getuid()) {
            record_.say(
                LogLevel::info,
                text(
                    {"File '",
                     path,
                     "' is an untrusted link: cfengine will not "
                     "follow it with a destructive operation"}
                )
            );
            return false;
        }
        return stat(path.c_str(), &status) == 0;
    }

    const FilePromise& file_;
    const DepthSearch& search_;
    dev_t device_;
    Record& record_;
    const Log& log_;
};

} // namespace

void keep_leaf(const FilePromise& file, const std::string& path, Record& record, const Log& log) {
    if (!file.transformer.empty()) {
        transform(file, path, record, log);
    } else {
        if (file.renaming) keep_renamed(*file.renaming, path, record);
        // The base of a recursive deletion stays; another promise may delete it.
        const bool base_of_tree = file.search && path == file.path;
        if (file.deletion && !base_of_tree) keep_deleted(*file.deletion, path, record);
        if (file.touch) touch(path, record);
    }
    if (file.permissions) keep_permissions(*file.permissions, path, record);
}

void keep_tree(const FilePromise& file, Record& record, const Log& log) {
    struct stat status = {};
    if (stat(file.path.c_str(), &status) != 0) return;
    if (!S_ISDIR(status.st_mode)) {
        record.say(
            LogLevel::warning,
            text(
                {"depth_search (recursion) is promised for a base object '",
                 file.path,
                 "' that is not a directory"}
            )
        );
        return;
    }
    TreeWalk(file, status.st_dev, record, log).visit(file.path, 0);
    if (file.search->with_base && (!file.selection || file.selection->selects(file.path, status))) {
        keep_leaf(file, file.path, record, log);
    }
}

} // namespace vow::modules
