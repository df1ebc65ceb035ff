#pragma once

#include "protocol/promise/documents.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace vow {

enum class [[nodiscard]] LockAnswer{
    taken,
    too_soon, ///< kept less than `if_elapsed` ago
    held      ///< by another running agent
};

struct LockTerms {
    std::chrono::minutes if_elapsed; ///< if 0, the lock is never taken too soon
    /// A holder older than this is ended; nullopt if none ever is.
    std::optional<std::chrono::minutes> expire_after = {};
    /// The processes that must have ended before the lock is free, unless it is given back.
    enum class Holders { process_and_children, process_alone };
    Holders holders = Holders::process_and_children;
};

/// The 64-bit name of a lock: the hash of a promise's expanded content, or of a name.
class LockName {
public:
    constexpr LockName(std::uint64_t hash) : hash_(hash) {} // NOLINT(google-explicit-constructor)
    /// FNV-1a, which is the same in every run.
    constexpr explicit LockName(std::string_view name) : hash_(0xcbf29ce484222325U) {
        for (const char c : name)
            hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    }

    constexpr std::uint64_t hash() const { return hash_; }

private:
    std::uint64_t hash_;
};

/// Locks and documents, which outlive a run. Times of locks reach the disk at the latest when the
/// state is destroyed.
class State : public Documents {
public:
    /// Does not wait for another holder; wait_for_lock() does.
    virtual LockAnswer take_lock(LockName name, const LockTerms& terms) = 0;
    /// Records that the promise, or other protected work, was done just now. Releases its lock if
    /// it was taken.
    virtual void give_back(LockName name) = 0;
    /// Releases the lock if it was taken, and records nothing.
    virtual void release(LockName name) = 0;
    /// While a child process has this descriptor open, the locks that are taken outlive us; -1
    /// for none. A lock that is given back is free all the same.
    virtual int lock_descriptor() const { return -1; }
};

} // namespace vow
