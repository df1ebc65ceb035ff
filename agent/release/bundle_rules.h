#pragma once

#include "agent/release/bundle_archive.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace vow::agent {

/// The most that a bundle may be, packed and unpacked.
struct BundleLimits {
    std::uint64_t packed = 256U << 20U;   ///< bytes of the archive
    std::uint64_t content = 1024U << 20U; ///< bytes of all files together
    std::size_t entries = 100'000;
    std::size_t depth = 32;       ///< components of a name
    std::size_t name_size = 1024; ///< bytes of a name
};

/// The rules of what is in a bundle, the same when it is packed and when it is unpacked: files,
/// folders, and links that lead below their own folder; names that are UTF-8, safe to show, and
/// different on every file system; within limits. Entries come in an order in which a folder is
/// before what is in it.
class BundleRules {
public:
    explicit BundleRules(const BundleLimits& limits) : limits_(limits) {}

    /// Throws BundleFault, with the name, for an entry that breaks a rule.
    void check(const BundleEntry& entry);

    std::size_t entries() const { return seen_.size(); }
    std::uint64_t content() const { return content_; }

private:
    void check_name(const std::string& name) const;
    void check_neighbours(const BundleEntry& entry);
    void count(const BundleEntry& entry);

    struct Seen {
        std::string name;
        BundleEntry::Kind kind;
    };

    BundleLimits limits_;
    std::map<std::string, Seen> seen_ = {}; ///< by the name in lower case
    std::uint64_t content_ = 0;
};

/// Throws BundleFault for an archive that is too large.
void check_packed_size(std::uint64_t size, const BundleLimits& limits);

} // namespace vow::agent
