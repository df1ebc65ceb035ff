#pragma once

#include "protocol/system/place.h"

#include <cstdint>
#include <optional>
#include <string>

namespace vow::modules {

/// The destination of a download, links followed.
struct DownloadTarget {
    std::string path;                ///< as promised
    std::optional<Place> place = {}; ///< the target of links; unset if the folder does not exist
    std::optional<FileDescriptor> file = {}; ///< for reading, if it exists
    bool exists = false;
    std::string problem = {}; ///< why nothing can be downloaded there; may be empty
    std::uint64_t size = 0;

    explicit DownloadTarget(const std::string& wanted);

    /// Of the current content; empty if it cannot be read.
    std::string sha256() const;

private:
    void take(const Place& target, const struct stat& status);
};

} // namespace vow::modules
