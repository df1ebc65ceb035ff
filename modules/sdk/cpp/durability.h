#pragma once

#include "protocol/system/replacement.h"

#include <map>

#include <sys/types.h>

namespace vow::modules {

/// The files that survive a power cut. `vow run --durability` sets it for all modules by an
/// environment variable.
enum class DurabilityLevel {
    none,     ///< the operating system decides
    replaced, ///< new content reaches the disk before it replaces the old; new files at the end
    all,      ///< every change reaches the disk before its promise is done
};

/// The level of this run: that of VOW_DURABILITY, or `replaced`.
DurabilityLevel durability_level();
/// For a file that replaces another.
Replacement::Durability durability_of_replaced(DurabilityLevel level);
/// For a file that is new; SyncedFolders writes it to the disk later.
Replacement::Durability durability_of_new(DurabilityLevel level);

/// The file systems on which a run has created files. Writes each to the disk once, when the run
/// ends.
class SyncedFolders {
public:
    SyncedFolders() = default;
    SyncedFolders(const SyncedFolders&) = delete;
    SyncedFolders& operator=(const SyncedFolders&) = delete;
    ~SyncedFolders();

    /// `folder` is on such a file system.
    void add(const OpenFolder& folder);

private:
    std::map<dev_t, FileDescriptor> systems_;
};

} // namespace vow::modules
