#include "modules/files/file_steps.h"
#include "modules/files/linking.h"
#include "modules/files/path.h"
#include "modules/files/renaming.h"
#include "modules/sdk/cpp/text.h"

#include <vector>

#include <unistd.h>

namespace vow::modules {

namespace {

/// A walk through a tree of directories.
class TreeWalk {
public:
    TreeWalk(const FilePromise& file, dev_t device, const LeafReport& report)
        : file_(file),
          search_(*file.search),
          device_(device),
          report_(report),
          record_(report.record) {}

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
        std::optional<ChangeMonitor::Listing> listing;
        if (report_.monitor != nullptr) listing.emplace(*report_.monitor, directory.path());
        for (const std::string& name : *names) {
            if (report_.log.is_stopped()) return;
            visit_entry(directory.in(*folder, name), level, listing);
        }
        if (listing) listing->finish();
    }

private:
    void visit_entry(
        const NamedFile& entry, std::int64_t level, std::optional<ChangeMonitor::Listing>& listing
    ) {
        auto status = entry.status();
        if (!status || file_.skipped.has(entry.path(), *status, record_)) return;
        NamedFile target = entry;
        if (S_ISLNK(status->st_mode)) {
            if (search_.remove_dead_links && remove_dead_link(entry, record_)) return;
            if (search_.follow_links) {
                if (!may_follow(entry, *status)) return;
                target = entry.resolved();
                status = target.status();
            }
        }
        if (!status || search_.is_beyond(*status, device_)) return;
        if (S_ISDIR(status->st_mode)) {
            if (!search_.admits(entry.path())) return;
            if (search_.enters(entry.path(), level))
                visit(entry, target.place().open_folder(*status), level + 1);
        }
        const bool is_selected =
            !file_.selection || file_.selection->selects(entry, *status, record_, report_.log);
        if (!is_selected) return;
        if (listing) listing->add(std::string(leaf_of(entry.path())));
        const Record::Part part(record_, entry.path());
        keep_leaf(file_, entry, {}, report_);
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
    const LeafReport& report_;
    Record& record_;
};

/// As with the reference, a promised file is checked before and after its edits. This shows only in
/// differences that are not stored.
void check_changes(const FilePromise& file, const NamedFile& leaf, ChangeMonitor& monitor) {
    using Difference = ChangeMonitor::Difference;
    const auto status = leaf.status();
    if (!status) return;
    const bool is_checked_again = !file.search && S_ISREG(status->st_mode);
    if (monitor.check(leaf, *status) == Difference::stays && is_checked_again)
        monitor.check(leaf, *status);
}

/// "/x/." and "/x/" promise a directory, or a link to one: another file stays, whatever it is.
bool is_other_than_named(const FilePromise& file, const NamedFile& leaf) {
    if (file.kind != FilePromise::Kind::directory || leaf.path() != file.path) return false;
    const auto target = leaf.target_status();
    return !target || !S_ISDIR(target->st_mode);
}

void keep_leaf_deleted(const FilePromise& file, const NamedFile& leaf, Record& record) {
    // The base of a recursive deletion stays; another promise may delete it.
    if (file.search && leaf.path() == file.path) return;
    if (is_other_than_named(file, leaf))
        return record.kept(text({"File '", file.path, "/.' does not exist as promised"}));
    keep_deleted(*file.deletion, leaf, record);
}

} // namespace

void keep_leaf(
    const FilePromise& file,
    const NamedFile& leaf,
    const std::optional<struct stat>& before,
    const LeafReport& report
) {
    Record& record = report.record;
    if (!file.transformer.empty()) {
        transform(file, leaf.path(), record, report.log);
    } else {
        if (file.renaming) keep_renamed(*file.renaming, leaf, record);
        if (file.deletion) keep_leaf_deleted(file, leaf, record);
        if (file.touch) touch(leaf, record);
        if (file.modified) keep_modified(*file.modified, leaf, record);
    }
    if (file.permissions) keep_permissions(*file.permissions, leaf, before, record);
    if (file.access_list) keep_access_list(*file.access_list, leaf, record);
    if (report.monitor != nullptr) check_changes(file, leaf, *report.monitor);
}

void keep_tree(const FilePromise& file, const NamedFile& base, const LeafReport& report) {
    Record& record = report.record;
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
    const NamedFile found_in(file.search_path, base.place());
    TreeWalk(file, status->st_dev, report).visit(found_in, target.place().open_folder(*status), 0);
    if (!file.search->with_base) return;
    if (file.selection && !file.selection->selects(base, *status, record, report.log)) return;
    keep_leaf(file, base, {}, report);
}

} // namespace vow::modules
