#pragma once

#include <cstdint>
#include <string>

#include <sys/types.h>

namespace vow::modules {

/// The destination of a download, links followed.
struct StandingFile {
    std::string path; ///< the target of the links; as given if there is no file
    bool exists = false;
    std::string problem = {}; ///< why nothing can be downloaded there; may be empty
    std::uint64_t size = 0;
    mode_t mode = 0;
    uid_t owner = 0;
    gid_t group = 0;

    explicit StandingFile(const std::string& wanted);

    /// Of the current content; empty if it cannot be read.
    std::string sha256() const;
};

} // namespace vow::modules
