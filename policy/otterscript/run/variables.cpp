#include "policy/otterscript/run/variables.h"

namespace vow::otterscript {

Variables Variables::copy() const {
    Variables copied;
    copied.globals_ = globals_;
    copied.bindings_.resize(bindings_.size());
    for (Key key = 0; key < bindings_.size(); ++key) {
        if (bindings_[key].empty()) continue;
        const Binding& seen = bindings_[key].back();
        copied.bindings_[key].push_back({seen.value, 0, seen.spelling});
        copied.declared_.push_back(key);
    }
    return copied;
}

const Value* Variables::find(Sign sign, Symbol name) const {
    const Key key = key_of(sign, name);
    if (key < bindings_.size() && !bindings_[key].empty()) return &bindings_[key].back().value;
    const auto global = globals_->find(key);
    return global == globals_->end() ? nullptr : &global->second.value;
}

Value* Variables::find(Sign sign, Symbol name) {
    const Key key = key_of(sign, name);
    if (key < bindings_.size() && !bindings_[key].empty()) return &bindings_[key].back().value;
    return find_global(sign, name);
}

Value* Variables::find_local(Sign sign, Symbol name) {
    const Key key = key_of(sign, name);
    if (key >= bindings_.size() || bindings_[key].empty()) return nullptr;
    Binding& seen = bindings_[key].back();
    return seen.depth == scopes_.size() ? &seen.value : nullptr;
}

Value* Variables::find_global(Sign sign, Symbol name) {
    const auto found = globals_->find(key_of(sign, name));
    return found == globals_->end() ? nullptr : &found->second.value;
}

Value& Variables::make(const VariableName& name) {
    const Key key = key_of(name.sign, name.name);
    if (key >= bindings_.size()) bindings_.resize(key + 1);
    declared_.push_back(key);
    const auto depth = static_cast<std::uint32_t>(scopes_.size());
    return bindings_[key]
        .emplace_back(Binding{Value::empty(name.sign), depth, name.spelling})
        .value;
}

Value& Variables::make_global(const VariableName& name) {
    Binding made{Value::empty(name.sign), 0, name.spelling};
    return globals_->insert_or_assign(key_of(name.sign, name.name), std::move(made))
        .first->second.value;
}

std::vector<std::pair<Symbol, const Value*>> Variables::scalars() const {
    std::vector<std::pair<Symbol, const Value*>> seen;
    for (const auto& [key, global] : *globals_) {
        const bool is_hidden = key < bindings_.size() && !bindings_[key].empty();
        if (key % 3 == 0 && !is_hidden) seen.emplace_back(global.spelling, &global.value);
    }
    for (Key key = 0; key < bindings_.size(); key += 3) {
        if (bindings_[key].empty()) continue;
        const Binding& binding = bindings_[key].back();
        seen.emplace_back(binding.spelling, &binding.value);
    }
    return seen;
}

void Variables::leave() {
    for (; declared_.size() > scopes_.back(); declared_.pop_back())
        bindings_[declared_.back()].pop_back();
    scopes_.pop_back();
}

} // namespace vow::otterscript
