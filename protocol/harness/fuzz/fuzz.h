#pragma once

#include "protocol/harness/conversation.h"
#include "protocol/harness/report.h"
#include "protocol/harness/request.h"
#include "protocol/harness/subject.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace vow::harness {

/// Settings of fuzz().
struct FuzzSettings {
    std::uint64_t seed = 1;
    std::chrono::milliseconds time = std::chrono::seconds(5);    ///< for the whole run
    Conversation::Milliseconds limit = std::chrono::seconds(10); ///< for each answer
};

/// A finding, minimised, as a file of cases for `vow module test`.
struct Repro {
    std::string id; ///< of the check
    std::string yaml;
};

/// The findings, and the number of attempts.
struct FuzzResult {
    Report report;
    std::vector<Repro> repros = {};
    std::size_t promises = 0;     ///< validated
    std::size_t disturbances = 0; ///< corrupted requests sent
};

/// Sends a module promises that its description allows, promises with a single fault, and random
/// texts, all for validation, and corrupted requests. Nothing is evaluated. Throws
/// client::ModuleError when the module cannot be started.
FuzzResult fuzz(const Subject& subject, const FuzzSettings& settings);

} // namespace vow::harness
