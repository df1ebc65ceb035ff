#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vow {
class HostFiles;
} // namespace vow

namespace vow::otterscript {

/// The files below a folder that a plan means by masks: `*` matches within one folder, `**` at any
/// depth. Relative to the folder, sorted.
struct FileMasks {
    std::vector<std::string> include;
    std::vector<std::string> exclude;

    bool matches(std::string_view path) const;
};

bool matches_mask(std::string_view mask, std::string_view path);

/// The regular files below a folder, and links to them, that fit. Does not follow links to folders.
std::vector<std::string>
files_below(const std::string& folder, const FileMasks& masks, HostFiles& host);

} // namespace vow::otterscript
