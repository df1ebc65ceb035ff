#pragma once

#include "policy/run/world.h"
#include "protocol/system/file_descriptor.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace vow::agent {

/// A named piece of bytes, as the processes of a pull hand them to each other. The receiver bounds
/// it, as the sender may be under control of who made what it fetched.
struct Frame {
    std::string name;
    std::string bytes;
};

/// Returns false if the receiver is gone.
bool send_frame(const FileDescriptor& to, std::string_view name, std::string_view bytes);

/// How long a receiver waits.
struct Patience {
    std::optional<std::chrono::steady_clock::time_point> until = {}; ///< nullopt: for ever
    const Stop* stop = nullptr; ///< ends it as well; may be null
};

/// nullopt at the end, for a frame with more than `most` bytes, for bytes that are not a frame, and
/// when patience ends.
std::optional<Frame>
receive_frame(const FileDescriptor& from, std::size_t most, const Patience& patience = {});

} // namespace vow::agent
