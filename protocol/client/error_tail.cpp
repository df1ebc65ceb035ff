#include "protocol/client/error_tail.h"

#include "protocol/text/text.h"

#include <algorithm>

namespace vow::client {
namespace {

constexpr std::size_t bytes_kept = 4096;
constexpr std::size_t lines_shown = 10;

} // namespace

void ErrorTail::add(std::string_view text) {
    text_ += text;
    if (text_.size() > bytes_kept) text_.erase(0, text_.size() - bytes_kept);
}

std::vector<std::string> ErrorTail::lines() const {
    const std::vector<std::string_view> lines = filled_lines_of(text_);
    const std::size_t shown = std::min(lines.size(), lines_shown);
    return {lines.end() - static_cast<std::ptrdiff_t>(shown), lines.end()};
}

} // namespace vow::client
