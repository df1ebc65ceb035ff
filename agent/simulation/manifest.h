#pragma once

#include "policy/run/world.h"

#include <functional>
#include <string>
#include <string_view>

#include <sys/stat.h>

namespace vow::agent {

/// Shows files after a simulation, in the reference's words. Used inside the sandbox, where every
/// path leads to the file as the policy left it.
class Manifest {
public:
    using Print = std::function<void(std::string_view)>;

    /// Borrows the world; `original_root` is a path below which the unchanged files are found.
    Manifest(World& world, std::string original_root, Print print)
        : world_(world),
          original_root_(std::move(original_root)),
          print_(std::move(print)) {}

    void show_renaming(const std::string& from, const std::string& to);
    /// The file as it is now.
    void show(const std::string& path);
    /// How the file differs from the original.
    void show_difference(const std::string& path);

private:
    void show_delimiter();
    void show_file(const std::string& path, const struct stat& status);
    void show_status(const struct stat& status);
    void show_details(const std::string& path, const struct stat& status);
    void show_content(const std::string& path);
    void show_names(const std::string& folder);
    void show_target(const std::string& link);
    void run_diff(const std::string& path, const std::string& original);
    /// The path of a file before the simulation, even if a folder's path leads over links.
    std::string original(const std::string& path) const;
    void fail(std::string_view line);

    World& world_;
    std::string original_root_;
    Print print_;
};

} // namespace vow::agent
