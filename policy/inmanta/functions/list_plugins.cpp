#include "policy/inmanta/functions/native_plugins.h"

#include <algorithm>

namespace vow::inmanta {
namespace {

using Arguments = std::span<const Value>;

const Value::List& list(const Value& value) {
    return *value.list();
}

bool has(const Value::List& items, const Value& item) {
    return std::ranges::find(items, item) != items.end();
}

Value count(PluginContext&, Arguments given) {
    return static_cast<std::int64_t>(list(given[0]).size());
}

/// Unlike a count, unknown where an item is.
Value known_count(PluginContext& context, Arguments given) {
    const bool has_unknown = std::ranges::any_of(list(given[0]), &Value::is_unknown);
    return has_unknown ? Value(Value::Unknown()) : count(context, given);
}

Value at(PluginContext&, Arguments given) {
    const auto size = static_cast<std::int64_t>(list(given[0]).size());
    const std::int64_t index = *given[1].integer();
    if (index >= size || index < -size)
        throw plugin_error("at", "IndexError: list index out of range");
    return list(given[0])[static_cast<std::size_t>(index < 0 ? index + size : index)];
}

Value sequence(PluginContext&, Arguments given) {
    constexpr std::int64_t max_items = 10'000'000;
    const std::int64_t start = *given[1].integer();
    std::int64_t end = 0;
    std::int64_t size = 0;
    const bool overflows = __builtin_add_overflow(*given[0].integer(), start, &end) ||
                           __builtin_sub_overflow(end, *given[2].integer(), &end) ||
                           __builtin_sub_overflow(end, start, &size);
    if (overflows || size > max_items)
        throw plugin_error("sequence", "MemoryError: too many items");
    Value::List items;
    for (std::int64_t i = start; i < end; ++i)
        items.emplace_back(i);
    return items;
}

Value key_sort(PluginContext& context, Arguments given) {
    std::vector<std::pair<Value, Value>> keyed;
    for (const Value& item : list(given[0]))
        keyed.emplace_back(context.attribute(item, *given[1].string()), item);
    std::ranges::stable_sort(keyed, [](const auto& a, const auto& b) {
        if (a.first.string() != nullptr && b.first.string() != nullptr)
            return *a.first.string() < *b.first.string();
        return a.first.as_real() < b.first.as_real();
    });
    Value::List sorted;
    for (auto& [key, item] : keyed)
        sorted.push_back(item);
    return sorted;
}

Value select(PluginContext& context, Arguments given) {
    Value::List values;
    for (const Value& item : list(given[0]))
        values.push_back(context.attribute(item, *given[1].string()));
    return values;
}

Value is_unique(PluginContext&, Arguments given) {
    const Value::List& items = list(given[0]);
    for (auto item = items.begin(); item != items.end(); ++item) {
        if (std::find(items.begin(), item, *item) != item) return false;
    }
    return true;
}

Value flatten(PluginContext&, Arguments given) {
    Value::List flat;
    for (const Value& item : list(given[0])) {
        if (item.list() != nullptr)
            flat.insert(flat.end(), item.list()->begin(), item.list()->end());
        else
            flat.push_back(item);
    }
    return flat;
}

Value contains(PluginContext&, Arguments given) {
    if (given[0].dict() != nullptr)
        return given[1].string() != nullptr && given[0].dict()->find(*given[1].string()) != nullptr;
    if (given[0].list() == nullptr)
        throw plugin_error("contains", "TypeError: neither a dict nor a list");
    return has(list(given[0]), given[1]);
}

/// The element of a list or a dict; null if it has none.
const Value* element_of(const Value& container, const Value& index) {
    if (container.dict() != nullptr && index.string() != nullptr)
        return container.dict()->find(*index.string());
    if (container.list() == nullptr || index.integer() == nullptr) return nullptr;
    const auto at = static_cast<std::size_t>(*index.integer());
    return at < list(container).size() ? &list(container)[at] : nullptr;
}

Value item_values(PluginContext&, Arguments given) {
    Value::List values;
    for (const Value& one : list(given[0])) {
        const Value* found = element_of(one, given[1]);
        if (found == nullptr) throw plugin_error("item", "KeyError: " + text_of(given[1]));
        values.push_back(*found);
    }
    return values;
}

Value dict_get(PluginContext&, Arguments given) {
    const Value* found = given[0].dict()->find(*given[1].string());
    if (found == nullptr) throw plugin_error("dict_get", "KeyError: '" + *given[1].string() + "'");
    return *found;
}

Value dict_keys(PluginContext&, Arguments given) {
    Value::List keys;
    for (const auto& [key, value] : given[0].dict()->members())
        keys.emplace_back(key);
    return keys;
}

} // namespace

std::vector<Plugin> list_plugins() {
    const Parameter items{"item_list", list_type()};
    const Parameter key{"key", string_type()};
    return {
        {"count", {items}, count},
        {"len", {items}, known_count},
        {"at", {{"objects", list_type()}, {"index", integer_type()}}, at},
        {"sequence",
         {{"i", integer_type()},
          {"start", integer_type(), Value(std::int64_t{0})},
          {"offset", integer_type(), Value(std::int64_t{0})}},
         sequence},
        {"key_sort", {{"items", list_type()}, key}, key_sort},
        {"select", {{"objects", list_type()}, {"attr", string_type()}}, select},
        {"unique", {items}, is_unique},
        {"flatten", {items}, flatten},
        {"contains", {{"dct", any_type()}, {"key", any_type()}}, contains},
        {"item", {{"objects", list_type()}, {"index", any_type()}}, item_values},
        {"dict_get", {{"dct", dict_type()}, key}, dict_get},
        {"dict_keys", {{"dct", dict_type()}}, dict_keys},
    };
}

} // namespace vow::inmanta
