#pragma once

#include "protocol/system/place.h"
#include "protocol/system/trust.h"

#include <functional>
#include <optional>
#include <string>

namespace vow::modules {

/// A temporary folder that no one else can enter or exchange: in the nearest folder above a path
/// that only trusted users can change. It is removed with everything in it, by the next one in that
/// folder if this process is killed.
class PrivateFolder {
public:
    PrivateFolder(const std::string& path, const Trust& trust);
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;
    ~PrivateFolder();

    const std::string& path() const { return path_; }
    int error() const { return error_; } ///< an errno; 0 if it was made

    /// Calls `step`, for which, and for the programs it starts, the folder at a path is at this
    /// path as well, whatever others do with its own. Returns 0, or the errno of the failed call.
    int show(const std::string& path, const std::function<void()>& step) const {
        return show(path, std::nullopt, step);
    }
    /// The same of the folder with that inode number only; ESTALE if it is another.
    int show(const std::string& path, std::optional<ino_t> inode, const std::function<void()>& step)
        const;
    /// Whether a rename from here can reach a place: it is on the same mount.
    bool can_move_to(const Place& place) const;

private:
    std::string path_;
    int error_;
};

} // namespace vow::modules
