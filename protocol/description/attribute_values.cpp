#include "protocol/description/attribute_values.h"

#include <algorithm>

namespace vow {

ValueView::ValueView(const Data& value) {
    if (!value.is_container() && value.kind() != Data::Kind::null) scalar = value.text();
    is_text = value.kind() == Data::Kind::string;
    if (is_text) texts = {*scalar};
    if (value.kind() == Data::Kind::object) body = &value;
    if (value.kind() != Data::Kind::array) return;
    is_list = std::ranges::all_of(value.items(), [](const Data& item) {
        return item.kind() == Data::Kind::string;
    });
    if (!is_list) return;
    for (const Data& item : value.items())
        texts.push_back(item.text());
}

ValueView::ValueView(const AttributeValue& value) {
    if (const auto* data = std::get_if<Data>(&value)) {
        *this = ValueView(*data);
    } else if (const auto* text = std::get_if<std::string>(&value)) {
        scalar = *text;
        texts = {*text};
        is_text = true;
    } else {
        const auto& list = std::get<std::vector<std::string>>(value);
        texts.assign(list.begin(), list.end());
        is_list = true;
    }
}

bool ValueView::is_false() const {
    return scalar == "false" || scalar == "no" || scalar == "off";
}

AttributeValues::AttributeValues(const Attributes& attributes) {
    for (const Attribute& attribute : attributes)
        held_.emplace_back(attribute.name, ValueView(attribute.value));
}

AttributeValues::AttributeValues(const Data& body) {
    for (const auto& [name, value] : body.members())
        held_.emplace_back(name, ValueView(value));
}

const ValueView* AttributeValues::find(std::string_view name) const {
    const auto found =
        std::ranges::find(held_, name, [](const std::pair<std::string_view, ValueView>& each) {
            return each.first;
        });
    return found == held_.end() ? nullptr : &found->second;
}

std::vector<std::string_view> AttributeValues::names() const {
    std::vector<std::string_view> names;
    names.reserve(held_.size());
    for (const auto& [name, unused] : held_)
        names.push_back(name);
    return names;
}

} // namespace vow
