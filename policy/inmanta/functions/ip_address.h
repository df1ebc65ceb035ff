#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace vow::inmanta {

/// An address of either family, and the network that it is in.
struct IpInterface {
    enum class Family { v4, v6 };

    Family family;
    std::array<std::uint8_t, 16> address; ///< the most significant first; v4 has the last four
    unsigned prefix;                      ///< the bits that all addresses of the network share

    unsigned bits() const { return family == Family::v4 ? 32 : 128; }
    /// The same with the bits after the prefix cleared.
    IpInterface network() const;
    /// The address whose bits are those that the network has in common.
    IpInterface mask() const;
    /// The address so many places further, backwards for a negative number; nullopt if the family
    /// has none.
    std::optional<IpInterface> moved(std::int64_t places) const;
    /// As written, without the prefix.
    std::string text() const;

    bool operator==(const IpInterface&) const = default;
};

/// "192.0.2.1", "2001:db8::1": all bits are its prefix.
std::optional<IpInterface> ip_address_from(const std::string& text);
/// An address, or one with the length of its prefix or, in IPv4, a mask: "192.0.2.1/24",
/// "192.0.2.1/255.255.255.0".
std::optional<IpInterface> ip_interface_from(const std::string& text);

} // namespace vow::inmanta
