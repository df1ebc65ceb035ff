#include "protocol/data/text_mapping.h"

#include <algorithm>

namespace vow {

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
