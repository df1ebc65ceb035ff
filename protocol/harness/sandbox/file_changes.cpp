#include "protocol/harness/sandbox/file_changes.h"

#include "protocol/client/quotation.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include <sys/stat.h>
#include <sys/xattr.h>

namespace vow::harness {
namespace {

namespace fs = std::filesystem;

std::optional<struct stat> status_of(const fs::path& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
    return status;
}

std::string text_of_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The content of a path in comparable form.
std::string content_of(const fs::path& path, const struct stat& status) {
    std::error_code error;
    if (S_ISREG(status.st_mode)) return text_of_file(path);
    if (S_ISLNK(status.st_mode)) return fs::read_symlink(path, error);
    return std::to_string(status.st_rdev);
}

std::string_view kind_of(const struct stat& status) {
    if (S_ISREG(status.st_mode)) return "file";
    if (S_ISDIR(status.st_mode)) return "folder";
    if (S_ISLNK(status.st_mode)) return "link";
    return "special file";
}

std::string octal(mode_t mode) {
    std::string digits;
    for (mode_t rest = mode & 07777U; rest != 0 || digits.empty(); rest >>= 3U)
        digits.insert(digits.begin(), static_cast<char>('0' + (rest & 7U)));
    return digits;
}

/// "its text changed: line 3 was 'a' and is 'b'".
std::string difference(const std::string& before, const std::string& after) {
    std::size_t line = 1;
    std::size_t begin = 0;
    const std::size_t common = std::min(before.size(), after.size());
    for (std::size_t i = 0; i < common && before[i] == after[i]; ++i) {
        if (before[i] != '\n') continue;
        ++line;
        begin = i + 1;
    }
    const auto line_at = [&](const std::string& text) {
        return client::quoted_excerpt(
            std::string_view(text).substr(begin, text.find('\n', begin) - begin)
        );
    };
    return "its text changed: line " + std::to_string(line) + " was " + line_at(before) +
           " and is " + line_at(after);
}

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
        if (old_content != new_content) return difference(old_content, new_content);
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

std::vector<PathChange> changes_in_layer(const std::string& upper, const std::string& point) {
    std::vector<PathChange> changes;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(upper, error)) {
        const fs::path before = fs::path(point) / entry.path().lexically_relative(upper);
        const auto now = status_of(entry.path());
        if (!now) continue;
        std::string what = what_happened(entry.path(), *now, before);
        if (!what.empty()) changes.push_back({before, std::move(what)});
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
