#pragma once

#include "policy/otterscript/run/drift.h"
#include "policy/run/state.h"

#include <chrono>
#include <string>
#include <vector>

namespace vow::otterscript {

/// The space of the documents that hold the last findings of each plan on each server.
constexpr const char* drift_space = "otterscript-drift";

/// Stores the findings of a run: one document for each plan and server, with the key "SERVER PLAN",
/// in which PLAN is absolute and SERVER is `-` for this machine. `folder` is where the run began.
Documents::Stored store_drift(
    State& state,
    const std::vector<Finding>& findings,
    const std::string& folder,
    std::chrono::system_clock::time_point time
);

} // namespace vow::otterscript
