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

struct FuzzResult {
    Report report;
    std::vector<Repro> repros = {};
    std::size_t promises = 0;     ///< validated
    std::size_t disturbances = 0; ///< corrupted requests sent
};

/// Has a module validate promises that its description allows, promises that it just forbids, and
/// random texts; and sends it corrupted requests. Nothing is evaluated. Throws client::ModuleError
/// when the module cannot be started.
FuzzResult fuzz(const Subject& subject, const FuzzSettings& settings);

} // namespace vow::harness
