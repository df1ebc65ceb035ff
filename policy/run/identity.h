#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace vow {

/// A 64-bit hash, the same in every build, that identifies a promise within a run: equal promises
/// are kept once, and locks are named by it. A language adds the texts that make its promises
/// equal, such as bundle, type, promiser and expanded attributes.
class Identity {
public:
    void add(std::string_view text);
    void add(std::uint64_t number);
    /// Never 0.
    std::uint64_t value() const { return value_ == 0 ? 1 : value_; }

private:
    std::uint64_t value_ = 0xcbf29ce484222325U;
};

/// A growing set of identities in one flat table, since a run may keep millions of promises.
class IdentitySet {
public:
    /// Returns false if the set already contains it.
    bool insert(std::uint64_t identity);
    bool contains(std::uint64_t identity) const;

    std::size_t size() const { return count_; }

private:
    void grow();
    std::size_t place_of(std::uint64_t identity) const;

    std::vector<std::uint64_t> table_ = std::vector<std::uint64_t>(64); ///< 0: free
    std::size_t count_ = 0;
};

} // namespace vow
