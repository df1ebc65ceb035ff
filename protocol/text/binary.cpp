#include "protocol/text/binary.h"

#include <algorithm>

namespace vow {
namespace {

constexpr std::size_t looked_at = 8000;
constexpr std::size_t characters_for_each_control = 32;

bool is_control(char byte) {
    constexpr std::string_view layout = "\t\n\v\f\r\b\x1b";
    constexpr char deletion = 0x7f;
    const bool is_low = byte >= 0 && byte < ' ';
    return byte == deletion || (is_low && layout.find(byte) == layout.npos);
}

} // namespace

std::string_view binary_bytes_of(std::string_view text) {
    if (text.find('\0') != text.npos) return "zero bytes";
    const std::string_view beginning = text.substr(0, looked_at);
    const auto controls = static_cast<std::size_t>(std::ranges::count_if(beginning, is_control));
    return controls * characters_for_each_control > beginning.size() ? "control characters" : "";
}

} // namespace vow
