#pragma once

#include "modules/sdk/cpp/log.h"
#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"

#include <optional>
#include <string>
#include <string_view>

namespace vow::modules {

/// A `mount` body: a network file system that is mounted at the promiser, or not.
struct Mount {
    std::string source; ///< the folder on the server
    std::string server;
    std::string type;
    std::string options; ///< separated by commas
    bool unmount = false;
    bool edit_table = false; ///< the table of file systems names it, or not

    static Mount from(const Settings& body);

    /// The source as `mount` and the table of file systems name it.
    std::string device() const;
};

/// A name as the fields of /proc/self/mounts and /etc/fstab have it, in which a blank is \040.
std::string mount_field(std::string_view name);
/// The name in such a field.
std::string name_in_field(std::string_view field);

/// The device that is mounted on a folder according to the text of /proc/self/mounts; nullopt if
/// none is.
std::optional<std::string> device_mounted_on(const std::string& path, const std::string& mounts);

/// Mounts the file systems of the host's table that are not mounted, by the program mount. Which
/// these are is known only when they are mounted, so nothing is done where nothing may change.
void mount_listed(Record& record, Log& log);

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
