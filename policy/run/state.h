#pragma once

#include "protocol/data/data.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

enum class LockAnswer {
    taken,
    too_soon, ///< kept less than `if_elapsed` ago
    held      ///< by another running agent
};

struct LockTerms {
    std::chrono::minutes if_elapsed; ///< if 0, the lock is never taken too soon
    /// A holder older than this is ended; nullopt if none ever is.
    std::optional<std::chrono::minutes> expire_after = {};
};

/// A value that outlives the run: a text or data, under a key in a space.
struct Document {
    std::string key;
    Data value;
};

/// One change of a document; without a value, the document is erased.
struct DocumentChange {
    std::string space; ///< the owner of the documents: "persistent_class", a plan, ...
    std::string key;
    std::optional<Data> value;
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

/// Locks and documents, which outlive a run. Documents reach the disk at once, times of locks at
/// the latest when the state is destroyed.
class State {
public:
    virtual ~State() = default;

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

    /// nullopt when the document does not exist.
    virtual std::optional<Data> document(std::string_view space, std::string_view key) = 0;
    /// All documents of a space, by key.
    virtual std::vector<Document> documents(std::string_view space) = 0;
    enum class Stored { yes, no };
    /// Makes all of the changes, or none if one fails.
    virtual Stored change(const std::vector<DocumentChange>& changes) = 0;

    Stored put(std::string space, std::string key, Data value) {
        return change({{std::move(space), std::move(key), std::move(value)}});
    }
    Stored erase(std::string space, std::string key) {
        return change({{std::move(space), std::move(key), std::nullopt}});
    }
};

} // namespace vow
