#pragma once

#include "protocol/promise/record.h"
#include "protocol/system/place.h"

#include <string>
#include <string_view>

namespace vow::modules {

/// A file under the path that policy and messages use, and its place for system calls. The folder
/// is opened once, so that all steps of a promise work in the same one.
class NamedFile {
public:
    /// Opens the folder of a path. If that fails, error() returns why, and status() fails.
    explicit NamedFile(std::string path);
    NamedFile(std::string path, Place place) : path_(std::move(path)), place_(std::move(place)) {}

    const std::string& path() const { return path_; }
    int error() const { return place_.error(); }   ///< 0 when the folder is open
    const Place& place() const { return *place_; } ///< only when error() is 0

    /// The status of the entry itself. Fails if the folder cannot be opened.
    SystemResult<struct stat> status() const;
    /// The same of the target of a link, under the rule of Place.
    SystemResult<struct stat> target_status() const;
    bool is_there() const { return bool(status()); }
    bool exists() const { return bool(target_status()); } ///< links followed

    /// Opens the folder that is there; a link is not followed.
    SystemResult<OpenFolder> open_folder() const;

    /// The file with a longer name in the same folder.
    NamedFile with_suffix(std::string_view suffix) const;
    /// The file `name` in `folder`, which is this file opened.
    NamedFile in(const OpenFolder& folder, const std::string& name) const;
    /// The target of a link, still under this path; the file itself if it is not a link.
    NamedFile resolved() const;

private:
    NamedFile(std::string path, SystemResult<Place> place)
        : path_(std::move(path)),
          place_(std::move(place)) {}

    std::string path_;
    SystemResult<Place> place_;
};

enum class Obstructions { stay, are_moved }; ///< `move_obstructions`

/// Moves an obstacle out of the way if allowed. Returns whether its name is free.
bool clear_the_way(const NamedFile& file, Obstructions obstructions, Record& record);

/// True if it can be written as a plain file: it is one, is a link, or is free after a move.
bool is_writable_as_file(const NamedFile& file, Obstructions obstructions, Record& record);

} // namespace vow::modules
