#pragma once

#include "protocol/system/place.h"
#include "protocol/system/replacement.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// The folder of a repository: `metadata` and `targets`, which a web server serves, `staged`, the
/// changes that are not published yet, and `keys`, which only its owner can enter. Files are named
/// by their path in it. Members throw ReleaseFault with the path.
class RepositoryFolder {
public:
    enum class Use { reading, changing };

    /// Makes the folder and those in it. It must be empty or absent.
    static RepositoryFolder create(const std::string& path);
    /// Opens a repository. For changing, it is locked until the object is destroyed:
    /// ExitStatus::busy if another command holds it.
    RepositoryFolder(std::string path, Use use);

    const std::string& path() const { return path_; }
    std::string path_of(const std::string& file) const { return path_ + "/" + file; }

    std::optional<std::string> read(const std::string& file) const;
    bool has(const std::string& file) const;
    /// The names in a folder, sorted; none if it does not exist.
    std::vector<std::string> names(const std::string& folder) const;

    enum class Visibility {
        everyone, ///< for hosts
        owner
    };
    /// Replaces the file as a whole, and makes the folders above it.
    void write(
        const std::string& file,
        std::string_view bytes,
        Visibility visibility,
        Replacement::Durability durability = Replacement::Durability::content
    ) const;
    void remove(const std::string& file) const; ///< if it exists
    void rename(const std::string& from, const std::string& to) const;

private:
    void lock();
    Place place(const std::string& file) const;
    [[noreturn]] void fail(const std::string& file, int error) const;

    std::string path_;
    FileDescriptor lock_ = {};
};

} // namespace vow::agent
