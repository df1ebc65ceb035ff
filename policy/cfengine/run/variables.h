#pragma once

#include "policy/cfengine/run/run_base.h"
#include "policy/cfengine/run/slot.h"

#include <span>
#include <string>
#include <unordered_map>
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
    /// Every variable that is defined now, with all facts; sorted by qualified name.
    std::vector<TaggedName> all();

    void
    define(Symbol bundle, Symbol name, std::span<const std::string> indices, Variable variable);
    void forget(Symbol bundle, Symbol name);
    void forget_arrays(Symbol bundle);

private:
    const Slot* read_fact(Symbol name);
    void notify(const std::string& name, const Variable& variable);

    RunBase& run_;
    Symbol sys_;
    std::unordered_map<Symbol, Scope> scopes_; ///< references to scopes stay valid
};

} // namespace vow::cfengine
