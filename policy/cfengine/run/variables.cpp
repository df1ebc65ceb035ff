#include "policy/cfengine/run/variables.h"

#include <charconv>

namespace vow::cfengine {
namespace {

/// The part of a container that indices lead to; null pointer when they lead nowhere.
const Data* part_of(const Data& container, std::span<const std::string> indices) {
    const Data* part = &container;
    for (const std::string& index : indices) {
        if (part->kind() == Data::Kind::object) {
            part = part->find(index);
        } else {
            std::size_t number = 0;
            const auto [end, error] =
                std::from_chars(index.data(), index.data() + index.size(), number);
            if (error != std::errc() || end != index.data() + index.size()) return nullptr;
            part = part->at(number);
        }
        if (part == nullptr) return nullptr;
    }
    return part;
}

} // namespace

const Variable* Slot::element(std::string_view key) const {
    const auto place = places_.find(std::string(key));
    return place == places_.end() ? nullptr : &elements_[place->second].second;
}

void Slot::set(std::string_view key, Variable variable) {
    if (key.empty()) {
        plain_ = std::move(variable);
        return;
    }
    const auto [place, added] = places_.try_emplace(std::string(key), elements_.size());
    if (added)
        elements_.emplace_back(key, std::move(variable));
    else
        elements_[place->second].second = std::move(variable);
}

void Slot::forget_elements() {
    elements_.clear();
    places_.clear();
}

std::string joined_key(std::span<const std::string> indices) {
    std::string key;
    for (const std::string& index : indices) {
        if (&index != indices.data()) key += "][";
        key += index;
    }
    return key;
}

const Slot* Scope::find(Symbol name) const {
    const auto found = slots_.find(name);
    return found == slots_.end() ? nullptr : &found->second;
}

void Scope::forget(Symbol name) {
    if (const auto found = slots_.find(name); found != slots_.end()) found->second.forget();
}

void Scope::forget_arrays() {
    for (auto& [name, slot] : slots_) {
        if (slot.has_elements()) slot.forget_elements();
    }
}

Scope* Variables::find(Symbol qualified_bundle) {
    const auto found = scopes_.find(qualified_bundle);
    return found == scopes_.end() ? nullptr : &found->second;
}

Found look_up(const Slot& slot, std::span<const std::string> indices) {
    if (indices.empty()) return slot.plain() ? Found(slot.plain()->value) : Found();
    if (slot.has_elements()) {
        if (const Variable* whole = slot.element(joined_key(indices))) return Found(whole->value);
        for (std::size_t taken = indices.size() - 1; taken > 0; --taken) {
            const Variable* element = slot.element(joined_key(indices.first(taken)));
            if (element == nullptr || element->value.data() == nullptr) continue;
            const Data* part = part_of(*element->value.data(), indices.subspan(taken));
            return part ? Found(*part) : Found();
        }
    }
    if (slot.plain() == nullptr || slot.plain()->value.data() == nullptr) return {};
    const Data* part = part_of(*slot.plain()->value.data(), indices);
    return part ? Found(*part) : Found();
}

bool same_value(const Value& left, const Value& right) {
    if (left.type() != right.type()) return false;
    if (left.text()) return *left.text() == *right.text();
    if (left.list()) return *left.list() == *right.list() || **left.list() == **right.list();
    return *left.data() == *right.data();
}

} // namespace vow::cfengine
