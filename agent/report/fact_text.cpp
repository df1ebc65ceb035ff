#include "agent/report/fact_text.h"

namespace vow::agent {

Data data_of(const Fact& fact) {
    if (const auto* text = std::get_if<std::string>(&fact)) return Data::string(*text);
    if (const auto* data = std::get_if<Data>(&fact)) return *data;
    Data::Array items;
    for (const std::string& item : std::get<std::vector<std::string>>(fact)) {
        items.push_back(Data::string(item));
    }
    return Data::array(std::move(items));
}

std::string text_of(const Fact& fact) {
    const auto* text = std::get_if<std::string>(&fact);
    return text != nullptr ? *text : json_text(data_of(fact));
}

} // namespace vow::agent
