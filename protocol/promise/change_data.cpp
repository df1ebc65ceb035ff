#include "protocol/promise/change_data.h"

#include <string_view>
#include <utility>

namespace vow {
namespace {

/// The optional members of a change.
constexpr std::pair<std::string_view, std::string Change::*> facts[] = {
    {"path", &Change::path},
    {"before", &Change::before},
    {"after", &Change::after},
    {"diff", &Change::diff},
};

Data data_of(const Change& change) {
    std::vector<Data::Member> members = {{"what", Data::string(change.what)}};
    for (const auto& [name, fact] : facts) {
        const std::string& text = change.*fact;
        if (!text.empty()) members.emplace_back(name, Data::string(text));
    }
    return Data::object(std::move(members));
}

} // namespace

Data data_from(const std::vector<Change>& changes) {
    Data::Array items;
    for (const Change& change : changes)
        items.push_back(data_of(change));
    return Data::array(std::move(items));
}

std::optional<Change> change_from(const Data& data) {
    const Data* what = data.find("what");
    if (what == nullptr || what->kind() != Data::Kind::string) return std::nullopt;
    Change change{.what = std::string(what->text())};
    for (const auto& [name, fact] : facts) {
        if (const Data* member = data.find(name)) change.*fact = member->text();
    }
    return change;
}

} // namespace vow
