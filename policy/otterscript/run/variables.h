#pragma once

#include "policy/otterscript/syntax/expression.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace vow::otterscript {

/// The variables of one executor, in nested scopes. Look-ups go outwards, to the scope of the
/// caller too, and take constant time: each name has a stack of its values.
class Variables {
public:
    /// With global variables of its own.
    Variables() : globals_(std::make_shared<Globals>()) {}

    /// Copies of all variables, in one scope; global ones are shared.
    Variables copy() const;
    /// Only the global variables, which are new.
    static Variables none() { return {}; }

    /// Null for a variable that is not declared. Valid until a variable is made.
    const Value* find(Sign sign, Symbol name) const;
    Value* find(Sign sign, Symbol name);
    /// Only in the current scope.
    Value* find_local(Sign sign, Symbol name);
    Value* find_global(Sign sign, Symbol name);

    /// A new variable of the current scope, or a global one.
    Value& make(const VariableName& name);
    Value& make_global(const VariableName& name);

    /// The scalars that can be seen, by the name as it was written.
    std::vector<std::pair<Symbol, const Value*>> scalars() const;

    /// A scope that ends with it.
    class NestedScope {
    public:
        explicit NestedScope(Variables& variables) : variables_(variables) { variables.enter(); }
        NestedScope(const NestedScope&) = delete;
        NestedScope& operator=(const NestedScope&) = delete;
        ~NestedScope() { variables_.leave(); }

    private:
        Variables& variables_;
    };

private:
    using Key = std::uint32_t;
    struct Binding {
        Value value;
        std::uint32_t depth;
        Symbol spelling;
    };
    using Globals = std::unordered_map<Key, Binding>;

    static Key key_of(Sign sign, Symbol name) {
        return index_of(name) * 3 + static_cast<std::uint32_t>(sign);
    }
    void enter() { scopes_.push_back(declared_.size()); }
    void leave();

    std::vector<std::vector<Binding>> bindings_; ///< by key, the innermost last
    std::vector<Key> declared_;                  ///< in the order of declaration
    std::vector<std::size_t> scopes_;            ///< where each begins in `declared_`
    std::shared_ptr<Globals> globals_;
};

} // namespace vow::otterscript
