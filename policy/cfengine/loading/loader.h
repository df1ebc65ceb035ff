#pragma once

#include "policy/cfengine/language.h"
#include "policy/cfengine/loading/loaded_policy.h"
#include "policy/run/source_reader.h"

#include <memory>
#include <string>

namespace vow::cfengine {

/// Reads the policy at `path` with its augments and inputs, checks it, evaluates everything that
/// must be known before it runs, and finds its bundle sequence. Null if there are errors, which are
/// in `diagnostics`.
std::unique_ptr<LoadedPolicy> load_policy(
    const std::string& path,
    const Dialect& dialect,
    World& world,
    Sources& sources,
    Diagnostics& diagnostics
);

} // namespace vow::cfengine
