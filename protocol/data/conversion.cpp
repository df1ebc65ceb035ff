#include "protocol/data/conversion.h"

#include <algorithm>

namespace vow {

Data array_of(const std::vector<std::string>& texts) {
    Data::Array items;
    items.reserve(texts.size());
    for (const std::string& text : texts)
        items.push_back(Data::string(text));
    return Data::array(std::move(items));
}

Data data_of(const PlainValue& value) {
    if (const auto* data = std::get_if<Data>(&value)) return *data;
    if (const auto* text = std::get_if<std::string>(&value)) return Data::string(*text);
    return array_of(std::get<std::vector<std::string>>(value));
}

std::string text_of(const PlainValue& value) {
    const auto* text = std::get_if<std::string>(&value);
    return text != nullptr ? *text : json_text(data_of(value));
}

PlainValue plain_value(const Data& data) {
    if (!data.is_container()) return std::string(data.text());
    const bool is_list =
        data.kind() == Data::Kind::array && std::ranges::none_of(data.items(), &Data::is_container);
    if (!is_list) return data;
    std::vector<std::string> texts;
    texts.reserve(data.size());
    for (const Data& item : data.items())
        texts.emplace_back(item.text());
    return texts;
}

Data with_changed_texts(
    const Data& data, const std::function<std::string(std::string_view)>& change
) {
    switch (data.kind()) {
    case Data::Kind::string: return Data::string(change(data.text()));
    case Data::Kind::array: {
        Data::Array items;
        for (const Data& item : data.items())
            items.push_back(with_changed_texts(item, change));
        return Data::array(std::move(items));
    }
    case Data::Kind::object: {
        std::vector<Data::Member> members;
        for (const auto& [name, value] : data.members())
            members.emplace_back(change(name), with_changed_texts(value, change));
        return Data::object(std::move(members));
    }
    case Data::Kind::null:
    case Data::Kind::boolean:
    case Data::Kind::integer:
    case Data::Kind::real: break;
    }
    return data;
}

Data with_sorted_members(const Data& data) {
    if (data.kind() == Data::Kind::array) {
        Data::Array items;
        for (const Data& item : data.items())
            items.push_back(with_sorted_members(item));
        return Data::array(std::move(items));
    }
    if (data.kind() != Data::Kind::object) return data;
    std::vector<Data::Member> members;
    for (const auto& [name, value] : data.members())
        members.emplace_back(name, with_sorted_members(value));
    std::ranges::sort(members, {}, &Data::Member::first);
    return Data::object(std::move(members));
}

} // namespace vow
