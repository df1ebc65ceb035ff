#pragma once

#include "protocol/harness/sandbox/sandbox.h"
#include "protocol/system/file_descriptor.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace vow::harness {

/// The part of the machine from which a sandbox separates work: everything that changes could
/// reach, or only the files. Then devices, /proc and /sys are read-only, and the rest is the
/// machine's.
enum class Isolation { machine, files };

/// The view of the machine for work in a sandbox, and the layers that hold its changes: separate
/// namespaces, an overlay over every file system, devices without state only, settings of the
/// kernel read-only. Exists in a child process only, since its mounts end with that process's
/// namespace.
///
/// Root puts one overlay over each mount. Other users do so in a user namespace, under their own
/// user id. There the kernel permits no overlay over a folder with mounts below it, since it could
/// uncover what they hide; such a folder is rebuilt entry by entry. Nor can an overlay copy up a
/// file or folder of another user, not even to create a file in it; so the folders that a user is
/// likely to write to get overlays of their own.
class Layers {
public:
    /// All layers lie in a new file system in memory, mounted on `folder` for this process alone;
    /// any folder will do, as its files are seen all the same. Throws std::runtime_error when the
    /// kernel does not permit it. They may take `max_bytes`; 0: half of the memory.
    explicit Layers(
        const std::string& folder,
        Isolation isolation = Isolation::machine,
        std::uint64_t max_bytes = 0
    );

    /// Must be called in the first process of the namespace. Throws std::runtime_error.
    void enter() const;
    void leave() const;
    /// Gives up the way out: leave() is not possible any more.
    void stay() { outside_.close(); }
    /// The folder "/" of the sandbox, as seen from outside.
    std::filesystem::path root() const { return folder_ / "root"; }
    /// The folder "/" outside of the sandbox.
    const FileDescriptor& outside() const { return outside_; }

    /// All changes, as seen from outside.
    std::vector<PathChange> changes() const;
    /// The layers, for work that is to look at them from inside. To be called before enter().
    std::vector<OpenLayer> open() const;

private:
    /// A folder with an overlay, and the folder of its changes.
    struct Layer {
        std::string point;
        std::filesystem::path upper;
    };
    /// A folder that was rebuilt, and its original entries.
    struct Rebuilt {
        std::string path;
        std::set<std::string> names;
    };

    void enter_namespaces();
    void enter_user_namespace(int wanted);
    bool is_special(const std::string& path) const;
    void mount_processes() const;
    /// The corresponding path in the view.
    std::filesystem::path view(const std::string& path) const;
    /// The same among the unchanged files, where nothing of ours is mounted.
    std::filesystem::path original(const std::string& path) const;
    bool has_mounts_below(const std::string& path) const;
    void lay_over_mounts();
    void lay_over(const std::string& path);
    void rebuild(const std::string& folder);
    void rebuild_entry(const std::string& path, const std::filesystem::directory_entry& entry);
    void cover(const std::string& path);
    void add_overlay(const std::string& path);
    void mount_special(const std::string& path);
    void lay_device_folder(const std::string& path);
    void mount_device(const std::string& path) const;
    void mount_unchanged(const std::string& path) const;

    std::filesystem::path folder_;
    Isolation isolation_;
    std::vector<std::string>
        mounts_; ///< mount points, outermost first; for an ordinary user also the writable folders
    FileDescriptor outside_;
    bool is_user_namespace_ = false;
    std::vector<Layer> layers_;
    std::vector<Rebuilt> rebuilt_;
};

} // namespace vow::harness
