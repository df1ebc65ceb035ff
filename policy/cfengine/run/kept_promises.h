#pragma once

#include "policy/cfengine/run/run_base.h"
#include "policy/run/identity.h"

#include <cstdint>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace vow::cfengine {

/// Records the promises that were evaluated and kept in this run.
class KeptPromises {
public:
    explicit KeptPromises(RunBase& run) : run_(run) {}

    /// Returns false when an equal promise was begun before in this run.
    bool begin_once(std::uint64_t identity) { return begun_.insert(identity); }

    /// Handles are without a namespace: `depends_on` finds those of all (semantics 9.3).
    void satisfy(std::string handle) { satisfied_handles_.insert(std::move(handle)); }
    /// Waits for pending promises of that handle.
    bool is_satisfied(const std::string& handle);

    /// The generation in which a promise was last evaluated; 0: not yet.
    std::uint64_t& evaluated_at(const PromiseStatement& promise);

private:
    RunBase& run_;
    IdentitySet begun_;
    std::unordered_set<std::string> satisfied_handles_;
    std::vector<std::uint64_t> evaluated_at_; ///< by number of the promise
};

} // namespace vow::cfengine
