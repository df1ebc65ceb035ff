#include "protocol/data/plain_data.h"

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

} // namespace vow
