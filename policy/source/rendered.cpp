#include "policy/source/diagnostic.h"
#include "policy/source/source_text.h"
#include "protocol/text/characters.h"
#include "protocol/text/shown_text.h"

#include <algorithm>

namespace vow {

namespace {

/// The caret and its tail, after blanks as wide as the text before it: one column per character.
std::string underline(const Excerpt& excerpt) {
    std::string marks;
    for (const char byte : shown(excerpt.text.substr(0, excerpt.begin))) {
        if (!continues_character(byte)) marks += byte == '\t' ? '\t' : ' ';
    }
    const std::string covered =
        shown(excerpt.text.substr(excerpt.begin, excerpt.end - excerpt.begin));
    marks += '^';
    for (const char byte : covered.substr(std::min<std::size_t>(covered.size(), 1))) {
        if (!continues_character(byte)) marks += '~';
    }
    return marks;
}

std::string rendered_note(std::string_view label, const Note& note) {
    return placed(std::string(label) + ": " + note.message, note.span) + "\n";
}

/// The lines of a message, those after the first one indented, so that none passes for another.
std::string printable_lines(std::string_view message) {
    std::string lines;
    for (std::size_t end = message.find('\n'); end != std::string_view::npos;
         end = message.find('\n')) {
        lines += shown(message.substr(0, end)) + "\n    ";
        message.remove_prefix(end + 1);
        while (message.starts_with('\t')) {
            lines += "    ";
            message.remove_prefix(1);
        }
    }
    return lines + shown(message);
}

std::string padded(std::string text, std::size_t width) {
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

} // namespace

std::string_view text_of(Severity severity) {
    return severity == Severity::error ? "error" : "warning";
}

std::string placed(std::string_view message, const Span& span) {
    if (span.source == nullptr) return printable_lines(message);
    const Position place = span.position();
    const Excerpt excerpt = excerpt_of(span);
    return shown(span.source->path()) + ":" + std::to_string(place.line) + ":" +
           std::to_string(place.column) + ": " + printable_lines(message) + "\n" +
           padded(std::to_string(place.line), 5) + "| " + shown(excerpt.text) + "\n     | " +
           underline(excerpt);
}

std::string rendered(const Diagnostic& diagnostic) {
    const std::string_view severity = text_of(diagnostic.severity);
    std::string text(severity);
    text += ": " + diagnostic.message + " [" + std::string(diagnostic.kind->name) + "]";
    text = placed(text, diagnostic.span);
    if (!diagnostic.hint.empty())
        text += (diagnostic.span.source ? "  " : "\n  ") + shown(diagnostic.hint);
    text += "\n";
    if (diagnostic.cause) text += rendered_note("caused by", *diagnostic.cause);
    for (const Note& note : diagnostic.notes)
        text += rendered_note("note", note);
    return text;
}

} // namespace vow
