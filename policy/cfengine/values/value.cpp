#include "policy/cfengine/values/value.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace vow::cfengine {

namespace {

void append_scalars(std::vector<std::string>& out, const Data& data) {
    switch (data.kind()) {
    case Data::Kind::null: return;
    case Data::Kind::array:
        for (const Data& item : data.items())
            append_scalars(out, item);
        return;
    case Data::Kind::object:
        for (const auto& [name, value] : data.members())
            append_scalars(out, value);
        return;
    case Data::Kind::boolean:
    case Data::Kind::integer:
    case Data::Kind::real:
    case Data::Kind::string: out.push_back(scalar_text(data));
    }
}

} // namespace

List list_of(std::vector<std::string> items) {
    return std::make_shared<const std::vector<std::string>>(std::move(items));
}

std::string_view text_of(ValueType type) {
    switch (type) {
    case ValueType::string: return "string";
    case ValueType::integer: return "int";
    case ValueType::real: return "real";
    case ValueType::slist: return "slist";
    case ValueType::ilist: return "ilist";
    case ValueType::rlist: return "rlist";
    case ValueType::data: return "data";
    case ValueType::condition: return "context";
    }
    return {};
}

Value Value::real(double number) {
    std::array<char, 352> digits{}; // the largest double has 309 digits before the point
    const int length = std::snprintf(digits.data(), digits.size(), "%.6f", number);
    return {ValueType::real, std::string(digits.data(), static_cast<std::size_t>(length))};
}

bool holds_reference(std::string_view text) {
    // One sigil after the other: searching for one letter costs the least in a long text.
    for (const char sigil : {'$', '@'}) {
        for (std::size_t at = text.find(sigil); at != text.npos; at = text.find(sigil, at + 1)) {
            const char next = at + 1 < text.size() ? text[at + 1] : '\0';
            if (next == '(' || next == '{') return true;
        }
    }
    return false;
}

bool holds_reference(const Value& value) {
    if (const std::string* text = value.text()) return holds_reference(*text);
    if (const List* list = value.list())
        return std::ranges::any_of(**list, [](const std::string& item) {
            return holds_reference(item);
        });
    return false;
}

std::string scalar_text(const Data& primitive) {
    return std::string(primitive.text());
}

void for_each_scalar_child(
    const Data& container, const std::function<void(const std::string&)>& each
) {
    const auto visit = [&](const Data& child) {
        if (!child.is_container() && child.kind() != Data::Kind::null) each(scalar_text(child));
    };
    std::ranges::for_each(container.items(), visit);
    std::ranges::for_each(container.members(), visit, &Data::Member::second);
}

std::vector<std::string> scalar_children(const Data& container) {
    std::vector<std::string> children;
    for_each_scalar_child(container, [&](const std::string& text) { children.push_back(text); });
    return children;
}

std::vector<std::string> scalars_in(const Data& container) {
    std::vector<std::string> scalars;
    append_scalars(scalars, container);
    return scalars;
}

std::string Value::as_text() const {
    if (const std::string* scalar = text()) return *scalar;
    if (const bool* holds = condition()) return *holds ? "any" : "!any";
    const Data* container = data();
    return container != nullptr ? scalar_text(*container) : std::string();
}

List Value::as_list() const {
    if (const List* items = list()) return *items;
    if (const Data* container = data()) return list_of(scalar_children(*container));
    return list_of({as_text()});
}

Data Value::as_data() const {
    if (const Data* container = data()) return *container;
    if (const List* items = list()) return array_of(**items);
    return Data::string(as_text());
}

ValueTooLarge::ValueTooLarge()
    : std::runtime_error(
          "a value would be larger than " + std::to_string(max_value_bytes >> 20U) + " MiB"
      ) {}

std::size_t item_size(std::string_view text) {
    return sizeof(std::string) + text.size();
}

void check_value_size(std::size_t bytes) {
    if (bytes > max_value_bytes) throw ValueTooLarge();
}

void check_value_size(const Value& value) {
    if (const std::string* text = value.text()) check_value_size(text->size());
    if (const Data* data = value.data()) check_value_size(data->weight());
    if (const List* list = value.list()) {
        std::size_t size = 0;
        for (const std::string& item : **list)
            size += item_size(item);
        check_value_size(size);
    }
}

} // namespace vow::cfengine
