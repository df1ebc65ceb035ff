#pragma once

#include "protocol/system/place.h"

#include <string>
#include <string_view>

namespace vow {

/// A file that is written beside the place it is for, and gets its name when it is complete: who
/// reads the place finds the old file, or no file, or the whole new one. A replacement that was not
/// committed leaves nothing behind. Where the file system allows, it has no name until then, so
/// that even a killed process leaves nothing.
///
/// Until a mode is set, it is for its owner only. It belongs to the running user.
class Replacement {
public:
    static SystemResult<Replacement> beside(const Place& place);
    Replacement(Replacement&& other) noexcept;
    Replacement& operator=(Replacement&&) = delete;
    ~Replacement();

    // Each returns 0, or the errno of what failed.
    int write(std::string_view bytes);
    int set_owner(uid_t owner, gid_t group);
    int set_mode(mode_t mode);
    /// Takes over owner, group, mode, ACL and extended attributes of an open file, its security
    /// label and capabilities included. Fails rather than leave one out: then whoever needs the
    /// bytes replaced can overwrite the file.
    int adopt_attributes(const FileDescriptor& model);

    enum class Existing { replaced, refused }; ///< refused: EEXIST when the place is taken
    enum class Durability {
        unsynced, ///< after a power cut the place may hold anything that was ever in it, or nothing
        content,  ///< the content reaches the disk before the name
        name,     ///< and so does the name, before commit() returns
    };
    /// Gives the file its name. To be called once.
    int commit(Existing existing, Durability durability);

    const FileDescriptor& file() const { return file_; }

private:
    explicit Replacement(Place place) : place_(std::move(place)) {}

    int open();
    int link_as(const std::string& name) const; ///< of a file without a name
    int take_temporary_name();
    int sync(Durability durability);

    Place place_;
    FileDescriptor file_;
    std::string temporary_ = {}; ///< its name while it has one that is not the place's
};

} // namespace vow
