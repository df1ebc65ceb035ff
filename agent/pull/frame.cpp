#include "agent/pull/frame.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include <poll.h>
#include <unistd.h>

namespace vow::agent {
namespace {

constexpr std::size_t max_name = 4096;
using Sizes = std::array<std::uint64_t, 2>; ///< of name and bytes

/// False when patience ends.
bool wait_for(const FileDescriptor& from, const Patience& patience) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds longest{1000}; // a signal may come just before the call
    while (patience.stop == nullptr || patience.stop->signal() == 0) {
        auto wait = longest;
        if (patience.until) {
            const auto left =
                std::chrono::ceil<std::chrono::milliseconds>(*patience.until - Clock::now());
            if (left.count() <= 0) return false;
            wait = std::min(wait, left);
        }
        pollfd ready = {from.number(), POLLIN, 0};
        if (::poll(&ready, 1, static_cast<int>(wait.count())) > 0) return true;
    }
    return false;
}

/// Reads exactly so many bytes; in pieces, so that a size that is only claimed takes no memory.
std::optional<std::string>
read_exactly(const FileDescriptor& from, std::uint64_t size, const Patience& patience) {
    std::string bytes;
    std::array<char, 1 << 16> block{};
    while (bytes.size() < size) {
        if (!wait_for(from, patience)) return std::nullopt;
        const std::size_t wanted = std::min<std::uint64_t>(block.size(), size - bytes.size());
        const ssize_t count = ::read(from.number(), block.data(), wanted);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return std::nullopt;
        bytes.append(block.data(), static_cast<std::size_t>(count));
    }
    return bytes;
}

} // namespace

bool send_frame(const FileDescriptor& to, std::string_view name, std::string_view bytes) {
    const Sizes sizes = {name.size(), bytes.size()};
    std::string head(sizeof sizes, '\0');
    std::memcpy(head.data(), sizes.data(), sizeof sizes);
    head += name;
    return write_all(to, head) && write_all(to, bytes);
}

std::optional<Frame>
receive_frame(const FileDescriptor& from, std::size_t most, const Patience& patience) {
    const auto head = read_exactly(from, sizeof(Sizes), patience);
    if (!head) return std::nullopt;
    Sizes sizes{};
    std::memcpy(sizes.data(), head->data(), sizeof sizes);
    if (sizes[0] > max_name || sizes[1] > most) return std::nullopt;
    auto name = read_exactly(from, sizes[0], patience);
    auto bytes = name ? read_exactly(from, sizes[1], patience) : std::nullopt;
    if (!bytes) return std::nullopt;
    return Frame{*std::move(name), *std::move(bytes)};
}

} // namespace vow::agent
