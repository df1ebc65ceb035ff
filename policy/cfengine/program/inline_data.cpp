#include "policy/cfengine/program/inline_data.h"

#include "policy/cfengine/values/tolerant_json.h"

namespace vow::cfengine {

std::optional<Data> named_data(std::string_view name, Surroundings& around) {
    const auto value = around.variable(name);
    if (value && value->text() == nullptr) return value->as_data();
    return around.array(name);
}

std::variant<Data, DataError> inline_data(std::string_view text, Surroundings& around) {
    return parse_tolerant_json(text, [&](std::string_view name) -> std::optional<Data> {
        if (const auto value = around.variable(name)) return value->as_data();
        return around.array(name);
    });
}

Data expanded(const Data& data, Surroundings& around) {
    switch (data.kind()) {
    case Data::Kind::string: return Data::string(around.expanded(data.text()));
    case Data::Kind::array: {
        Data::Array items;
        for (const Data& item : data.items())
            items.push_back(expanded(item, around));
        return Data::array(std::move(items));
    }
    case Data::Kind::object: {
        std::vector<Data::Member> members;
        for (const auto& [name, value] : data.members())
            members.emplace_back(around.expanded(name), expanded(value, around));
        return Data::object(std::move(members));
    }
    case Data::Kind::null:
    case Data::Kind::boolean:
    case Data::Kind::integer:
    case Data::Kind::real: break;
    }
    return data;
}

} // namespace vow::cfengine
