#pragma once

#include "policy/inmanta/syntax/mistake.h"
#include "policy/inmanta/types/model.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

namespace vow::inmanta {

class Instance;
struct Unit;

/// Receives the elements of a relation or list one by one, as they come.
struct Sink {
    std::function<void(const Value& element, const Place& at)> receive;
    std::function<void()> done; ///< no more will come
    /// Throws the error of an element that cannot be read, in other words; may be empty.
    std::function<void(const ModelError&)> failed = {};
};
using SinkPtr = std::shared_ptr<Sink>;

/// The state of a cell whose value is complete only when it is frozen.
struct Delayed {
    std::uint64_t number = 0;  ///< in order of creation
    std::size_t providers = 0; ///< statements that may still add to it
    Value::List items = {};
    std::unordered_set<const Object*> objects = {}; ///< those among the items
    std::vector<SinkPtr> sinks = {};
};

/// A place that gets one value: a variable, an attribute of an instance, an intermediate result.
struct Cell {
    bool is_many() const { return delayed != nullptr && attribute->is_multiple(); }
    /// An optional relation that stays without a value.
    bool is_empty() const;

    Value value = {};
    enum class State { unset, set } state = State::unset; ///< a delayed one is set when frozen
    Place set_at = {};
    Instance* owner = nullptr;            ///< null for variables and results
    const Attribute* attribute = nullptr; ///< null for variables and results
    std::vector<std::shared_ptr<Unit>> waiters = {};
    std::unique_ptr<Delayed> delayed = {}; ///< of optional relations and of those to many
};

class Instance final : public Object {
public:
    Instance(const Entity& of_entity, const Place& at, std::uint64_t& last_number);

    std::string text() const override;
    std::string_view type_name() const override { return entity.full_name; }
    /// Null for an unknown attribute.
    Cell* find(const std::string& attribute);
    std::span<Cell> cells() { return {cells_.get(), entity.slots.size()}; }

    const Entity& entity;
    std::vector<Place> created; ///< where, and where it was constructed again
    std::vector<const Implementation*> implementations; ///< those that were executed

private:
    std::unique_ptr<Cell[]> cells_;
};

/// The error of a reader of an optional relation without a value.
ModelError no_value_error(const Cell& cell);

/// The instance of a value; null for any other value.
Instance* instance_of(const Value& value);

/// The variables of a block, and all that is visible around it.
struct Scope {
    std::span<const std::string> names; ///< sorted
    std::unique_ptr<Cell[]> cells;
    const Scope* parent = nullptr;
    Instance* self = nullptr;
    const Namespace* home = nullptr;

    /// The cell of a variable of this scope itself; null without one.
    Cell* find(std::string_view name) const;
};

} // namespace vow::inmanta
