#pragma once

#include "policy/run/state.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vow::otterscript {

/// The state of one promise of a plan after a pass that compared it.
struct Finding {
    enum class State : std::uint8_t { kept, drifted, repaired, failed };

    std::string operation;
    std::string promiser;
    std::string server = {}; ///< empty: this machine
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::vector<std::string> blocks = {}; ///< their short descriptions, the outermost first
    State state = State::kept;
};

/// The findings of a collect pass: which statements drifted, and which blocks have one that did. An
/// instance is a statement or block together with the loops and contexts around it.
class Drift {
public:
    using Instance = std::uint64_t;

    static Instance instance(Instance outer, std::uint64_t inner) {
        std::uint64_t mixed =
            (outer ^ (inner + 0x9e3779b97f4a7c15U + (outer << 6U) + (outer >> 2U)));
        mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
        return mixed ^ (mixed >> 27U);
    }

    /// `path` holds the instances of the blocks around it.
    void add(Instance statement, const std::vector<Instance>& path, Finding finding) {
        if (finding.state == Finding::State::drifted) {
            statements_[statement].push_back(findings_.size());
            blocks_.insert(path.begin(), path.end());
        }
        findings_.push_back(std::move(finding));
    }
    /// It was configured.
    void resolve(Instance statement) {
        const auto found = statements_.find(statement);
        if (found == statements_.end()) return;
        for (const std::size_t index : found->second)
            findings_[index].state = Finding::State::repaired;
        statements_.erase(found);
    }
    bool has(Instance statement) const { return statements_.contains(statement); }
    bool is_in(Instance block) const { return blocks_.contains(block); }

    std::size_t checked() const { return findings_.size(); }
    std::size_t left() const { return statements_.size(); }
    const std::vector<Finding>& findings() const { return findings_; }

private:
    std::vector<Finding> findings_;
    /// Those that drifted, with their findings: several after a retry.
    std::unordered_map<Instance, std::vector<std::size_t>> statements_;
    std::unordered_set<Instance> blocks_;
};

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
