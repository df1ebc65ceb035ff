#include "policy/source/excerpt.h"

#include <algorithm>

namespace vow {

namespace {

constexpr std::size_t widest_excerpt = 160; ///< bytes of a line that are shown
constexpr std::size_t shown_before = 60;    ///< of these, how many before the place in a long line

bool is_control(char byte) {
    return (static_cast<unsigned char>(byte) < 0x20 && byte != '\t') || byte == 0x7F;
}

} // namespace

Excerpt excerpt_of(const Span& span) {
    const Position position = span.position();
    const std::string_view line = span.source->line(position.line);
    const std::uint32_t column = span.begin - span.source->line_start(span.begin);
    const std::size_t begin = std::min<std::size_t>(column, line.size());
    const std::size_t end = std::min<std::size_t>(begin + (span.end - span.begin), line.size());
    if (line.size() <= widest_excerpt) return {line, begin, end};
    const std::size_t cut = begin > shown_before ? begin - shown_before : 0;
    const std::string_view part = line.substr(cut, widest_excerpt);
    return {part, begin - cut, std::min(end - cut, part.size())};
}

std::string printable(std::string_view text) {
    std::string shown(text);
    std::replace_if(shown.begin(), shown.end(), is_control, '?');
    return shown;
}

} // namespace vow
