#include "policy/cfengine/run/variables.h"

#include "policy/cfengine/values/fact_tags.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

constexpr std::pair<std::string_view, std::string_view> constants[] = {
    {"dollar", "$"},
    {"at", "@"},
    {"dirsep", "/"},
    {"endl", "\n"},
    {"n", "\n"},
    {"r", "\r"},
    {"t", "\t"},
    {"linesep", "\n"},
};

/// A value as observers receive it: {"a","b"} for a list, JSON for data.
std::string shown(const Value& value) {
    if (const std::string* text = value.text()) return *text;
    if (const Data* data = value.data()) return json_text(*data);
    std::string text = "{";
    for (const std::string& item : **value.list()) {
        if (text.size() > 1) text += ',';
        text += '"' + item + '"';
    }
    return text + "}";
}

Value fact_value(const Fact& fact) {
    if (const auto* text = std::get_if<std::string>(&fact)) return Value::string(*text);
    if (const auto* list = std::get_if<std::vector<std::string>>(&fact)) return Value::list(*list);
    return Value::data(std::get<Data>(fact));
}

} // namespace

Variables::Variables(RunBase& run) : run_(run), sys_(run.names().symbol("sys")) {
    Scope& scope = scopes_[run.names().symbol("const")];
    for (const auto& [name, text] : constants) {
        scope.slot(run.names().symbol(name))
            .set({}, {Value::string(std::string(text)), {"source=agent"}});
    }
}

const Slot* Variables::slot(Symbol bundle, Symbol name) {
    run_.pending.wait_for_variable_writers(bundle, name);
    if (const auto scope = scopes_.find(bundle); scope != scopes_.end()) {
        if (const Slot* found = scope->second.find(name)) return found;
    }
    return bundle == sys_ ? read_fact(name) : nullptr;
}

const Slot* Variables::read_fact(Symbol name) {
    Facts& facts = run_.world.facts;
    const std::string text(run_.names().text(name));
    const Fact* fact = facts.find(text);
    const auto keys = facts.keys(text);
    if (fact == nullptr && keys.empty()) return nullptr;
    const Tags tags = tags_of_sys_variable(text);
    Slot& slot = scopes_[sys_].slot(name);
    if (fact) slot.set({}, {fact_value(*fact), tags});
    for (const std::string& key : keys)
        slot.set(key, {fact_value(*facts.find(text + "[" + key + "]")), {"source=agent"}});
    return &slot;
}

LookupResult Variables::find(Symbol bundle, Symbol name, std::span<const std::string> indices) {
    const Slot* found = slot(bundle, name);
    return found ? look_up(*found, indices) : LookupResult();
}

std::vector<TaggedName> Variables::all() {
    run_.pending.wait_for_all_pending();
    for (const std::string& name : run_.world.facts.all_names())
        slot(sys_, run_.names().symbol(name));
    std::vector<TaggedName> all;
    for (const auto& [bundle, scope] : scopes_) {
        std::string prefix(run_.names().text(bundle));
        if (prefix.find(':') == prefix.npos) prefix = "default:" + prefix;
        for (const auto& [name, slot] : scope.slots()) {
            const std::string plain = prefix + "." + std::string(run_.names().text(name));
            if (slot.plain()) all.push_back({plain, slot.plain()->tags});
            for (const auto& [key, element] : slot.elements())
                all.push_back({plain + "[" + key + "]", element.tags});
        }
    }
    std::ranges::sort(all, {}, &TaggedName::name);
    return all;
}

void Variables::define(
    Symbol bundle, Symbol name, std::span<const std::string> indices, Variable variable
) {
    Slot& slot = scopes_[bundle].slot(name);
    const std::string key = joined_key(indices);
    const Variable* old = key.empty() ? slot.plain() : slot.element(key);
    if (old && same_value(old->value, variable.value) && old->tags == variable.tags) return;
    if (run_.world.observer.wants_details()) {
        std::string qualified(run_.names().text(bundle));
        qualified += '.';
        qualified += run_.names().text(name);
        notify(key.empty() ? qualified : qualified + "[" + key + "]", variable);
    }
    slot.set(key, std::move(variable));
    const std::uint64_t qualified = std::uint64_t{index_of(bundle)} << 32U | index_of(name);
    run_.changes.note(qualified ^ std::hash<std::string>{}(key));
}

void Variables::notify(const std::string& name, const Variable& variable) {
    run_.world.observer.receive(VariableDefined{
        .name = name,
        .value = shown(variable.value),
        .remarks = {variable.tags, variable.comment},
        .scope = run_.scopes.current()});
}

void Variables::forget(Symbol bundle, Symbol name) {
    scopes_[bundle].forget(name);
}

void Variables::forget_arrays(Symbol bundle) {
    scopes_[bundle].forget_arrays();
}

} // namespace vow::cfengine
