#pragma once

#include "policy/inmanta/evaluation/cell.h"

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace vow::inmanta {

/// Instances by the values of their indexed attributes, and the look-ups that found none so far.
class Indexes {
public:
    struct PendingLookup {
        const Entity* entity;
        std::string key_text; ///< for messages: "name='x'"
        const Expression* expression;
        Cell* result;
    };

    /// A text that is equal for equal values.
    static std::string key_of(const std::vector<Value>& values);

    /// Null without one.
    Instance* find(const Index& index, const std::string& key) const;
    /// Adds an instance; returns the look-ups that it ends.
    std::vector<PendingLookup> add(const Index& index, const std::string& key, Instance& instance);
    void wait(const Index& index, const std::string& key, PendingLookup lookup);
    /// The look-ups that never found an instance, in order.
    std::vector<PendingLookup> unmatched() const;

private:
    struct Entries {
        std::unordered_map<std::string, Instance*> instances;
        std::unordered_map<std::string, std::vector<std::size_t>> pending; ///< numbers
    };

    std::unordered_map<const Index*, Entries> entries_;
    std::map<std::size_t, PendingLookup> pending_; ///< by number
    std::size_t last_ = 0;
};

} // namespace vow::inmanta
