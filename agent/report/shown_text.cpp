#include "agent/report/shown_text.h"

#include "protocol/text/hexadecimal.h"

namespace vow::agent {
namespace {

bool is_control(unsigned char byte) {
    return (byte < 0x20 && byte != '\t') || byte == 0x7f;
}

/// U+0080 to U+009F, in UTF-8: some terminals interpret these as they do ESC and a letter.
bool is_high_control(std::string_view text, std::size_t at) {
    if (static_cast<unsigned char>(text[at]) != 0xc2 || at + 1 == text.size()) return false;
    const auto next = static_cast<unsigned char>(text[at + 1]);
    return next >= 0x80 && next < 0xa0;
}

/// The place of the next control character, or the end of the text.
std::size_t find_control(std::string_view text, std::size_t from) {
    for (std::size_t at = from; at < text.size(); ++at) {
        if (is_control(static_cast<unsigned char>(text[at])) || is_high_control(text, at))
            return at;
    }
    return text.size();
}

void append_escape(std::string& line, unsigned char byte) {
    line.append("\\x").append(hexadecimal(byte));
}

} // namespace

void append_shown(std::string& line, std::string_view text, LineEnds line_ends) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t control = find_control(text, at);
        line += text.substr(at, control - at);
        at = control;
        if (at == text.size()) break;
        const std::size_t size = is_high_control(text, at) ? 2 : 1;
        if (text[at] == '\n' && line_ends == LineEnds::kept)
            line += '\n';
        else
            append_escape(line, static_cast<unsigned char>(text[at + size - 1]));
        at += size;
    }
}

std::string shown(std::string_view text, LineEnds line_ends) {
    std::string line;
    append_shown(line, text, line_ends);
    return line;
}

} // namespace vow::agent
