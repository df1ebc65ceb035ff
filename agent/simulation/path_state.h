#pragma once

#include "protocol/promise/change.h"

#include <optional>
#include <string>
#include <vector>

#include <sys/stat.h>

namespace vow::agent {

/// A path as it was at one time, as far as that is shown: a small content is kept, of a large one
/// the digest.
class PathState {
public:
    /// `path` is where it is read; nullopt if there is nothing.
    static std::optional<PathState> at(const std::string& path);
    /// The same of what lstat() has found there.
    static PathState of(const std::string& path, const struct stat& status);

    /// Whether a path with this status has not been touched since.
    bool is_same(const struct stat& status) const;
    bool is_folder() const { return S_ISDIR(status_.st_mode); }

private:
    friend std::vector<Change> changes_between(
        const std::string& path,
        const std::optional<PathState>& before,
        const std::optional<PathState>& after
    );

    explicit PathState(const struct stat& status) : status_(status) {}

    std::vector<Change> creation(const std::string& path) const;
    Change removal(const std::string& path) const;
    std::vector<Change> changes_to(const PathState& after, const std::string& path) const;
    Change change_of_content(const PathState& after, const std::string& path) const;
    bool has_content_of(const PathState& other) const;
    std::string named() const;

    struct stat status_;
    std::string content_ = {};                 ///< of a file; the target of a link
    std::optional<HiddenContent> digest_ = {}; ///< of a large file, instead
};

/// The changes from the one state of a path to the other, in the terms of the module `files`;
/// nullopt: it is absent.
std::vector<Change> changes_between(
    const std::string& path,
    const std::optional<PathState>& before,
    const std::optional<PathState>& after
);

} // namespace vow::agent
