#pragma once

#include "protocol/system/file_descriptor.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace vow::harness {

/// The way in which files got their content.
struct FileWrites {
    std::set<std::string> in_place; ///< others may have seen them empty or half-written
    std::set<std::string> at_once;  ///< renamed or linked to their names when complete
};

/// Watches how files get their content. The kernel reports a write before it returns to the writer,
/// so that none is missed. Files whose folder does not exist yet are not watched.
class FileWatch {
public:
    /// Links in the paths must be resolved.
    explicit FileWatch(const std::vector<std::string>& paths);

    /// The writes since construction. Files that are empty now do not count: no one can see them
    /// half-written.
    FileWrites take_writes() const;

private:
    FileDescriptor events_;
    std::map<int, std::string> folders_; ///< by their numbers in events
    std::set<std::string> paths_;
};

} // namespace vow::harness
