#pragma once

#include "modules/sdk/cpp/log.h"
#include "protocol/promise/promise.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace vow::modules {

/// Why an archive cannot be made or extracted: a sentence for the user.
struct ArchiveFault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Limits of the content of an archive.
struct ArchiveLimits {
    std::uint64_t size = 0; ///< bytes of all files together
    std::uint64_t entries = 0;
    std::uint64_t ratio = 0; ///< of the files to their archive; small ones may exceed it
};

/// No file is nested more deeply: each level takes a descriptor.
constexpr std::size_t max_entry_depth = 100;

/// Counts what an archive holds. Beyond a limit, an ArchiveFault names it.
class ArchiveTally {
public:
    /// `packed` is the size of the archive; 0 while it is made.
    ArchiveTally(const ArchiveLimits& limits, std::uint64_t packed)
        : limits_(limits),
          packed_(packed) {}

    void add_entry() {
        if (++entries_ > limits_.entries)
            exceed("the number of its files and folders exceeds", limits_.entries, "max_entries");
    }
    void add_bytes(std::uint64_t count) {
        size_ += count;
        if (size_ > limits_.size) exceed("the bytes of its files exceed", limits_.size, "max_size");
        if (packed_ == 0 || size_ < least_size_for_ratio) return;
        if (size_ / packed_ >= limits_.ratio)
            exceed("the ratio of its files to the archive exceeds", limits_.ratio, "max_ratio");
    }

private:
    /// A few files of zeros may be packed as well as they can.
    static constexpr std::uint64_t least_size_for_ratio = 16 << 20;

    [[noreturn]] static void
    exceed(const std::string& what, std::uint64_t most, const std::string& attribute) {
        throw ArchiveFault(
            what + " " + std::to_string(most) + "; promise a larger '" + attribute +
            "' if that is expected"
        );
    }

    ArchiveLimits limits_;
    std::uint64_t packed_;
    std::uint64_t entries_ = 0;
    std::uint64_t size_ = 0;
};

/// The time limit of the promise was reached.
struct ArchiveTimeout : ArchiveFault {
    using ArchiveFault::ArchiveFault;
};

/// Ends the work on an archive early.
class Interruption {
public:
    Interruption(const Promise& promise, const Log& log) : limit_(promise.terms.limit), log_(log) {}

    /// To be called for each piece of work.
    void check() const {
        if (log_.is_stopped()) throw ArchiveFault("the run was stopped");
        if (limit_ && Clock::now() - begin_ > *limit_) throw ArchiveTimeout("it took too long");
    }

private:
    using Clock = std::chrono::steady_clock;

    const Clock::time_point begin_ = Clock::now();
    const decltype(Terms::limit) limit_;
    const Log& log_;
};

} // namespace vow::modules
