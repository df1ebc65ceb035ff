#pragma once

#include "policy/cfengine/program/surroundings.h"
#include "policy/source/names.h"

#include <cstdint>
#include <unordered_map>

namespace vow::cfengine {

/// Classes with their tags: those of one bundle call, or the global ones that were defined.
class ClassTable {
public:
    struct Entry {
        Tags tags = {};
        std::uint64_t added = 0; ///< counts the classes ever defined here, from 1
    };

    bool empty() const { return classes_.empty(); }
    bool contains(Symbol name) const { return classes_.contains(name); }
    /// Null if the class is not defined.
    const Tags* find(Symbol name) const {
        const auto found = classes_.find(name);
        return found == classes_.end() ? nullptr : &found->second.tags;
    }
    /// A class that is defined already keeps its place.
    void define(Symbol name, Tags tags) {
        const auto [entry, added] = classes_.try_emplace(name);
        if (added) entry->second.added = ++added_;
        entry->second.tags = std::move(tags);
    }
    void erase(Symbol name) { classes_.erase(name); }
    const std::unordered_map<Symbol, Entry>& entries() const { return classes_; }

private:
    std::unordered_map<Symbol, Entry> classes_;
    std::uint64_t added_ = 0;
};

} // namespace vow::cfengine
