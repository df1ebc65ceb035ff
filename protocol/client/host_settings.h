#pragma once

#include "protocol/client/limits.h"
#include "protocol/client/progress.h"
#include "protocol/promise/log_level.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace vow::client {

/// What whoever runs modules decides about all of them.
struct HostSettings {
    Limits limits = {};
    std::map<std::string, Limits, std::less<>> limits_by_type = {}; ///< in place of `limits`
    LogLevel log_level = LogLevel::notice; ///< for what belongs to no promise
    /// Told what belongs to no promise, above all about the end of a module; none: nobody is.
    std::function<void(LogLevel, std::string_view)> log = {};
    /// Every conversation is written to a file in this folder (Recording); empty: none is.
    std::string record_folder = {};
    int processes = 1;                       ///< of one module at once, where it lists `parallel`
    Progress progress = Progress::unwatched; ///< modules are told whether to send it
    /// The reading end of a pipe into which the owner writes a byte for each signal that ends the
    /// run; it is watched, never read. After the first byte modules get SIGTERM, after the second
    /// SIGKILL. -1: none.
    int wake = -1;

    const Limits& limits_for(std::string_view promise_type) const {
        const auto own = limits_by_type.find(promise_type);
        return own == limits_by_type.end() ? limits : own->second;
    }
};

} // namespace vow::client
