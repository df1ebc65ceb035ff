#pragma once

#include "protocol/harness/conversation.h"
#include "protocol/harness/request.h"
#include "protocol/harness/subject.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace vow::harness {

/// Settings of bench().
struct BenchSettings {
    std::vector<SentPromise> samples = {}; ///< evaluated for real; nothing is evaluated if empty
    Conversation::Milliseconds limit = std::chrono::seconds(10); ///< for each answer
    std::size_t requests = 1000;                                 ///< of each operation
};

/// Durations of one repeated step.
struct Measurement {
    std::string what;
    std::size_t count = 0;
    std::chrono::nanoseconds median = {};
    std::chrono::nanoseconds p99 = {};
    std::chrono::nanoseconds whole = {};
};

/// The speed and the memory of a module.
struct Benchmark {
    std::vector<Measurement> measurements = {}; ///< of start, validate_promise, evaluate_promise
    std::size_t memory = 0;                     ///< resident bytes at the end; 0 if unknown
    std::string failure = {};                   ///< why it stopped early; empty if it did not
};

/// Measures a module, one request at a time. Throws client::ModuleError when it cannot be started.
Benchmark bench(const Subject& subject, const BenchSettings& settings);

/// A table for a terminal, and the same as a JSON object on one line.
std::string text_of(const Benchmark& benchmark);
std::string json_of(const Benchmark& benchmark);

} // namespace vow::harness
