#pragma once

#include "protocol/promise/promise.h"

#include <optional>
#include <string>
#include <string_view>

namespace vow::modules {

/// The unit file that a promise describes by its attributes `unit_...`, `service_...` and
/// `install_...`; it need not exist. Its meaning is left to systemd.
class UnitFile {
public:
    /// `unit` with its suffix: "sample.service".
    UnitFile(const Promise& promise, const std::string& unit);

    const std::string& path() const { return path_; }
    bool exists() const;
    /// The promised content; nullopt if none is promised.
    const std::optional<std::string>& promised() const { return promised_; }
    /// True if a unit with the promised content can be enabled.
    bool can_be_enabled() const { return has_install_; }
    /// The current content; empty if it cannot be read.
    std::string content() const;

    /// Writes the promised content, atomically. Returns 0 or an errno.
    int install() const;
    int remove() const;

private:
    std::string path_;
    std::optional<std::string> promised_;
    bool has_install_ = false;
};

/// True if two unit files are equal, ignoring comments and empty lines.
bool are_equivalent(std::string_view one, std::string_view other);

} // namespace vow::modules
