#include "agent/remote/wire_value.h"

namespace vow::agent::wire_value {

std::string text_of_bytes(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size());
    for (const char each : bytes) {
        const auto byte = static_cast<unsigned char>(each);
        if (byte < 0x80U)
            text += each;
        else
            (text += static_cast<char>(0xc0U | (byte >> 6U))) +=
                static_cast<char>(0x80U | (byte & 0x3fU));
    }
    return text;
}

std::string bytes_of_text(std::string_view text) {
    std::string bytes;
    bytes.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        if (byte < 0x80U)
            bytes += text[at];
        else if ((byte == 0xc2U || byte == 0xc3U) && at + 1 < text.size())
            bytes += static_cast<char>(
                ((byte & 3U) << 6U) | (static_cast<unsigned char>(text[++at]) & 0x3fU)
            );
    }
    return bytes;
}

} // namespace vow::agent::wire_value
