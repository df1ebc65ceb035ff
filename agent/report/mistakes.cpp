#include "agent/report/mistakes.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

namespace vow::agent {

namespace {

Data data_of(Position position) {
    return Data::object(
        {{"line", Data::integer(position.line)}, {"column", Data::integer(position.column)}}
    );
}

Data text(std::string_view words) {
    return Data::string(words);
}

/// Path, begin and end; empty if the place is unknown.
std::vector<Data::Member> place_members(const Span& span) {
    if (span.source == nullptr) return {};
    return {
        {"path", text(span.source->path())},
        {"begin", data_of(span.position())},
        {"end", data_of(span.source->position(span.end))},
    };
}

Data data_of(const Note& note) {
    std::vector<Data::Member> members = place_members(note.span);
    members.emplace_back("message", text(note.message));
    return Data::object(std::move(members));
}

} // namespace

Data data_of(const Diagnostic& diagnostic) {
    std::vector<Data::Member> members = place_members(diagnostic.span);
    members.emplace_back("severity", text(text_of(diagnostic.severity)));
    members.emplace_back("kind", text(diagnostic.kind->name));
    members.emplace_back("message", text(diagnostic.message));
    if (!diagnostic.hint.empty()) members.emplace_back("hint", text(diagnostic.hint));
    if (!diagnostic.notes.empty()) {
        Data::Array notes;
        for (const Note& note : diagnostic.notes)
            notes.push_back(data_of(note));
        members.emplace_back("notes", Data::array(std::move(notes)));
    }
    if (diagnostic.cause) members.emplace_back("cause", data_of(*diagnostic.cause));
    return Data::object(std::move(members));
}

namespace {

constexpr DiagnosticKind logged_error{"logged-error", "{}"};
constexpr DiagnosticKind logged_warning{"logged-warning", "{}", Severity::warning};

} // namespace

void LoggedMistakes::receive(const Event& event) {
    const auto* line = std::get_if<LogLine>(&event);
    if (line == nullptr || line->level > LogLevel::warning) return;
    const bool is_warning = line->level == LogLevel::warning;
    mistakes_.add(is_warning ? logged_warning : logged_error, {}, {line->text});
}

namespace {

constexpr std::size_t max_printed = 100;

std::string count_of(std::size_t count, std::string_view what) {
    return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

} // namespace

std::string text_of_mistakes(const Diagnostics& diagnostics) {
    std::vector<Diagnostic> mistakes = diagnostics.sorted();
    std::size_t errors = diagnostics.errors(), warnings = mistakes.size() - errors;
    const auto is_error = [](const Diagnostic& mistake) {
        return mistake.severity == Severity::error;
    };
    if (mistakes.size() > max_printed)
        std::stable_partition(mistakes.begin(), mistakes.end(), is_error);
    std::string text;
    for (const Diagnostic& mistake :
         std::span(mistakes).first(std::min(mistakes.size(), max_printed))) {
        text += rendered(mistake);
        --(is_error(mistake) ? errors : warnings);
    }
    if (errors + warnings == 0) return text;
    text += "and " + (errors > 0 ? count_of(errors, "more error") : "") +
            (errors > 0 && warnings > 0 ? " and " : "") +
            (warnings > 0 ? count_of(warnings, "more warning") : "") +
            "; all are in the output of vow check --format json\n";
    return text;
}

} // namespace vow::agent
