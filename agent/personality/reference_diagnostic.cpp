#include "agent/personality/reference_diagnostic.h"

#include "policy/source/source_text.h"
#include "protocol/text/shown_text.h"

#include <algorithm>

namespace vow::agent {

std::string reference_text(const Diagnostic& diagnostic) {
    const Span& span = diagnostic.span;
    const std::string severity(text_of(diagnostic.severity));
    const std::string message = severity + ": " + shown(diagnostic.message) + "\n";
    constexpr std::size_t severity_width = 8;
    if (span.source == nullptr) return std::string(severity_width - severity.size(), ' ') + message;
    const Position place = span.position();
    const std::string column = std::to_string(place.column + span.end - span.begin);
    const Excerpt excerpt = excerpt_of(span);
    const std::string before =
        shown(excerpt.text.substr(0, std::max<std::size_t>(excerpt.end, 1) - 1));
    return shown(span.source->path()) + ":" + std::to_string(place.line) + ":" + column + ": " +
           message + shown(excerpt.text) + "\n" + std::string(before.size(), ' ') + "^\n";
}

} // namespace vow::agent
