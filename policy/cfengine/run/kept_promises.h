#pragma once

#include "policy/cfengine/run/run_base.h"
#include "policy/run/identity.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
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
    std::size_t begun() const { return begun_.size(); }
    bool was_begun(std::uint64_t identity) const { return begun_.contains(identity); }

    /// A promise that was begun waits for its lock; `why` lives as long as the program.
    void hold_back(std::uint64_t identity, std::string_view why) { held_back_[identity] = why; }
    /// Empty for a promise that does not wait.
    std::string_view why_held_back(std::uint64_t identity) const {
        const auto found = held_back_.find(identity);
        return found == held_back_.end() ? std::string_view() : found->second;
    }

    /// Handles are without a namespace: `depends_on` finds those of all (semantics 9.3).
    void satisfy(std::string handle) { satisfied_handles_.insert(std::move(handle)); }
    /// Waits for pending promises of that handle.
    bool is_satisfied(const std::string& handle);

    /// In place of a generation: evaluating the promise again does nothing, whatever changes.
    static constexpr std::uint64_t for_good = ~std::uint64_t{0};

    /// The generation in which a promise was last evaluated; 0: not yet.
    std::uint64_t& evaluated_at(const PromiseStatement& promise);

    /// The run has come to the promise, whatever became of it.
    void reach(const PromiseStatement& promise);
    bool is_reached(const PromiseStatement& promise) const {
        return promise.number < reached_.size() && reached_[promise.number];
    }

private:
    RunBase& run_;
    IdentitySet begun_;
    std::unordered_map<std::uint64_t, std::string_view> held_back_;
    std::unordered_set<std::string> satisfied_handles_;
    std::vector<std::uint64_t> evaluated_at_; ///< by number of the promise
    std::vector<bool> reached_;               ///< by number of the promise
};

} // namespace vow::cfengine
