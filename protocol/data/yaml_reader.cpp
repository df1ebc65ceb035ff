#include "protocol/data/yaml_reader.h"

#include <algorithm>
#include <new>

namespace vow {
namespace {

/// Whether a byte is one of a character of UTF-8 that began before it.
bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

} // namespace

YamlReader::YamlReader(std::string_view text) : text_(text) {
    if (yaml_parser_initialize(&parser_) == 0) throw std::bad_alloc();
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    const auto* bytes =
        reinterpret_cast<const unsigned char*>(text.data()); // NOLINT: libyaml's type
    yaml_parser_set_input_string(&parser_, bytes, text.size());
}

YamlReader::~YamlReader() {
    yaml_event_delete(&event_);
    yaml_parser_delete(&parser_);
}

const yaml_event_t& YamlReader::next() {
    yaml_event_delete(&event_);
    if (yaml_parser_parse(&parser_, &event_) == 0) throw fault();
    return event_;
}

/// libyaml counts characters, and has more line ends than the texts that are shown to people.
YamlPlace YamlReader::place_of(const yaml_mark_t& mark) {
    while (characters_ < mark.index && at_.offset < text_.size())
        step_forward();
    while (characters_ > mark.index)
        step_back();
    return at_;
}

void YamlReader::step_forward() {
    if (text_[at_.offset] == '\n') ++at_.line;
    ++at_.offset;
    while (at_.offset < text_.size() && continues_character(text_[at_.offset]))
        ++at_.offset;
    ++characters_;
}

void YamlReader::step_back() {
    --at_.offset;
    while (at_.offset > 0 && continues_character(text_[at_.offset]))
        --at_.offset;
    if (text_[at_.offset] == '\n') --at_.line;
    --characters_;
}

YamlError YamlReader::fault() {
    if (parser_.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
    std::string message = parser_.problem;
    if (parser_.error == YAML_READER_ERROR) {
        const std::size_t offset = std::min(parser_.problem_offset, text_.size());
        const auto lines = std::ranges::count(text_.substr(0, offset), '\n');
        return {std::move(message), static_cast<std::uint32_t>(lines + 1), offset};
    }
    YamlPlace place = place_of(parser_.problem_mark);
    if (parser_.context != nullptr) {
        message += " " + std::string(parser_.context);
        const YamlPlace begin = place_of(parser_.context_mark);
        // A part that lacks its end is at fault where it begins.
        if (place.offset >= text_.size()) place = begin;
        if (begin.line != place.line) message += " of line " + std::to_string(begin.line);
    }
    return {std::move(message), place.line, place.offset};
}

} // namespace vow
