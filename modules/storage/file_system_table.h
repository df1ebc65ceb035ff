#pragma once

#include "modules/storage/mount.h"

#include <string>
#include <string_view>

namespace vow::modules {

/// The text of /etc/fstab: the file systems that are mounted at boot.
class FileSystemTable {
public:
    explicit FileSystemTable(std::string text) : text_(std::move(text)) {}

    /// Whether a line that is not a comment has the folder as one of its fields.
    bool has(std::string_view folder) const;
    void add(const Mount& mount, const std::string& folder);
    /// Removes the lines for which has() is true.
    void remove(std::string_view folder);

    const std::string& text() const { return text_; }

private:
    std::string text_;
};

} // namespace vow::modules
