#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace vow::harness {

/// The resources of a process, for comparison with a later moment.
struct Footprint {
    std::size_t memory;      ///< resident, in bytes
    std::size_t descriptors; ///< open files
};

/// nullopt if the process does not exist, or cannot be inspected.
std::optional<Footprint> footprint_of(int process);

/// Changes whenever the process has done anything; empty while it is busy.
std::string trace_of(int process);

/// The share of the processors that a process and its living descendants have had, in total.
struct ProcessorShare {
    std::chrono::nanoseconds used = {};
    std::chrono::nanoseconds waited = {}; ///< for a processor, while it could run
};

/// nullopt if the process does not exist, or the kernel does not count.
std::optional<ProcessorShare> processor_share_of(int process);

/// The share between two moments. Processes that have ended in between do not count.
ProcessorShare share_between(const ProcessorShare& begin, const ProcessorShare& end);

/// True if a process that was late by the clock waited for a processor most of that time.
bool was_starved(const ProcessorShare& share, std::chrono::nanoseconds duration);

/// True if a process worked, or waited for a processor, most of that time.
bool was_busy(const ProcessorShare& share, std::chrono::nanoseconds duration);

} // namespace vow::harness
