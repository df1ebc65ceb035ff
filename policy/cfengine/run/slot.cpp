#include "policy/cfengine/run/slot.h"

#include <algorithm>
#include <charconv>

namespace vow::cfengine {
namespace {

/// The part of a container at these indices; null when it has none there.
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

std::size_t Scope::forget(Symbol name) {
    const auto found = slots_.find(name);
    if (found == slots_.end() || found->second.plain() == nullptr) return 0;
    found->second.forget();
    return 1;
}

std::size_t Scope::forget_arrays() {
    std::size_t forgotten = 0;
    for (auto& [name, slot] : slots_) {
        if (!slot.has_elements()) continue;
        forgotten += slot.elements().size();
        slot.forget_elements();
    }
    return forgotten;
}

LookupResult look_up(const Slot& slot, std::span<const std::string> indices) {
    if (indices.empty()) return slot.plain() ? LookupResult(slot.plain()->value) : LookupResult();
    if (slot.has_elements()) {
        if (const Variable* whole = slot.element(joined_key(indices)))
            return LookupResult(whole->value);
        for (std::size_t taken = indices.size() - 1; taken > 0; --taken) {
            const Variable* element = slot.element(joined_key(indices.first(taken)));
            if (element == nullptr || element->value.data() == nullptr) continue;
            const Data* part = part_of(*element->value.data(), indices.subspan(taken));
            return part ? LookupResult(*part) : LookupResult();
        }
    }
    if (slot.plain() == nullptr || slot.plain()->value.data() == nullptr) return {};
    const Data* part = part_of(*slot.plain()->value.data(), indices);
    return part ? LookupResult(*part) : LookupResult();
}

namespace {

/// Equal, with the members of objects in the same order.
bool is_identical(const Data& left, const Data& right) {
    if (left.kind() != right.kind() || left.size() != right.size()) return false;
    if (!left.is_container()) return left == right;
    if (&left.items() == &right.items() && &left.members() == &right.members()) return true;
    const auto is_same_member = [](const Data::Member& one, const Data::Member& other) {
        return one.first == other.first && is_identical(one.second, other.second);
    };
    return std::ranges::equal(left.items(), right.items(), is_identical) &&
           std::ranges::equal(left.members(), right.members(), is_same_member);
}

} // namespace

bool same_value(const Value& left, const Value& right) {
    if (left.type() != right.type()) return false;
    if (left.text()) return *left.text() == *right.text();
    if (left.list()) return *left.list() == *right.list() || **left.list() == **right.list();
    return is_identical(*left.data(), *right.data());
}

// --- arrays as data ---

namespace {

/// Elements as an object of objects, nested by the parts of their keys from `depth` on.
Data nested(
    std::vector<std::pair<std::vector<std::string_view>, const Value*>>& elements, std::size_t depth
) {
    std::vector<Data::Member> members;
    std::vector<std::pair<std::vector<std::string_view>, const Value*>> group;
    std::vector<std::string_view> order;
    std::unordered_map<std::string_view, std::vector<std::size_t>> by_part;
    for (std::size_t index = 0; index < elements.size(); ++index) {
        const std::string_view part = elements[index].first[depth];
        auto& places = by_part[part];
        if (places.empty()) order.push_back(part);
        places.push_back(index);
    }
    for (const std::string_view part : order) {
        group.clear();
        const Value* leaf = nullptr;
        for (const std::size_t index : by_part[part]) {
            if (elements[index].first.size() == depth + 1)
                leaf = elements[index].second;
            else
                group.push_back(elements[index]);
        }
        const bool is_leaf = leaf != nullptr && group.empty();
        members.emplace_back(part, is_leaf ? leaf->as_data() : nested(group, depth + 1));
    }
    return Data::object(std::move(members));
}

std::vector<std::string_view> key_parts(std::string_view key) {
    std::vector<std::string_view> parts;
    for (auto at = key.find("]["); at != key.npos; at = key.find("][")) {
        parts.push_back(key.substr(0, at));
        key.remove_prefix(at + 2);
    }
    parts.push_back(key);
    return parts;
}

} // namespace

std::optional<Data>
array_data(std::span<const Slot::Element* const> elements, std::span<const std::string> indices) {
    std::vector<std::pair<std::vector<std::string_view>, const Value*>> chosen;
    for (const Slot::Element* element : elements) {
        auto parts = key_parts(element->first);
        if (parts.size() <= indices.size()) continue;
        if (!std::equal(indices.begin(), indices.end(), parts.begin())) continue;
        chosen.emplace_back(std::move(parts), &element->second.value);
    }
    if (chosen.empty()) return {};
    return nested(chosen, indices.size());
}

} // namespace vow::cfengine
