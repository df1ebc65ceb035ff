#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vow::wire {

/// Bytes as they come out of a pipe, handed on line by line. Each byte is looked at once, however
/// small the pieces and however long the lines.
class LineBuffer {
public:
    /// Where the next bytes may be read to; at least `wanted` of them.
    std::span<char> room(std::size_t wanted);
    /// So many bytes were put there.
    void filled(std::size_t count) { end_ += count; }

    /// The next whole line without its end ("\n" or "\r\n"); valid until room() is called.
    std::optional<std::string_view> next_line();
    /// The bytes of an incomplete line, after next_line() has returned nullopt.
    std::string_view unfinished() const { return {bytes_.data() + begin_, end_ - begin_}; }

private:
    std::string bytes_;
    std::size_t begin_ = 0;   ///< of what was not handed on
    std::size_t scanned_ = 0; ///< no line ends between begin_ and here
    std::size_t end_ = 0;
};

} // namespace vow::wire
