#include "policy/cfengine/functions/expanded_data.h"

namespace vow::cfengine {

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
