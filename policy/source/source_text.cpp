#include "policy/source/source_text.h"

#include <algorithm>

namespace vow {

SourceText::SourceText(std::string path, TrustedText text, Columns columns)
    : path_(std::move(path)),
      text_(std::move(text).take()),
      columns_(columns) {}

const std::vector<std::uint32_t>& SourceText::line_starts() const {
    if (line_starts_.empty()) {
        line_starts_.push_back(0);
        for (std::size_t at = text_.find('\n'); at != std::string::npos;
             at = text_.find('\n', at + 1)) {
            line_starts_.push_back(static_cast<std::uint32_t>(at + 1));
        }
    }
    return line_starts_;
}

Position SourceText::position(std::uint32_t offset) const {
    const std::vector<std::uint32_t>& starts = line_starts();
    const auto next = std::upper_bound(starts.begin(), starts.end(), offset);
    const std::uint32_t start = *(next - 1);
    const auto line = static_cast<std::uint32_t>(next - starts.begin());
    if (columns_ == Columns::bytes) return {line, offset - start + 1};
    const auto begins_character = [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    };
    const auto before = text().substr(start, offset - start);
    const auto characters = std::count_if(before.begin(), before.end(), begins_character);
    return {line, static_cast<std::uint32_t>(characters) + 1};
}

std::uint32_t SourceText::line_start(std::uint32_t offset) const {
    const std::vector<std::uint32_t>& starts = line_starts();
    return *(std::upper_bound(starts.begin(), starts.end(), offset) - 1);
}

std::string_view SourceText::line(std::uint32_t number) const {
    const std::vector<std::uint32_t>& starts = line_starts();
    if (number == 0 || number > starts.size()) return {};
    const std::string_view rest = text().substr(starts[number - 1]);
    std::string_view line = rest.substr(0, rest.find('\n'));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

} // namespace vow
