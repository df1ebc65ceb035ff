#include "policy/inmanta/syntax/mistake.h"

namespace vow::inmanta {
namespace {

std::string indented(const std::string& text) {
    std::string result = "  ";
    for (const char c : text) {
        result += c;
        if (c == '\n') result += "  ";
    }
    return result;
}

} // namespace

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

void Mistake::report_in(const std::string& text, const Place& at) {
    for (Mistake& cause : causes)
        cause.report_in(text, at);
    if (place_use == PlaceUse::not_appended || !statement.empty()) return;
    statement = text;
    if (!place) place = at;
}

std::string text_of(const Mistake& mistake) {
    std::string text = mistake.words;
    if (mistake.place && mistake.place_use == Mistake::PlaceUse::appended) {
        const std::string place = "(" + text_of(*mistake.place) + ")";
        text += mistake.statement.empty()
                    ? " " + place
                    : " (reported in " + mistake.statement + " " + place + ")";
    }
    for (const Mistake& cause : mistake.causes)
        text += "\ncaused by:\n" + indented(text_of(cause));
    return text;
}

std::string hint_for(const std::string& wrong, const std::vector<std::string>& names) {
    return did_you_mean(wrong, {names.begin(), names.end()});
}

ModelError typing_mistake(std::string words) {
    return ModelError(Mistake{.kind = &typing_error, .words = std::move(words)});
}

ModelError duplicate(std::string words, const Place& original, const Place& other) {
    return ModelError(Mistake{
        .kind = &duplicate_error,
        .words = std::move(words) + " (original at (" + text_of(original) + ")) (duplicate at (" +
                 text_of(other) + "))",
        .place = original,
        .place_use = Mistake::PlaceUse::not_appended});
}

void add_to(Diagnostics& diagnostics, const ModelError& error) {
    for (const Mistake& mistake : error.mistakes) {
        const Span span = mistake.place ? mistake.place->span : Span();
        diagnostics.add(*mistake.kind, span, {text_of(mistake)}, mistake.hint);
    }
}

} // namespace vow::inmanta
