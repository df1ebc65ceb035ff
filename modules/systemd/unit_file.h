#pragma once

#include "protocol/promise/promise.h"

#include <optional>
#include <string>
#include <string_view>

namespace vow::modules {

/// The unit file that a promise describes, by its attributes `unit_...`, `service_...` and
/// `install_...`; it need not exist. What systemd makes of it is not looked at.
class UnitFile {
public:
    /// `unit` with its ending: "sample.service".
    UnitFile(const Promise& promise, const std::string& unit);

    const std::string& path() const { return path_; }
    bool exists() const;
    /// What it is to hold; none: nothing of it is promised.
    const std::optional<std::string>& promised() const { return promised_; }
    /// Whether it can be enabled once it holds that.
    bool can_be_enabled() const { return has_install_; }
    /// What it holds; empty when it cannot be read.
    std::string content() const;

    /// Puts what is promised into it, at once. Answers an errno.
    int install() const;
    int remove() const;

private:
    std::string path_;
    std::optional<std::string> promised_;
    bool has_install_ = false;
};

/// Whether two unit files say the same: comments and empty lines say nothing.
bool say_the_same(std::string_view one, std::string_view other);

} // namespace vow::modules
