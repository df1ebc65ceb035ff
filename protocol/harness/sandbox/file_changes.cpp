#include "protocol/harness/sandbox/file_changes.h"

#include "protocol/harness/file_state.h"

#include <algorithm>
#include <filesystem>

#include <sys/stat.h>
#include <sys/xattr.h>

namespace vow::harness {
namespace {

namespace fs = std::filesystem;

/// Empty if nothing changed.
std::string change_of(
    const fs::path& before, const struct stat& was, const fs::path& after, const struct stat& is
) {
    if (kind_of(was) != kind_of(is)) {
        return "it was a " + std::string(kind_of(was)) + " and is a " + std::string(kind_of(is));
    }
    if (!S_ISDIR(is.st_mode)) {
        const std::string old_content = content_of(before, was);
        const std::string new_content = content_of(after, is);
        if (old_content != new_content)
            return "its text changed: " + first_difference(old_content, "was", new_content, "is");
    }
    if (was.st_mode != is.st_mode) {
        return "its mode changed from " + octal(was.st_mode) + " to " + octal(is.st_mode);
    }
    if (was.st_uid != is.st_uid || was.st_gid != is.st_gid) return "its owner changed";
    const bool is_touched =
        was.st_mtim.tv_sec != is.st_mtim.tv_sec || was.st_mtim.tv_nsec != is.st_mtim.tv_nsec;
    return is_touched && S_ISREG(is.st_mode) ? "its time changed" : "";
}

bool is_opaque(const fs::path& folder) {
    char value = 0;
    return ::lgetxattr(folder.c_str(), "trusted.overlay.opaque", &value, 1) == 1 ||
           ::lgetxattr(folder.c_str(), "user.overlay.opaque", &value, 1) == 1;
}

std::string what_happened(const fs::path& path, const struct stat& now, const fs::path& before) {
    if (S_ISCHR(now.st_mode) && now.st_rdev == 0) return "deleted";
    const auto was = status_of(before);
    if (!was) return "created, a " + std::string(kind_of(now));
    if (S_ISDIR(now.st_mode) && is_opaque(path)) return "replaced by another folder";
    return change_of(before, *was, path, now);
}

} // namespace

std::vector<PathChange>
changes_in_layer(const std::string& upper, const std::string& point, const std::string& host) {
    std::vector<PathChange> changes;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(upper, error)) {
        const fs::path path = fs::path(point) / entry.path().lexically_relative(upper);
        const auto now = status_of(entry.path());
        if (!now) continue;
        std::string what = what_happened(entry.path(), *now, host / path.relative_path());
        if (!what.empty()) changes.push_back({path, std::move(what)});
    }
    std::sort(changes.begin(), changes.end(), [](const PathChange& left, const PathChange& right) {
        return left.path < right.path;
    });
    return changes;
}

Snapshot::Snapshot(std::vector<std::string> folders)
    : folders_(std::move(folders)),
      paths_(paths_in(folders_)) {}

std::vector<PathChange> Snapshot::changes() const {
    const Paths now = paths_in(folders_);
    std::vector<PathChange> changes;
    for (const auto& [path, text] : paths_) {
        const auto found = now.find(path);
        if (found == now.end()) {
            changes.push_back({path, "deleted"});
        } else if (found->second != text) {
            changes.push_back({path, "changed"});
        }
    }
    for (const auto& [path, text] : now) {
        if (paths_.count(path) == 0) changes.push_back({path, "created"});
    }
    return changes;
}

Snapshot::Paths Snapshot::paths_in(const std::vector<std::string>& folders) {
    Paths paths;
    const auto add = [&](const fs::path& path) {
        const auto status = status_of(path);
        if (!status) return;
        const bool is_folder = S_ISDIR(status->st_mode);
        paths[path] =
            octal(status->st_mode) + " " + std::to_string(status->st_uid) + ":" +
            std::to_string(status->st_gid) + " " + std::string(kind_of(*status)) + " " +
            (is_folder ? "" : std::to_string(status->st_mtim.tv_nsec) + content_of(path, *status));
    };
    std::error_code error;
    for (const std::string& folder : folders) {
        add(folder);
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder, error))
            add(entry.path());
    }
    return paths;
}

} // namespace vow::harness
