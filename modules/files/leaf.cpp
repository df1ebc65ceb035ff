#include "modules/files/leaf.h"

#include "modules/files/deletion.h"
#include "modules/files/path.h"
#include "modules/files/renaming.h"
#include "modules/files/touching.h"
#include "modules/files/transforming.h"
#include "modules/sdk/cpp/text.h"

#include <vector>

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

    void
    visit(const NamedFile& directory, const SystemResult<OpenFolder>& folder, std::int64_t level) {
        if (is_too_deep(directory.path())) return record_.failed(deep_folder(directory.path()));
        const auto names = folder ? names_in(*folder)
                                  : SystemResult<std::vector<std::string>>::failed(folder.error());
        if (!names) {
            const std::string why = text({"'. (opendir: ", system_message(names.error()), ")"});
            record_.log(
                LogLevel::info, text({"Could not open existing directory '", directory.path(), why})
            );
            return;
        }
        for (const std::string& name : *names) {
            if (log_.is_stopped()) return;
            visit_entry(directory.in(*folder, name), level);
        }
    }

private:
    void visit_entry(const NamedFile& entry, std::int64_t level) {
        auto status = entry.status();
        if (!status) return;
        NamedFile target = entry;
        if (S_ISLNK(status->st_mode)) {
            if (search_.remove_dead_links && remove_dead_link(entry, record_)) return;
            if (search_.follow_links) {
                if (!may_follow(entry, *status)) return;
                target = entry.resolved();
                status = target.status();
            }
        }
        if (!status || (search_.one_device && status->st_dev != device_)) return;
        if (S_ISDIR(status->st_mode)) {
            if (!search_.admits(entry.path())) return;
            if (search_.enters(entry.path(), level))
                visit(entry, target.place().open_folder(*status), level + 1);
        }
        if (file_.selection && !file_.selection->selects(entry, *status, record_, log_)) return;
        keep_leaf(file_, entry, {}, record_, log_);
    }

    /// A link made by another user is not followed, as it may point anywhere by then.
    bool may_follow(const NamedFile& link, const struct stat& status) {
        if (status.st_uid == 0 || status.st_uid == getuid()) return true;
        record_.log(
            LogLevel::info,
            text(
                {"File '",
                 link.path(),
                 "' is an untrusted link: cfengine will not "
                 "follow it with a destructive operation"}
            )
        );
        return false;
    }

    const FilePromise& file_;
    const DepthSearch& search_;
    dev_t device_;
    Record& record_;
    const Log& log_;
};

} // namespace

void keep_leaf(
    const FilePromise& file,
    const NamedFile& leaf,
    const std::optional<struct stat>& before,
    Record& record,
    const Log& log
) {
    if (!file.transformer.empty()) {
        transform(file, leaf.path(), record, log);
    } else {
        if (file.renaming) keep_renamed(*file.renaming, leaf, record);
        // The base of a recursive deletion stays; another promise may delete it.
        const bool base_of_tree = file.search && leaf.path() == file.path;
        if (file.deletion && !base_of_tree) keep_deleted(*file.deletion, leaf, record);
        if (file.touch) touch(leaf, record);
    }
    if (file.permissions) keep_permissions(*file.permissions, leaf, before, record);
}

void keep_tree(const FilePromise& file, const NamedFile& base, Record& record, const Log& log) {
    const NamedFile target = base.resolved();
    const auto status = target.status();
    if (!status) return;
    if (!S_ISDIR(status->st_mode)) {
        record.log(
            LogLevel::warning,
            text(
                {"depth_search (recursion) is promised for a base object '",
                 file.path,
                 "' that is not a directory"}
            )
        );
        return;
    }
    TreeWalk(file, status->st_dev, record, log).visit(base, target.place().open_folder(*status), 0);
    if (!file.search->with_base) return;
    if (file.selection && !file.selection->selects(base, *status, record, log)) return;
    keep_leaf(file, base, {}, record, log);
}

} // namespace vow::modules
