#include "policy/cfengine/values/one_at_a_time.h"

namespace vow::cfengine {

OneAtATime& OneAtATime::add(std::string_view part) {
    for (const char c : part) {
        state_ += static_cast<std::uint32_t>(static_cast<signed char>(c));
        state_ += state_ << 10U;
        state_ ^= state_ >> 6U;
    }
    return *this;
}

std::uint32_t OneAtATime::value() const {
    std::uint32_t hash = state_;
    hash += hash << 3U;
    hash ^= hash >> 11U;
    hash += hash << 15U;
    return hash;
}

std::uint32_t one_at_a_time(std::string_view text) {
    return OneAtATime().add(text).value();
}

} // namespace vow::cfengine
