#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vow::cfengine {

/// A range of IP addresses: one address, 10.0.0.0/8, 10.0.1-4.0-255, 2001:db8::/32, or
/// 2001:db8::1-20. An address of the other family is never in it.
class AddressRange {
public:
    /// None: no range.
    static std::optional<AddressRange> from(std::string_view text);

    bool has(const std::string& address) const;

private:
    struct Span {
        unsigned low, high; ///< both in it
    };

    /// For each byte (IPv4) or group of 16 bits (IPv6) what it may be; used when `prefix_` is none.
    Span parts_[8] = {};
    unsigned char network_[16] = {};
    std::optional<unsigned> prefix_ = {}; ///< bits that must be those of the network
    int family_ = 0;
};

} // namespace vow::cfengine
