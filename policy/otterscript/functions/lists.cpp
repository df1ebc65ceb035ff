#include "policy/otterscript/functions/table.h"

#include <algorithm>
#include <array>

namespace vow::otterscript {
namespace {

using ListCall = FunctionCall;

constexpr std::int64_t max_list_length = 10'000'000;

/// An index that counts from the end if it is negative.
std::size_t place_in(ListCall& call, std::size_t argument, std::size_t size) {
    const std::int64_t written = call.integer(argument);
    const std::int64_t place = written < 0 ? written + static_cast<std::int64_t>(size) : written;
    if (place < 0 || place >= max_list_length)
        call.fail("index " + std::to_string(written) + " is out of range");
    return static_cast<std::size_t>(place);
}

std::size_t existing_place(ListCall& call, std::size_t argument, std::size_t size) {
    const std::size_t place = place_in(call, argument, size);
    if (place >= size) call.fail("index " + call.text(argument) + " is out of range");
    return place;
}

Value list_concat(ListCall& call) {
    Vector further;
    for (std::size_t at = 1; at < call.size(); ++at) {
        const auto items = call.list(at);
        further.insert(further.end(), items.begin(), items.end());
    }
    Value& all = call.own_vector(0);
    all.append(std::move(further));
    return all;
}

Value list_index_of(ListCall& call) {
    const auto items = call.list(0);
    const auto found = std::ranges::find(items, call.value(1));
    return Value::number(found == items.end() ? -1 : found - items.begin());
}

Value list_insert(ListCall& call) {
    const std::size_t size = call.list(0).size();
    const std::size_t place = call.has(2) ? place_in(call, 2, size) : size;
    if (place > size) call.fail("index " + call.text(2) + " is out of range");
    Value& list = call.own_vector(0);
    list.insert(place, call.value(1));
    return list;
}

Value list_item(ListCall& call) {
    const auto items = call.list(0);
    return items[existing_place(call, 1, items.size())];
}

Value list_remove(ListCall& call) {
    const std::size_t place = existing_place(call, 1, call.list(0).size());
    Value& list = call.own_vector(0);
    list.erase(place);
    return list;
}

Value list_set(ListCall& call) {
    const std::size_t place = place_in(call, 1, call.list(0).size());
    Value& list = call.own_vector(0);
    list.own_item(place) = call.value(2);
    return list;
}

Value range(ListCall& call) {
    const std::int64_t start = call.integer(0);
    const std::int64_t count = call.integer(1);
    if (count < 0 || count > max_list_length || start > INT64_MAX - max_list_length)
        call.fail("the range is too large");
    Vector items;
    items.reserve(static_cast<std::size_t>(count));
    for (std::int64_t at = 0; at < count; ++at)
        items.push_back(Value::number(start + at));
    return items;
}

Value map_add(ListCall& call) {
    Map map = call.map(0);
    if (map.find(call.text(1)) != nullptr)
        call.fail("the map already has the key '" + call.text(1) + "'");
    map.set(call.text(1), call.value(2));
    return map;
}

Value map_item(ListCall& call) {
    const Value* found = call.map(0).find(call.text(1));
    if (found == nullptr) call.fail("the map has no key '" + call.text(1) + "'");
    return *found;
}

Value map_keys(ListCall& call) {
    Vector keys;
    for (const auto& [key, value] : call.map(0).items())
        keys.emplace_back(key);
    return keys;
}

Value map_remove(ListCall& call) {
    Map map = call.map(0);
    map.erase(call.text(1));
    return map;
}

Value map_set(ListCall& call) {
    Map map = call.map(0);
    map.set(call.text(1), call.value(2));
    return map;
}

// --- JSON ---------------------------------------------------------------------------------------

Value from_json(ListCall& call) {
    const auto parsed = parse_json(call.text(0));
    if (const auto* error = std::get_if<DataError>(&parsed))
        call.fail("the text is not JSON: " + error->message);
    return value_from(std::get<Data>(parsed));
}

Value js_encode(ListCall& call) {
    std::string text;
    append_json_string(text, call.text(0));
    return text;
}

constexpr std::array list_table = {
    Function{
        "ListConcat",
        Returns::vector,
        1,
        "list, ..",
        &list_concat,
        "The items of all lists.",
        "@ListConcat(@(a, b), @(c))"},
    Function{
        "ListCount",
        Returns::scalar,
        1,
        "list",
        [](ListCall& call) {
            return Value::number(static_cast<std::int64_t>(call.list(0).size()));
        },
        "The number of items.",
        "$ListCount(@(a, b))"},
    Function{
        "ListIndexOf",
        Returns::scalar,
        2,
        "list, item",
        &list_index_of,
        "The index of an item, or -1.",
        "$ListIndexOf(@(a, b), b)"},
    Function{
        "ListInsert",
        Returns::vector,
        2,
        "list, item, [index]",
        &list_insert,
        "A copy with one more item.",
        "@ListInsert(@(a, c), b, 1)"},
    Function{
        "ListItem",
        Returns::any,
        2,
        "list, index",
        &list_item,
        "The item at an index.",
        "$ListItem(@(a, b), 0)"},
    Function{
        "ListRemove",
        Returns::vector,
        2,
        "list, index",
        &list_remove,
        "A copy without an item.",
        "@ListRemove(@(a, b), 0)"},
    Function{
        "ListSet",
        Returns::vector,
        3,
        "list, index, item",
        &list_set,
        "A copy with another item at an index.",
        "@ListSet(@(a, b), 0, c)"},
    Function{
        "Range",
        Returns::vector,
        2,
        "start, count",
        &range,
        "So many integers from a first one.",
        "@Range(1, 3)"},
    Function{
        "MapAdd",
        Returns::map,
        3,
        "map, key, value",
        &map_add,
        "A copy with one more key.",
        "%MapAdd(%(a: 1), b, 2)"},
    Function{
        "MapItem",
        Returns::any,
        2,
        "map, key",
        &map_item,
        "The value of a key.",
        "$MapItem(%(a: 1), a)"},
    Function{
        "MapKeys",
        Returns::vector,
        1,
        "map",
        &map_keys,
        "The keys of a map.",
        "@MapKeys(%(a: 1, b: 2))"},
    Function{
        "MapRemove",
        Returns::map,
        2,
        "map, key",
        &map_remove,
        "A copy without a key.",
        "%MapRemove(%(a: 1, b: 2), b)"},
    Function{
        "MapSet",
        Returns::map,
        3,
        "map, key, value",
        &map_set,
        "A copy with another value of a key.",
        "%MapSet(%(a: 1), a, 2)"},
    Function{
        "FromJson",
        Returns::any,
        1,
        "text",
        &from_json,
        "The value of a JSON text.",
        R"(%FromJson('{"port": 80}'))"},
    Function{
        "ToJson",
        Returns::scalar,
        1,
        "value",
        [](ListCall& call) -> Value { return json_text(data_from(call.value(0))); },
        "A value as JSON.",
        "$ToJson(%(port: 80))"},
    Function{
        "JSEncode",
        Returns::scalar,
        1,
        "text",
        &js_encode,
        "A text as a JavaScript string, with quotes.",
        R"($JSEncode("it's"))"},
};

} // namespace

std::span<const Function> list_functions() {
    return list_table;
}

} // namespace vow::otterscript
