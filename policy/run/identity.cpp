#include "policy/run/identity.h"

#include "policy/run/state.h"

namespace vow {

void Identity::add(std::string_view text) {
    // The length keeps "a","bc" and "ab","c" apart.
    value_ = (value_ ^ LockName(text).hash()) * 0x9e3779b97f4a7c15U;
    value_ ^= (value_ >> 29U) + text.size();
}

void Identity::add(std::uint64_t number) {
    value_ = (value_ ^ number) * 0x9e3779b97f4a7c15U;
    value_ ^= value_ >> 29U;
}

bool IdentitySet::insert(std::uint64_t identity) {
    if ((count_ + 1) * 2 > table_.size()) grow();
    std::uint64_t& place = table_[place_of(identity)];
    if (place == identity) return false;
    place = identity;
    ++count_;
    return true;
}

bool IdentitySet::contains(std::uint64_t identity) const {
    return table_[place_of(identity)] == identity;
}

std::size_t IdentitySet::place_of(std::uint64_t identity) const {
    const std::size_t mask = table_.size() - 1;
    std::size_t place = static_cast<std::size_t>(identity ^ (identity >> 32U)) & mask;
    while (table_[place] != 0 && table_[place] != identity)
        place = (place + 1) & mask;
    return place;
}

void IdentitySet::grow() {
    std::vector<std::uint64_t> old(table_.size() * 2);
    old.swap(table_);
    for (const std::uint64_t identity : old) {
        if (identity != 0) table_[place_of(identity)] = identity;
    }
}

} // namespace vow
