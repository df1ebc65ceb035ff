#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// The 64-bit hash that a promise is known by: of its bundle, type, promiser and attributes, all
/// expanded (semantics 5). Equal promises are kept once a run; locks are taken by it.
class Identity {
public:
    void add(std::string_view text);
    std::uint64_t value() const { return value_ == 0 ? 1 : value_; }

private:
    std::uint64_t value_ = 0xcbf29ce484222325U;
};

/// A growing set of identities: one flat table, since a run may keep millions of promises.
class IdentitySet {
public:
    /// False: it was there already.
    bool insert(std::uint64_t identity);
    bool contains(std::uint64_t identity) const;

private:
    void grow();
    std::size_t place_of(std::uint64_t identity) const;

    std::vector<std::uint64_t> table_ = std::vector<std::uint64_t>(64); ///< 0: free
    std::size_t count_ = 0;
};

} // namespace vow::cfengine
