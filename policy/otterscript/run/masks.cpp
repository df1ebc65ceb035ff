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
    HostFiles& host,
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

/// The places in a path that the beginning of a mask can reach. Linear in the path for each part of
/// the mask: the names of files are written by others.
class MaskWalk {
public:
    explicit MaskWalk(std::string_view path) : path_(path), reached_(path.size() + 1) {
        reached_[0] = true;
    }

    /// Passes the first part of a mask, and returns its length.
    std::size_t pass(std::string_view mask) {
        if (mask.starts_with("**/")) {
            pass_folders();
            return 3;
        }
        if (mask.starts_with("**")) {
            pass_any([](char) { return true; });
            return 2;
        }
        if (mask.front() == '*') {
            pass_any([](char letter) { return letter != '/'; });
        } else {
            pass_letter(mask.front());
        }
        return 1;
    }
    bool is_at_end() const { return reached_.back(); }

private:
    void pass_any(bool (*fits)(char)) {
        for (std::size_t at = 0; at < path_.size(); ++at)
            reached_[at + 1] = reached_[at + 1] || (reached_[at] && fits(path_[at]));
    }
    /// Any number of folders: to the place itself, and to those after each later slash.
    void pass_folders() {
        bool has_begun = false;
        for (std::size_t at = 0; at < path_.size(); ++at) {
            has_begun = has_begun || reached_[at];
            reached_[at + 1] = reached_[at + 1] || (has_begun && path_[at] == '/');
        }
    }
    void pass_letter(char letter) {
        for (std::size_t at = path_.size(); at > 0; --at) {
            const char own = path_[at - 1];
            reached_[at] = reached_[at - 1] && (own == letter || (letter == '?' && own != '/'));
        }
        reached_[0] = false;
    }

    std::string_view path_;
    std::vector<bool> reached_; ///< by the number of letters that were passed
};

} // namespace

bool matches_mask(std::string_view mask, std::string_view path) {
    MaskWalk walk(path);
    while (!mask.empty())
        mask.remove_prefix(walk.pass(mask));
    return walk.is_at_end();
}

bool FileMasks::matches(std::string_view path) const {
    const auto fits = [&](const std::string& mask) { return matches_mask(mask, path); };
    return std::ranges::any_of(include, fits) && std::ranges::none_of(exclude, fits);
}

std::vector<std::string>
files_below(const std::string& folder, const FileMasks& masks, HostFiles& host) {
    std::vector<std::string> found;
    add_files(folder, "", masks, host, found);
    std::ranges::sort(found);
    return found;
}

} // namespace vow::otterscript
