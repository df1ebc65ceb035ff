#include "policy/run/diagnostic_data.h"

namespace vow {

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

} // namespace vow
