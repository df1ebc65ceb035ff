#include "protocol/data/plain_data.h"

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

} // namespace vow
