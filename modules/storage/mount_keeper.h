#pragma once

#include "modules/sdk/cpp/tool.h"
#include "modules/storage/mount.h"
#include "protocol/description/description.h"
#include "protocol/promise/record.h"

#include <string>

namespace vow::modules {

/// The files that describe the mounts of a host.
struct MountFiles {
    std::string mounts = "/proc/self/mounts"; ///< of the kernel
    std::string table = "/etc/fstab";
};

/// Keeps a promise of a mounted network file system: the programs mount and umount change it, the
/// table of file systems is edited if that is promised. Borrows everything.
class MountKeeper {
public:
    MountKeeper(const Mount& mount, Record& record, Log& log, MountFiles files = {})
        : mount_(mount),
          record_(record),
          log_(log),
          files_(std::move(files)),
          path_(record.promise().promiser) {}

    void keep();

private:
    void keep_mounted(const std::optional<std::string>& mounted);
    void keep_unmounted(const std::optional<std::string>& mounted);
    void mount();
    void unmount();
    void keep_table();
    void fail(std::string_view action, int error);
    bool make_folder();
    /// The programs go to a folder by its path: false, with an error, if others can exchange it.
    bool may_use(const std::string& folder);

    const Mount& mount_;
    Record& record_;
    Log& log_;
    const MountFiles files_;
    const std::string& path_;
};

/// The description of `storage` promises.
PromiseTypeDescription storage_type();

} // namespace vow::modules
