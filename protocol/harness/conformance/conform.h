#pragma once

#include "protocol/harness/conversation.h"
#include "protocol/harness/report.h"
#include "protocol/harness/request.h"
#include "protocol/harness/subject.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace vow::harness {

/// Settings of conform().
struct ConformSettings {
    /// Promises that make sense to the module. They are evaluated, also for real; if empty, nothing
    /// is evaluated.
    std::vector<SentPromise> samples = {};
    Conversation::Milliseconds limit = std::chrono::seconds(10); ///< for each answer
    std::size_t requests = 10'000;                               ///< of the endurance run
    std::string scratch = {};        ///< the folder of files in the samples; empty if they are none
    std::set<std::string> only = {}; ///< ids of the checks to run; all if empty
    /// Called before each check; may be empty.
    std::function<void(std::string_view title)> begins = {};
};

/// Checks from the agent's side how a module implements the protocol (protocol/README.md). Throws
/// client::ModuleError when the module cannot be started, or ends before it has sent a header.
Report conform(const Subject& subject, const ConformSettings& settings);

/// True if a check has that id.
bool is_check(std::string_view id);

} // namespace vow::harness
