#pragma once

#include "policy/cfengine/run/classes.h"
#include "policy/cfengine/run/frame.h"
#include "policy/cfengine/run/kept_promises.h"
#include "policy/cfengine/run/run_base.h"
#include "policy/cfengine/run/run_end.h"
#include "policy/cfengine/run/variables.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace vow::cfengine {

/// Everything known while a policy runs. It decides nothing; bundle_run and promise_run do.
struct RunState : RunBase {
    RunState(Program& policy, World& around);

    /// A path relative to the folder that the run was started in, made absolute. Links are kept.
    std::string absolute(const std::string& path);

    Variables variables;
    Classes classes;
    KeptPromises kept;
    std::unordered_map<std::string, Result> results = {}; ///< of cached functions, by call
    /// The types that `promise agent` blocks define, once they were evaluated.
    std::map<std::string, PromiseType, std::less<>> promise_types = {};
    /// Errors found before the run, which end it when it evaluates the same again.
    std::vector<FatalError> deferred_errors = {};

private:
    std::optional<std::string> folder_; ///< that the run was started in, once needed
};

} // namespace vow::cfengine
