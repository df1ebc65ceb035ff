#include "protocol/client/last_words.h"

#include <algorithm>

namespace vow::client {
namespace {

constexpr std::size_t bytes_kept = 4096;
constexpr std::size_t lines_shown = 10;

} // namespace

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (end > 0) lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

void LastWords::add(std::string_view text) {
    text_ += text;
    if (text_.size() > bytes_kept) text_.erase(0, text_.size() - bytes_kept);
}

std::vector<std::string> LastWords::lines() const {
    const std::vector<std::string_view> lines = lines_of(text_);
    const std::size_t shown = std::min(lines.size(), lines_shown);
    return {lines.end() - static_cast<std::ptrdiff_t>(shown), lines.end()};
}

} // namespace vow::client
