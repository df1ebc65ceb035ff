#include "policy/cfengine/run/variables.h"

#include "policy/cfengine/values/fact_tags.h"
#include "protocol/data/conversion.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

/// A variable whose values are masked wherever they would be shown (docs/language.md, "Secrets").
constexpr std::string_view secret_tag = "secret";

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

/// The program that `mapdata` with "json_pipe" is given as $(def.jq).
constexpr const char* jq =
    "jq --compact-output --monochrome-output --ascii-output --unbuffered --sort-keys";

/// Of them those that cf-agent 3.21 has: all but `linesep`.
constexpr std::size_t reference_constants = std::size(constants) - 1;

/// "name[key]"
std::string name_of_element(std::string_view name, std::string_view key) {
    return std::string(name).append("[").append(key).append("]");
}

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

PlainValue plain(const Value& value) {
    if (const std::string* text = value.text()) return *text;
    if (const Data* data = value.data()) return *data;
    return **value.list();
}

Value fact_value(const Fact& fact) {
    if (const auto* text = std::get_if<std::string>(&fact)) return Value::string(*text);
    if (const auto* list = std::get_if<std::vector<std::string>>(&fact)) return Value::list(*list);
    return Value::data(std::get<Data>(fact));
}

/// The container with the members of the part at `indices` sorted; nullopt without such a part.
std::optional<Data> with_sorted_part(const Data& container, std::span<const std::string> indices) {
    if (indices.empty()) return with_sorted_members(container);
    std::vector<Data::Member> members = container.members();
    const auto member = std::ranges::find(members, indices.front(), &Data::Member::first);
    if (member == members.end()) return {};
    auto part = with_sorted_part(member->second, indices.subspan(1));
    if (!part) return {};
    member->second = *std::move(part);
    return Data::object(std::move(members));
}

} // namespace

Variables::Variables(RunBase& run) : run_(run), sys_(run.names().symbol("sys")) {
    Scope& scope = scopes_[run.names().symbol("const")];
    for (const auto& [name, text] : constants) {
        scope.slot(run.names().symbol(name))
            .set({}, {Value::string(std::string(text)), {"source=agent"}});
    }
    scopes_[run_.names().symbol("def")]
        .slot(run_.names().symbol("jq"))
        .set({}, {Value::string(jq), {"invocation", "source=agent", "command_name=jq"}});
}

const Slot* Variables::slot(Symbol bundle, Symbol name) {
    run_.pending.wait_for_variable_writers(bundle, name);
    if (const auto scope = scopes_.find(bundle); scope != scopes_.end()) {
        if (const Slot* found = scope->second.find(name)) return found;
    }
    return bundle == sys_ ? read_fact(name) : nullptr;
}

const Slot* Variables::read_fact(Symbol name) {
    run_.pending.wait_for_all_pending(); // reading it may query the machine
    Facts& facts = run_.world.facts;
    const std::string text(run_.names().text(name));
    const Fact* fact = facts.find(text);
    const auto keys = facts.keys(text);
    if (fact == nullptr && keys.empty()) return nullptr;
    const Tags tags = tags_of_sys_variable(text);
    Slot& slot = scopes_[sys_].slot(name);
    if (fact) slot.set({}, {fact_value(*fact), tags});
    for (const std::string& key : keys)
        slot.set(key, {fact_value(*facts.find(name_of_element(text, key))), {"source=agent"}});
    return &slot;
}

LookupResult Variables::find(Symbol bundle, Symbol name, std::span<const std::string> indices) {
    const Slot* found = slot(bundle, name);
    return found ? look_up(*found, indices) : LookupResult();
}

void Variables::read_all_facts() {
    run_.pending.wait_for_all_pending();
    for (const std::string& name : run_.world.facts.all_names())
        slot(sys_, run_.names().symbol(name));
}

std::vector<TaggedName> Variables::all() {
    read_all_facts();
    std::vector<std::pair<TableEntry, TaggedName>> entries;
    for (const auto& [bundle, scope] : scopes_) {
        const std::string_view owner = run_.names().text(bundle);
        const std::string_view prefix = owner.find(':') == owner.npos ? "default:" : "";
        for (const auto& [name, slot] : scope.slots()) {
            const std::string_view text = run_.names().text(name);
            const std::string plain = std::string(prefix).append(owner).append(".").append(text);
            const auto add =
                [&](const std::string& shown, std::string_view key, const Variable& variable) {
                    entries.push_back(
                        {{variable_hash(owner, text, key), variable.added}, {shown, variable.tags}}
                    );
                };
            if (slot.plain()) add(plain, {}, *slot.plain());
            for (const auto& [key, element] : slot.elements())
                add(name_of_element(plain, key), key, element);
        }
    }
    const TableOrder precedes = order();
    std::ranges::sort(entries, [&](const auto& left, const auto& right) {
        if (precedes(left.first, right.first)) return true;
        return !precedes(right.first, left.first) && left.second.name < right.second.name;
    });
    std::vector<TaggedName> all;
    all.reserve(entries.size());
    for (auto& [entry, name] : entries)
        all.push_back(std::move(name));
    return all;
}

std::vector<ListedNames::Name> Variables::listed() {
    read_all_facts();
    std::vector<ListedNames::Name> names;
    for (auto& [bundle, scope] : scopes_) {
        const std::string_view owner = run_.names().text(bundle);
        if (owner == "edit" || owner == "match" || owner == "this") continue;
        const std::string_view prefix = owner.find(':') == owner.npos ? "default:" : "";
        for (auto& [symbol, slot] : scope.slots()) {
            std::string qualified = std::string(prefix).append(owner).append(".");
            qualified.append(run_.names().text(symbol));
            slot.for_each([&](const std::string& key, const Variable& variable) {
                names.push_back(
                    {.name = key.empty() ? qualified : name_of_element(qualified, key),
                     .value = plain(variable.value),
                     .remarks = {variable.tags, variable.comment}}
                );
            });
        }
    }
    return names;
}

std::optional<Data>
Variables::array(Symbol bundle, Symbol name, std::span<const std::string> indices) {
    const Slot* found = slot(bundle, name);
    if (found == nullptr || !found->has_elements()) return {};
    const std::string_view owner = run_.names().text(bundle);
    const std::string_view text = run_.names().text(name);
    std::vector<std::pair<TableEntry, const Slot::Element*>> entries;
    for (const Slot::Element& element : found->elements()) {
        const auto& [key, variable] = element;
        entries.push_back({{variable_hash(owner, text, key), variable.added}, &element});
    }
    std::ranges::stable_sort(entries, order(), [](const auto& each) { return each.first; });
    std::vector<const Slot::Element*> elements;
    elements.reserve(entries.size());
    for (const auto& [entry, element] : entries)
        elements.push_back(element);
    return array_data(elements, indices);
}

/// The reference keeps all variables in one table, and adds the facts first.
TableOrder Variables::order() {
    const std::vector<std::string> names = run_.world.facts.all_names();
    const auto known = std::ranges::count_if(names, is_in_reference_version);
    const std::size_t jq_count = 1;
    const std::size_t facts = static_cast<std::size_t>(known) + reference_constants + jq_count;
    return {facts + reached_.size(), [&](std::size_t count) -> std::uint64_t {
                return count <= facts ? 0 : reached_[count - facts - 1];
            }};
}

std::uint64_t Variables::note_added() {
    ++added_;
    if (++defined_ > reached_.size()) reached_.push_back(added_);
    return added_;
}

void Variables::define(
    Symbol bundle, Symbol name, std::span<const std::string> indices, Variable variable
) {
    Slot& slot = scopes_[bundle].slot(name);
    const std::string key = joined_key(indices);
    const Variable* old = key.empty() ? slot.plain() : slot.element(key);
    if (old && same_value(old->value, variable.value) && old->tags == variable.tags &&
        old->comment == variable.comment)
        return;
    const bool is_fact = bundle == sys_; // which order() counts, or which is newer
    variable.added = old ? old->added : is_fact ? 0 : note_added();
    if (std::ranges::find(variable.tags, secret_tag) != variable.tags.end())
        run_.keep_secret(variable.value.as_data());
    notify(bundle, name, key, variable);
    if (holds_reference(variable.value)) unresolved_.insert(bundle);
    slot.set(key, std::move(variable));
    run_.changes.note();
}

void Variables::sort_members(Symbol bundle, Symbol name, std::span<const std::string> indices) {
    const auto scope = scopes_.find(bundle);
    if (scope == scopes_.end()) return;
    const Slot* slot = scope->second.find(name);
    if (slot == nullptr || slot->plain() == nullptr) return;
    const Data* whole = slot->plain()->value.data();
    const auto sorted = whole ? with_sorted_part(*whole, indices) : std::nullopt;
    if (!sorted || json_text(*sorted) == json_text(*whole)) return;
    Variable variable = *slot->plain();
    variable.value = Value::data(*sorted);
    scope->second.slot(name).set({}, std::move(variable));
    run_.changes.note();
}

void Variables::expand_stored(Symbol bundle, const std::function<Value(const Value&)>& expanded) {
    if (unresolved_.erase(bundle) == 0) return;
    for (auto& [symbol, slot] : scopes_[bundle].slots()) {
        const Symbol name = symbol;
        slot.for_each([&](const std::string& key, Variable& variable) {
            if (!holds_reference(variable.value)) return;
            Value value = expanded(variable.value);
            if (holds_reference(value)) unresolved_.insert(bundle);
            if (same_value(value, variable.value)) return;
            variable.value = std::move(value);
            notify(bundle, name, key, variable);
            run_.changes.note();
        });
    }
}

void Variables::notify(
    Symbol bundle, Symbol name, const std::string& key, const Variable& variable
) {
    if (!run_.world.observer.wants_details()) return;
    std::string qualified(run_.names().text(bundle));
    qualified.append(".").append(run_.names().text(name));
    if (!key.empty()) qualified = name_of_element(qualified, key);
    run_.world.observer.receive(VariableDefined{
        .name = qualified,
        .value = shown(variable.value),
        .remarks = {variable.tags, variable.comment},
        .origin = run_.place_of_definition()});
}

void Variables::forget(Symbol bundle, Symbol name) {
    defined_ -= scopes_[bundle].forget(name);
}

void Variables::forget_arrays(Symbol bundle) {
    defined_ -= scopes_[bundle].forget_arrays();
}

} // namespace vow::cfengine
