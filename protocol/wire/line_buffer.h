#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vow::wire {

/// Splits the bytes of a pipe into lines. Each byte is examined once, however small the pieces and
/// however long the lines.
class LineBuffer {
public:
    /// Memory for the next bytes, at least `wanted` of them.
    std::span<char> room(std::size_t wanted);
    /// Adds the first `count` bytes of that memory.
    void filled(std::size_t count) { end_ += count; }

    /// The next complete line without its end ("\n" or "\r\n"); valid until room() is called.
    std::optional<std::string_view> next_line();
    /// The bytes of an incomplete line, after next_line() has returned nullopt.
    std::string_view unfinished() const { return {bytes_.data() + begin_, end_ - begin_}; }

private:
    std::string bytes_;
    std::size_t begin_ = 0;   ///< of the bytes that next_line() has not returned
    std::size_t scanned_ = 0; ///< no line ends between begin_ and here
    std::size_t end_ = 0;
};

} // namespace vow::wire
