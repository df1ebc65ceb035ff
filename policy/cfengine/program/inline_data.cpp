#include "policy/cfengine/program/inline_data.h"

#include "policy/cfengine/values/tolerant_json.h"

namespace vow::cfengine {

std::optional<Data> named_data(std::string_view name, Surroundings& around) {
    const auto value = around.variable(name);
    if (value && value->text() == nullptr) return data_of(*value);
    return around.array(name);
}

std::variant<Data, DataError> inline_data(std::string_view text, Surroundings& around) {
    return parse_tolerant_json(text, [&](std::string_view name) -> std::optional<Data> {
        if (const auto value = around.variable(name)) return data_of(*value);
        return around.array(name);
    });
}

} // namespace vow::cfengine
