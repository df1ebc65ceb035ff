#include "policy/cfengine/functions/text/address_range.h"

#include <charconv>
#include <cstring>

#include <arpa/inet.h>

namespace vow::cfengine {

namespace {

/// The whole text as a number; nullopt if it is not one.
std::optional<unsigned> number_from(std::string_view text, int base) {
    unsigned number = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, number, base);
    if (error != std::errc{} || stopped != end) return std::nullopt;
    return number;
}

bool same_bits(const unsigned char* left, const unsigned char* right, unsigned bits) {
    const unsigned whole = bits / 8;
    if (std::memcmp(left, right, whole) != 0) return false;
    const unsigned rest = bits % 8;
    return rest == 0 || ((left[whole] ^ right[whole]) >> (8 - rest)) == 0;
}

} // namespace

std::optional<AddressRange> AddressRange::from(std::string_view text) {
    AddressRange range;
    range.family_ = text.find(':') == text.npos ? AF_INET : AF_INET6;
    const bool is_old = range.family_ == AF_INET;
    const unsigned count = is_old ? 4 : 8;
    const auto slash = text.find('/');
    const auto dash = text.rfind('-');
    const std::string address(text.substr(0, is_old ? slash : std::min(slash, dash)));

    if (slash != text.npos || dash == text.npos) {
        const auto bits = slash == text.npos ? std::optional(count * (is_old ? 8 : 16))
                                             : number_from(text.substr(slash + 1), 10);
        if (!bits || *bits > count * (is_old ? 8 : 16)) return std::nullopt;
        if (::inet_pton(range.family_, address.c_str(), range.network_) != 1) return std::nullopt;
        range.prefix_ = bits;
        return range;
    }
    if (!is_old) {
        const auto last = number_from(text.substr(dash + 1), 16);
        if (!last || ::inet_pton(AF_INET6, address.c_str(), range.network_) != 1)
            return std::nullopt;
        for (unsigned i = 0; i < count; ++i) {
            const unsigned part =
                (unsigned{range.network_[2 * i]} << 8) | range.network_[2 * i + 1];
            range.parts_[i] = {part, i + 1 == count ? *last : part};
        }
        return range;
    }
    for (unsigned i = 0; i < count; ++i) {
        const auto part = text.substr(0, text.find('.'));
        const auto middle = part.find('-');
        const auto low = number_from(part.substr(0, middle), 10);
        const auto high = middle == part.npos ? low : number_from(part.substr(middle + 1), 10);
        if (!low || !high || *high > 255 || *low > *high) return std::nullopt;
        range.parts_[i] = {*low, *high};
        const bool is_last = part.size() == text.size();
        if (is_last != (i + 1 == count)) return std::nullopt;
        text.remove_prefix(is_last ? text.size() : part.size() + 1);
    }
    return range;
}

bool AddressRange::has(const std::string& address) const {
    unsigned char bytes[16] = {};
    if (::inet_pton(family_, address.c_str(), bytes) != 1) return false;
    if (prefix_) return same_bits(bytes, network_, *prefix_);
    const bool is_old = family_ == AF_INET;
    for (unsigned i = 0; i < (is_old ? 4U : 8U); ++i) {
        const unsigned part = is_old ? bytes[i] : (unsigned{bytes[2 * i]} << 8) | bytes[2 * i + 1];
        if (part < parts_[i].low || part > parts_[i].high) return false;
    }
    return true;
}

} // namespace vow::cfengine
