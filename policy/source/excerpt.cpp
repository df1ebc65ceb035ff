#include "policy/source/excerpt.h"

#include "protocol/text/characters.h"

#include <algorithm>

namespace vow {

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
