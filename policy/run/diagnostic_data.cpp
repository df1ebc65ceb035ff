#include "policy/run/diagnostic_data.h"

namespace vow {

namespace {

Data data_of(Position position) {
    return Data::object(
        {{"line", Data::integer(position.line)}, {"column", Data::integer(position.column)}}
    );
}

Data text(std::string_view words) {
    return Data::string(std::string(words));
}

} // namespace

Data data_of(const Diagnostic& diagnostic) {
    std::vector<Data::Member> members;
    const Span& span = diagnostic.span;
    if (span.source != nullptr) {
        members.push_back({"path", text(span.source->path())});
        members.push_back({"begin", data_of(span.position())});
        members.push_back({"end", data_of(span.source->position(span.end))});
    }
    members.push_back({"severity", text(text_of(diagnostic.kind->severity))});
    members.push_back({"kind", text(diagnostic.kind->name)});
    members.push_back({"message", text(diagnostic.message)});
    if (!diagnostic.hint.empty()) members.push_back({"hint", text(diagnostic.hint)});
    return Data::object(std::move(members));
}

} // namespace vow
