#include "policy/source/diagnostic.h"

#include <algorithm>

namespace vow {

namespace {

constexpr std::size_t widest_excerpt = 160; ///< bytes of a line that are shown
constexpr std::size_t shown_before = 60;    ///< bytes before the place in a long line

/// The part of a line that is shown, and the place of the span in it.
struct Excerpt {
    std::string_view text;
    std::size_t begin;
    std::size_t end;
};

Excerpt excerpt_of(const Span& span, Position position) {
    const std::string_view line = span.source->line(position.line);
    const std::size_t begin = std::min<std::size_t>(position.column - 1, line.size());
    const std::size_t end = std::min<std::size_t>(begin + (span.end - span.begin), line.size());
    if (line.size() <= widest_excerpt) return {line, begin, end};
    const std::size_t cut = begin > shown_before ? begin - shown_before : 0;
    const std::string_view part = line.substr(cut, widest_excerpt);
    return {part, begin - cut, std::min(end - cut, part.size())};
}

bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

bool is_control(char byte) {
    return (static_cast<unsigned char>(byte) < 0x20 && byte != '\t') || byte == 0x7F;
}

/// The caret and its tail, after blanks as wide as the text before it: one column a character.
std::string underline(const Excerpt& excerpt) {
    std::string marks;
    for (const char byte : excerpt.text.substr(0, excerpt.begin)) {
        if (!continues_character(byte)) marks += byte == '\t' ? '\t' : ' ';
    }
    marks += '^';
    for (std::size_t at = excerpt.begin + 1; at < excerpt.end; ++at) {
        if (!continues_character(excerpt.text[at])) marks += '~';
    }
    return marks;
}

std::string printable(std::string_view text) {
    std::string shown(text);
    std::replace_if(shown.begin(), shown.end(), is_control, '?');
    return shown;
}

std::string rendered_note(std::string_view label, const Note& note) {
    return placed(std::string(label) + ": " + note.message, note.span) + "\n";
}

std::string padded(std::string text, std::size_t width) {
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

} // namespace

std::string_view text_of(Severity severity) {
    return severity == Severity::error ? "error" : "warning";
}

std::string placed(std::string_view message, const Span& span) {
    if (span.source == nullptr) return printable(message);
    const Position place = span.position();
    const Excerpt excerpt = excerpt_of(span, place);
    return span.source->path() + ":" + std::to_string(place.line) + ":" +
           std::to_string(place.column) + ": " + printable(message) + "\n" +
           padded(std::to_string(place.line), 5) + "| " + printable(excerpt.text) + "\n     | " +
           underline(excerpt);
}

std::string rendered(const Diagnostic& diagnostic) {
    const std::string_view severity = text_of(diagnostic.kind->severity);
    std::string text(severity);
    text += ": " + diagnostic.message + " [" + std::string(diagnostic.kind->name) + "]";
    text = placed(text, diagnostic.span);
    if (!diagnostic.hint.empty())
        text += (diagnostic.span.source ? "  " : "\n  ") + diagnostic.hint;
    text += "\n";
    if (diagnostic.cause) text += rendered_note("caused by", *diagnostic.cause);
    for (const Note& note : diagnostic.notes)
        text += rendered_note("note", note);
    return text;
}

std::string reference_rendered(const Diagnostic& diagnostic) {
    const Span& span = diagnostic.span;
    const std::string severity(text_of(diagnostic.kind->severity));
    const std::string message = severity + ": " + printable(diagnostic.message) + "\n";
    if (span.source == nullptr) return padded(message, message.size() + 8 - severity.size());
    const Position place = span.position();
    const std::string column = std::to_string(place.column + span.end - span.begin);
    const Excerpt excerpt = excerpt_of(span, place);
    const std::size_t caret = std::max<std::size_t>(excerpt.end, 1);
    return span.source->path() + ":" + std::to_string(place.line) + ":" + column + ": " + message +
           printable(excerpt.text) + "\n" + std::string(caret - 1, ' ') + "^\n";
}

} // namespace vow
