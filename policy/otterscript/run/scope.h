#pragma once

#include "policy/otterscript/run/drift.h"
#include "policy/otterscript/run/variables.h"
#include "policy/otterscript/syntax/tree.h"
#include "protocol/promise/promise.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace vow::otterscript {

/// Knows what a statement sees of the blocks around it. Blocks change it for their statements.
struct Scope {
    Variables variables = {};
    std::vector<std::string> descriptions = {};   ///< short ones, for the log
    std::vector<const Block*> module_blocks = {}; ///< that declare modules, the innermost last
    std::vector<Drift::Instance> path = {};       ///< the instances of the blocks
    std::string raft = {};                        ///< the current one; empty: the usual one
    int calls = 0;                                ///< of modules, nested
    int loops = 0;                                ///< in the same module body
    std::string* template_result = nullptr; ///< of the template that is applied; null outside one
    bool holds_lock = false;
    ScopeId id = ScopeId::run; ///< the innermost one that is reported

    /// The scope of statements that run by themselves: of an async block, or of another plan. A
    /// loop, a template and a lock do not reach into them.
    Scope detached(Variables seen) const {
        return {
            .variables = std::move(seen),
            .descriptions = descriptions,
            .module_blocks = module_blocks,
            .path = path,
            .raft = raft,
            .calls = calls,
            .id = id};
    }
};

/// Adds to a list while it lives.
template <class T>
class Pushed {
public:
    Pushed(std::vector<T>& list, T item) : list_(list), size_(list.size()) {
        list.push_back(std::move(item));
    }
    Pushed(const Pushed&) = delete;
    Pushed& operator=(const Pushed&) = delete;
    ~Pushed() { list_.resize(size_); }

private:
    std::vector<T>& list_;
    std::size_t size_;
};

/// Replaces a value while it lives.
template <class T>
class Replaced {
public:
    Replaced(T& place, T value) : place_(place), before_(std::exchange(place, std::move(value))) {}
    Replaced(const Replaced&) = delete;
    Replaced& operator=(const Replaced&) = delete;
    ~Replaced() { place_ = std::move(before_); }

private:
    T& place_;
    T before_;
};

} // namespace vow::otterscript
