#pragma once

#include "policy/cfengine/program/surroundings.h"
#include "policy/cfengine/values/value.h"
#include "policy/source/names.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vow::cfengine {

/// A value with its tags and comment.
struct Variable {
    Value value;
    Tags tags = {};
    std::string comment = {};
    std::uint64_t added = 0; ///< counts the variables of the policy, from 1; 0: a fact
};

/// One name in a bundle: a variable, a CFEngine array (`name[key]`, any number of them), or both.
/// The elements of an array are variables of their own, found by their keys joined with "][".
class Slot {
public:
    using Element = std::pair<std::string, Variable>; ///< with its joined keys

    const Variable* plain() const { return plain_ ? &*plain_ : nullptr; }
    const Variable* element(std::string_view key) const;
    bool has_elements() const { return !elements_.empty(); }
    /// In the order in which they were first defined.
    std::span<const Element> elements() const { return elements_; }

    void set(std::string_view key, Variable variable); ///< the plain variable if `key` is empty
    /// Calls `visit` with the joined keys, empty for the plain variable, and the variable.
    template <class Visit>
    void for_each(const Visit& visit) {
        if (plain_) visit(std::string(), *plain_);
        for (Element& element : elements_)
            visit(element.first, element.second);
    }
    void forget() { plain_.reset(); }
    void forget_elements();

private:
    std::optional<Variable> plain_;
    std::vector<Element> elements_;
    std::unordered_map<std::string, std::size_t> places_; ///< of keys in elements_
};

/// "a][b" for the indices a and b.
std::string joined_key(std::span<const std::string> indices);

/// The variables of one bundle. They outlive its calls (semantics 15.1).
class Scope {
public:
    const Slot* find(Symbol name) const;
    Slot& slot(Symbol name) { return slots_[name]; }
    /// Returns how many variables it forgot, as does forget_arrays().
    std::size_t forget(Symbol name);
    /// A new call of the bundle starts with empty arrays.
    std::size_t forget_arrays();
    const std::unordered_map<Symbol, Slot>& slots() const { return slots_; }
    std::unordered_map<Symbol, Slot>& slots() { return slots_; }

private:
    std::unordered_map<Symbol, Slot> slots_;
};

/// The result of a look-up: nothing, a variable's value, or a part of a container.
class LookupResult {
public:
    LookupResult() = default;
    explicit LookupResult(const Value& value) : value_(&value) {}
    explicit LookupResult(Data part) : part_(Value::data(std::move(part))) {}

    explicit operator bool() const { return value_ != nullptr || part_.has_value(); }
    const Value& value() const { return part_ ? *part_ : *value_; }
    bool is_part() const { return part_.has_value(); } ///< of a container

private:
    const Value* value_ = nullptr;
    std::optional<Value> part_;
};

/// The value of `name[indices...]` in a slot: an element, the variable, or a part of the container
/// in the longest defined element.
LookupResult look_up(const Slot& slot, std::span<const std::string> indices);

/// True if replacing one value by the other changes nothing.
bool same_value(const Value& left, const Value& right);

/// The elements of a CFEngine array whose keys begin with `indices`, as an object of objects in the
/// given order; nullopt without any.
std::optional<Data>
array_data(std::span<const Slot::Element* const> elements, std::span<const std::string> indices);

} // namespace vow::cfengine
