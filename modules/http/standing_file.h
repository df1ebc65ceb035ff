#pragma once

#include <cstdint>
#include <string>

#include <sys/types.h>

namespace vow::modules {

/// What stands where a download is to go, links followed.
struct StandingFile {
    std::string path; ///< where the links lead; as given when there is nothing
    bool exists = false;
    std::string problem = {}; ///< why nothing can be downloaded there; empty: it can
    std::uint64_t size = 0;
    mode_t mode = 0;
    uid_t owner = 0;
    gid_t group = 0;

    explicit StandingFile(const std::string& wanted);

    /// Of what it holds now; empty: it cannot be read.
    std::string sha256() const;
};

} // namespace vow::modules
