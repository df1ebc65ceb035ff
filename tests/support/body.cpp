#include "tests/support/body.h"

namespace vow::tests {

Data body(std::vector<std::pair<std::string, std::string>> attributes) {
    std::vector<Data::Member> members;
    for (auto& [name, value] : attributes)
        members.emplace_back(name, Data::string(value));
    return Data::object(std::move(members));
}

Data list_body(std::string name, std::vector<std::string> items) {
    Data::Array list;
    for (std::string& item : items)
        list.push_back(Data::string(item));
    return Data::object({{std::move(name), Data::array(std::move(list))}});
}

} // namespace vow::tests
