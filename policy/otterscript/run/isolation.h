#pragma once

#include "protocol/promise/keeper.h"

#include <cstdint>
#include <map>

namespace vow::otterscript {

/// Module processes that a block has for itself. They end with it.
class Isolation {
public:
    Isolation(PromiseKeeper& keeper, std::uint64_t number) : keeper_(keeper), number_(number) {}
    Isolation(const Isolation&) = delete;
    Isolation& operator=(const Isolation&) = delete;
    ~Isolation() { keeper_.end_isolation(number_); }

    /// A promise type of a program, kept in a process of this isolation.
    const PromiseType& type(const PromiseType& shared) {
        PromiseType& own = types_[&shared];
        if (own.isolation == 0) {
            own = shared;
            own.isolation = number_;
        }
        return own;
    }

private:
    PromiseKeeper& keeper_;
    std::uint64_t number_;
    std::map<const PromiseType*, PromiseType> types_; ///< by the shared one
};

} // namespace vow::otterscript
