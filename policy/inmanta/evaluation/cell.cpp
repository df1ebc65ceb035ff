#include "policy/inmanta/evaluation/cell.h"

#include <algorithm>

namespace vow::inmanta {

Instance::Instance(const Entity& of_entity, const Place& at, std::uint64_t& last_number)
    : entity(of_entity),
      created{at},
      cells_(std::make_unique<Cell[]>(entity.slots.size())) {
    for (std::size_t i = 0; i < entity.slots.size(); ++i) {
        Cell& cell = cells_[i];
        cell.owner = this;
        cell.attribute = entity.slots[i];
        if (!cell.attribute->is_multiple() && !cell.attribute->is_optional()) continue;
        cell.delayed = std::make_unique<Delayed>();
        cell.delayed->number = ++last_number;
    }
}

std::string Instance::text() const {
    std::string text = entity.full_name + " (instantiated at ";
    for (const Place& at : created)
        text += (&at == created.data() ? "" : ",") + text_of(at);
    return text + ")";
}

Cell* Instance::find(const std::string& attribute) {
    const auto found = entity.slot_of.find(attribute);
    return found == entity.slot_of.end() ? nullptr : &cells_[found->second];
}

bool Cell::is_empty() const {
    return state == State::set && attribute != nullptr && attribute->is_optional() &&
           value.is_null();
}

ModelError no_value_error(const Cell& cell) {
    return ModelError(Mistake{
        .kind = &optional_value_error,
        .words = "Optional variable accessed that has no value (attribute `" +
                 full_name_of(*cell.attribute) + "` of `" + cell.owner->text() + "`)"});
}

Instance* instance_of(const Value& value) {
    return static_cast<Instance*>(value.object()); // the only kind of object
}

Cell* Scope::find(std::string_view name) const {
    const auto found = std::ranges::lower_bound(names, name);
    return found != names.end() && *found == name
               ? &cells[static_cast<std::size_t>(found - names.begin())]
               : nullptr;
}

} // namespace vow::inmanta
