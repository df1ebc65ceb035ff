#include "modules/sdk/cpp/attribute_data.h"

#include "protocol/data/plain_data.h"

namespace vow::modules {

std::optional<Data> data_of(const AttributeValue& value) {
    if (const auto* data = std::get_if<Data>(&value)) return *data;
    if (const auto* text = std::get_if<std::string>(&value)) {
        auto read = parse_json(*text);
        auto* data = std::get_if<Data>(&read);
        return data == nullptr ? std::nullopt : std::optional(std::move(*data));
    }
    return array_of(std::get<std::vector<std::string>>(value));
}

} // namespace vow::modules
