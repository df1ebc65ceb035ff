#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

namespace vow::otterscript {

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

    void count_checked() { ++checked_; }
    /// `path` holds the instances of the blocks around it.
    void add(Instance statement, const std::vector<Instance>& path) {
        statements_.insert(statement);
        blocks_.insert(path.begin(), path.end());
    }
    /// It was configured.
    void resolve(Instance statement) { statements_.erase(statement); }
    bool has(Instance statement) const { return statements_.contains(statement); }
    bool is_in(Instance block) const { return blocks_.contains(block); }

    std::size_t checked() const { return checked_; }
    std::size_t left() const { return statements_.size(); }

private:
    std::size_t checked_ = 0;
    std::unordered_set<Instance> statements_;
    std::unordered_set<Instance> blocks_;
};

} // namespace vow::otterscript
