#include "policy/inmanta/syntax/place.h"

namespace vow::inmanta {

std::string text_of(const Place& place) {
    if (place.span.source == nullptr) return "internal";
    const Position position = place.span.position();
    std::string text = place.span.source->path() + ":" + std::to_string(position.line);
    if (place.detail == Detail::column) text += ":" + std::to_string(position.column);
    return text;
}

Place line_of(const Place& place) {
    return {place.span, Detail::line};
}

} // namespace vow::inmanta
