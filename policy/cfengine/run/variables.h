#pragma once

#include "policy/cfengine/run/run_base.h"
#include "policy/cfengine/run/slot.h"
#include "policy/cfengine/values/table_order.h"
#include "policy/run/language.h"

#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vow::cfengine {

/// All variables, by qualified bundle name. The facts of the host become variables of `sys` when
/// they are first read. Reads wait for pending promises that may change the answer.
class Variables {
public:
    explicit Variables(RunBase& run);

    LookupResult find(Symbol bundle, Symbol name, std::span<const std::string> indices);
    /// Null if nothing of that name is defined. Valid until the name is removed.
    const Slot* slot(Symbol bundle, Symbol name);
    /// A CFEngine array, or the part of it at `indices`, as an object; nullopt without elements.
    std::optional<Data> array(Symbol bundle, Symbol name, std::span<const std::string> indices);
    /// Every variable that is defined now, with all facts; in the reference's order.
    std::vector<TaggedName> all();
    /// The same with their values, in any order, but without those of the running promise.
    std::vector<ListedNames::Name> listed();

    void
    define(Symbol bundle, Symbol name, std::span<const std::string> indices, Variable variable);
    /// Sorts the members of the objects in a variable, or in the part of it at `indices`.
    void sort_members(Symbol bundle, Symbol name, std::span<const std::string> indices);
    /// Replaces the values of a bundle that hold references.
    void expand_stored(Symbol bundle, const std::function<Value(const Value&)>& expanded);
    void forget(Symbol bundle, Symbol name);
    void forget_arrays(Symbol bundle);

private:
    const Slot* read_fact(Symbol name);
    void read_all_facts();
    TableOrder order();
    std::uint64_t note_added();
    void notify(Symbol bundle, Symbol name, const std::string& key, const Variable& variable);

    RunBase& run_;
    Symbol sys_;
    std::unordered_map<Symbol, Scope> scopes_; ///< references to scopes stay valid
    std::unordered_set<Symbol> unresolved_;    ///< bundles with a value that may hold references
    std::uint64_t added_ = 0;                  ///< the variables that the policy has added
    std::size_t defined_ = 0;                  ///< those of them that are defined now
    std::vector<std::uint64_t> reached_;       ///< [n]: the one that first made them n + 1
};

} // namespace vow::cfengine
