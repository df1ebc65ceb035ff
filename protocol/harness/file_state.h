#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>
#include <sys/types.h>

namespace vow::harness {

/// That of a path itself, also of a link; nullopt if there is nothing.
std::optional<struct stat> status_of(const std::filesystem::path& path);

/// The content of a path in comparable form: of a link its target, of a device its number.
std::string content_of(const std::filesystem::path& path, const struct stat& status);

/// "file", "folder", "link" or "special file".
std::string_view kind_of(const struct stat& status);

/// The permission bits: "644".
std::string octal(mode_t mode);

/// The first line that differs in two texts: "line 3 was 'a' and is 'b'", with these verbs.
std::string first_difference(
    const std::string& one, std::string_view of_one, const std::string& two, std::string_view of_two
);

/// The content of a folder: kind, mode and content of each path in it, without times and owners.
/// Two folders of the same content have equal states; their own paths in contents do not count.
class FolderState {
public:
    FolderState() = default;
    explicit FolderState(const std::string& folder);

    /// Only what two states have in common, as other states are to be compared with it.
    FolderState common_with(const FolderState& other) const;
    /// The differences from the usual state: "a/file: its mode is 600, but otherwise 644".
    std::vector<std::string> differences_from(const FolderState& usual) const;

private:
    struct File {
        std::string kind;
        mode_t mode;
        std::string content;

        bool operator==(const File&) const = default;
    };

    static std::string difference_between(const File& now, const File& usual);

    std::map<std::string, File> files_; ///< by their paths in the folder
    std::set<std::string> changing_;    ///< paths that need not be compared
    bool has_changing_names_ = false;   ///< other files are not differences then
};

} // namespace vow::harness
