#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vow::cfengine {

/// A range of IP addresses: one address, 10.0.0.0/8, 10.0.1-4.0-255, 2001:db8::/32, or
/// 2001:db8::1-20. It never contains an address of the other family.
class AddressRange {
public:
    /// nullopt if it is not a range.
    static std::optional<AddressRange> from(std::string_view text);

    bool has(const std::string& address) const;

private:
    struct Span {
        unsigned low, high; ///< inclusive
    };

    /// The bounds of each byte (IPv4) or group of 16 bits (IPv6); used without a `prefix_`.
    Span parts_[8] = {};
    unsigned char network_[16] = {};
    std::optional<unsigned> prefix_ = {}; ///< the number of bits that must equal the network's
    int family_ = 0;
};

} // namespace vow::cfengine
