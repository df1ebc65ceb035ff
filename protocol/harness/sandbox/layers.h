#pragma once

#include "protocol/harness/sandbox/sandbox.h"
#include "protocol/system/file_descriptor.h"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace vow::harness {

/// The view of the machine that the work in a sandbox has, and the layers that its changes go to:
/// namespaces of its own, an overlay over every file system, an empty /run, the devices as they
/// are. Lives in a child process only, since what it mounts goes with that process's namespace.
///
/// Root lays one overlay over each mount. Anyone else does so in a user namespace, with the number
/// that the user has anyway. The kernel lays no overlay there over a folder that has mounts below
/// it, since it could uncover what they hide; such a folder is rebuilt, entry by entry. Nor can an
/// overlay take up a file or a folder of somebody else, not even to make a file in it; so where the
/// user is likely to write has an overlay of its own.
class Layers {
public:
    /// `folder` is an empty folder for all of it. Throws std::runtime_error when the kernel does
    /// not allow it.
    explicit Layers(const std::string& folder);

    /// To be called in the process that is the first of its namespace. Throws std::runtime_error.
    void enter() const;
    void leave() const;

    /// All that was changed, as seen from outside.
    std::vector<PathChange> changes() const;

private:
    /// A folder with an overlay, and where its changes are.
    struct Layer {
        std::string point;
        std::filesystem::path upper;
    };
    /// A folder that was rebuilt, and what was in it.
    struct Rebuilt {
        std::string path;
        std::set<std::string> names;
    };

    void enter_namespaces();
    /// The same place in the view.
    std::filesystem::path view(const std::string& path) const;
    bool has_mounts_below(const std::string& path) const;
    void lay_over_mounts();
    void lay_over(const std::string& path);
    void rebuild(const std::string& folder);
    void rebuild_entry(const std::filesystem::directory_entry& entry);
    void cover(const std::string& path);
    void add_overlay(const std::string& path);
    void mount_special(const std::string& path) const;

    std::filesystem::path folder_;
    std::vector<std::string> mounts_; ///< where, outermost first; and, for a user, where to write
    FileDescriptor outside_;
    bool is_user_namespace_ = false;
    std::vector<Layer> layers_;
    std::vector<Rebuilt> rebuilt_;
};

} // namespace vow::harness
