#include "protocol/wire/line_buffer.h"

#include <algorithm>
#include <cstring>

namespace vow::wire {

std::span<char> LineBuffer::room(std::size_t wanted) {
    if (begin_ > 0 && (begin_ == end_ || begin_ > bytes_.size() / 2)) {
        std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
        scanned_ -= begin_;
        end_ -= begin_;
        begin_ = 0;
    }
    if (bytes_.size() - end_ < wanted) bytes_.resize(std::max(bytes_.size() * 2, end_ + wanted));
    return {bytes_.data() + end_, bytes_.size() - end_};
}

std::optional<std::string_view> LineBuffer::next_line() {
    const std::size_t line_end = std::string_view(bytes_.data(), end_).find('\n', scanned_);
    if (line_end == std::string_view::npos) {
        scanned_ = end_;
        return std::nullopt;
    }
    std::string_view line(bytes_.data() + begin_, line_end - begin_);
    if (line.ends_with('\r')) line.remove_suffix(1);
    begin_ = scanned_ = line_end + 1;
    return line;
}

} // namespace vow::wire
