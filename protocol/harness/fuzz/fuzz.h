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
    std::chrono::milliseconds time = std::chrono::seconds(5);    ///< for all of it
    Conversation::Milliseconds limit = std::chrono::seconds(10); ///< for each answer
};

/// What was found, made as small as it can be, as a file of cases for `vow module test`.
struct Repro {
    std::string id; ///< of the check
    std::string yaml;
};

struct FuzzResult {
    Report report;
    std::vector<Repro> repros = {};
    std::size_t promises = 0;     ///< that were asked about
    std::size_t disturbances = 0; ///< spoiled requests that were sent
};

/// Asks a module to validate what its own description allows, what it nearly allows, and texts of
/// all sorts; and sends it requests that are spoiled in many ways. Nothing is evaluated. Throws
/// client::ModuleError when the module cannot be started.
FuzzResult fuzz(const Subject& subject, const FuzzSettings& settings);

} // namespace vow::harness
