#pragma once

#include "protocol/system/file_attributes.h"
#include "protocol/system/place.h"

#include <string>
#include <string_view>

namespace vow {

/// A file that is written next to its place, and renamed to it when it is complete: readers of the
/// place see the old file, or none, or the complete new one. Without a commit nothing remains. If
/// the file system supports it, the file has no name until then, so that nothing remains even of a
/// killed process. Otherwise its name is hidden and locked, and the next replacement for the same
/// place removes what a killed process has left.
///
/// Until a mode is set, only its owner can access it. It belongs to the running user.
class Replacement {
public:
    static SystemResult<Replacement> beside(const Place& place);
    Replacement(Replacement&& other) noexcept;
    Replacement& operator=(Replacement&&) = delete;
    ~Replacement();

    // Each returns 0, or the errno of the failed call.
    int write(std::string_view bytes);
    int write_hole(off_t size); ///< zeros that take no space on the disk
    int set_owner(uid_t owner, gid_t group);
    int set_mode(mode_t mode);
    /// Copies owner, group, mode, ACL and extended attributes of an open file, including its
    /// security label and capabilities. Call it after write(), which removes capabilities.
    ///
    /// With AttributeLoss::refused, fails if one of them cannot be copied; the caller may then
    /// overwrite the file instead. With AttributeLoss::accepted, only root must be able to set the
    /// owner; other users lose the set-id bits with it.
    int adopt_attributes(const FileDescriptor& model, AttributeLoss loss);

    enum class Existing { replaced, refused }; ///< refused: EEXIST when the place is taken
    enum class Durability {
        unsynced, ///< after a power cut the place may hold any former content, or nothing
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
    int open_with_name();
    void remove_leftover() const;
    int sync(Durability durability);

    Place place_;
    FileDescriptor file_;
    std::string temporary_ = {}; ///< its temporary name; empty if it has none
};

/// Writes a whole file: readers of the place see the old file, or none, or the new one. Returns 0,
/// or the errno of the failed call.
int replace_file(
    const Place& place, std::string_view bytes, mode_t mode, Replacement::Durability durability
);

/// Creates a link, or replaces the one at the place atomically. Returns 0, or the errno of the
/// failed call.
int replace_link(const Place& place, const std::string& target);

} // namespace vow
