#pragma once

#include "protocol/system/file_descriptor.h"

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace vow::agent {

/// Files that somebody edits, and files of the same kind in their folders: libraries of a module.
class WatchedFiles {
public:
    /// Throws std::system_error.
    explicit WatchedFiles(const std::vector<std::filesystem::path>& files);

    /// Waits until one of them was written or replaced, and until that is finished. False if
    /// waiting failed, as by a signal.
    bool wait();

private:
    bool is_watched(int folder, const std::filesystem::path& name) const;
    bool read_events();

    FileDescriptor events_;
    std::map<int, std::set<std::filesystem::path>> endings_; ///< by the number of the folder
};

} // namespace vow::agent
