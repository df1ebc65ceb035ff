#pragma once

#include "policy/cfengine/run/classes.h"
#include "policy/cfengine/run/frame.h"
#include "policy/cfengine/run/kept_promises.h"
#include "policy/cfengine/run/run_base.h"
#include "policy/cfengine/run/run_end.h"
#include "policy/cfengine/run/variables.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vow::cfengine {

/// Counts the promises that a lock held back.
struct HeldBack {
    std::uint64_t by_time = 0; ///< their `ifelapsed` has not passed
    std::uint64_t by_other_agents = 0;
};

/// The whole state of a running policy. Decisions are made by bundle_run and promise_run.
struct RunState : RunBase {
    RunState(Program& policy, World& around);

    /// A path relative to the folder that the run was started in, made absolute. Links are kept.
    std::string absolute(const std::string& path);

    Variables variables;
    Classes classes;
    KeptPromises kept;
    /// Variables, by bundle and name, that have no value since a secret could not be read.
    std::set<std::pair<Symbol, Symbol>> withheld = {};
    HeldBack held_back = {};
    std::unordered_map<std::string, Result> results = {}; ///< of cached functions, by call
    /// The types of the `promise agent` blocks that have been evaluated.
    std::map<std::string, PromiseType, std::less<>> promise_types = {};
    /// Those that may be needed soon, as far as they are known.
    std::map<std::string, std::optional<PromiseType>, std::less<>> expected_types = {};
    /// Errors found before the run, which end it when it evaluates the same again.
    std::vector<FatalError> deferred_errors = {};
    /// Attributes of promises to which references gave a wrong word before the run.
    std::unordered_set<const AttributeStatement*> wrong_before_run = {};
    /// Finish the promises of the running section that wait for its end.
    std::vector<std::function<void()>> section_ends = {};

private:
    std::optional<std::string> folder_; ///< that the run was started in; set when first needed
};

} // namespace vow::cfengine
