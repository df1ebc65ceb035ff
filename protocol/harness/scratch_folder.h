#pragma once

#include "protocol/harness/request.h"
#include "protocol/system/file_descriptor.h"

#include <string>

namespace vow::harness {

/// A folder for the changes that promises make during an examination, removed at the end; and a
/// port for servers that they need, reserved until then.
class ScratchFolder {
public:
    /// The folder lies in another one, which is locked while it is in use, so that promises may
    /// lock this one. Its name is `inner`, if given.
    explicit ScratchFolder(const std::string& inner = {});
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder();

    /// Removes the folders that killed processes of this user have left.
    static void remove_abandoned();

    const std::string& path() const { return path_; }
    /// Replaces every `{{tmp}}` by the folder's path and every `{{port}}` by the port.
    std::string filled_in(std::string text) const;
    /// The same in an extended regular expression, which matches them literally.
    std::string filled_in_pattern(std::string pattern) const;
    /// The same for all texts in data, including keys.
    Data filled_in(const Data& data) const;
    SentPromise filled_in(const SentPromise& promise) const;
    /// Puts the placeholders back in a text: for the path, also as part of a class, and the port.
    std::string generalized(std::string text) const;

private:
    std::string root_; ///< the outer folder, which is removed
    std::string path_;
    FileDescriptor lock_;        ///< on the outer folder: it is in use
    FileDescriptor reservation_; ///< holds the port
    std::string port_;
};

/// The promise with another folder wherever its promiser and attributes have `folder`.
SentPromise relocated(const SentPromise& promise, const std::string& folder, const std::string& to);

/// A text with `{{tmp}}` for the folder, also as a part of a class, so that results in different
/// folders can be compared.
std::string without_folder(std::string text, const std::string& folder);

} // namespace vow::harness
