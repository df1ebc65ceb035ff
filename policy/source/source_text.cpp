#include "policy/source/source_text.h"

#include "protocol/text/characters.h"

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

namespace {

constexpr std::size_t max_excerpt_bytes = 160; ///< bytes of a line that are shown
constexpr std::size_t shown_before = 60; ///< of these, how many before the place in a long line

/// The place, moved towards the beginning of the line, at most to `least`, if it cuts a character.
std::size_t between_characters(std::string_view line, std::size_t place, std::size_t least) {
    const std::size_t wanted = place;
    constexpr std::size_t max_character_bytes = 4;
    while (place > least && place < line.size() && continues_character(line[place]))
        --place;
    return wanted - place < max_character_bytes ? place : wanted;
}

} // namespace

Excerpt excerpt_of(const Span& span) {
    const Position position = span.position();
    const std::string_view line = span.source->line(position.line);
    const std::uint32_t column = span.begin - span.source->line_start(span.begin);
    const std::size_t begin = std::min<std::size_t>(column, line.size());
    const std::size_t end = std::min<std::size_t>(begin + (span.end - span.begin), line.size());
    if (line.size() <= max_excerpt_bytes) return {line, begin, end};
    const std::size_t cut =
        between_characters(line, begin > shown_before ? begin - shown_before : 0, 0);
    const std::size_t part_end = between_characters(line, cut + max_excerpt_bytes, begin);
    const std::string_view part = line.substr(cut, part_end - cut);
    return {part, begin - cut, std::min(end - cut, part.size())};
}

} // namespace vow
