#pragma once

#include "protocol/harness/conversation.h"
#include "protocol/harness/report.h"
#include "protocol/harness/request.h"
#include "protocol/harness/subject.h"

#include <chrono>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace vow::harness {

/// What conform() works with, beside the module.
struct ConformSettings {
    /// Promises that make sense to the module. They are evaluated, also for real; without any,
    /// nothing is.
    std::vector<SentPromise> samples = {};
    Conversation::Milliseconds limit = std::chrono::seconds(10); ///< for each answer
    std::size_t requests = 10'000;                               ///< of the endurance run
    std::set<std::string> only = {}; ///< the ids of checks to be tried; empty: all
};

/// Checks the protocol from the agent's side, whatever the module does (protocol/README.md). Throws
/// client::ModuleError when the module cannot be started, or ends before it has sent a header.
Report conform(const Subject& subject, const ConformSettings& settings);

/// Whether there is a check of that id.
bool is_check(std::string_view id);

} // namespace vow::harness
