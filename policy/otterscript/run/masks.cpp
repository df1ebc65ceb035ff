#include "policy/otterscript/run/masks.h"

#include "policy/run/host.h"

#include <algorithm>

namespace vow::otterscript {
namespace {

/// Adds the files below `folder`/`prefix`.
void add_files(
    const std::string& folder,
    const std::string& prefix,
    const FileMasks& masks,
    Host& host,
    std::vector<std::string>& found
) {
    const auto names = host.list_directory(folder + "/" + prefix);
    if (!names) return;
    for (const std::string& name : *names) {
        if (name == "." || name == "..") continue;
        const std::string path = prefix + name;
        const auto status = host.status(folder + "/" + path, Symlinks::as_they_are);
        if (!status) continue;
        if (status->kind == FileKind::directory)
            add_files(folder, path + "/", masks, host, found);
        else if (masks.matches(path))
            found.push_back(path);
    }
}

} // namespace

bool matches_mask(std::string_view mask, std::string_view path) {
    if (mask.empty()) return path.empty();
    if (mask.front() == '*') {
        const bool crosses_folders = mask.starts_with("**");
        mask.remove_prefix(crosses_folders ? 2 : 1);
        if (crosses_folders && mask.starts_with('/') && matches_mask(mask.substr(1), path))
            return true;
        for (std::size_t length = 0;; ++length) {
            if (matches_mask(mask, path.substr(length))) return true;
            if (length >= path.size() || (path[length] == '/' && !crosses_folders)) return false;
        }
    }
    if (path.empty() ||
        (mask.front() != path.front() && (mask.front() != '?' || path.front() == '/')))
        return false;
    return matches_mask(mask.substr(1), path.substr(1));
}

bool FileMasks::matches(std::string_view path) const {
    const auto fits = [&](const std::string& mask) { return matches_mask(mask, path); };
    return std::ranges::any_of(include, fits) && std::ranges::none_of(exclude, fits);
}

std::vector<std::string>
files_below(const std::string& folder, const FileMasks& masks, Host& host) {
    std::vector<std::string> found;
    add_files(folder, "", masks, host, found);
    std::ranges::sort(found);
    return found;
}

} // namespace vow::otterscript
