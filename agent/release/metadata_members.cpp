#include "agent/release/metadata_members.h"

#include "agent/release/untrusted.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace vow::agent {

MetadataMembers::MetadataMembers(const Data& object, std::string name)
    : object_(object),
      name_(std::move(name)) {
    if (object.kind() != Data::Kind::object) fail("has something other where it needs an object");
}

void MetadataMembers::fail(const std::string& fault) const {
    throw Untrusted(TrustRule::form, name_ + " " + fault);
}

const Data&
MetadataMembers::required(std::string_view member, Data::Kind kind, std::string_view form) const {
    const Data* value = object_.find(member);
    if (value == nullptr || value->kind() != kind)
        fail("has no '" + std::string(member) + "' that is " + std::string(form));
    return *value;
}

std::string MetadataMembers::text(std::string_view member) const {
    return std::string(required(member, Data::Kind::string, "a text").text());
}

bool MetadataMembers::truth(std::string_view member) const {
    return required(member, Data::Kind::boolean, "true or false").truth();
}

std::int64_t MetadataMembers::number(std::string_view member, std::int64_t least) const {
    const std::string_view digits = required(member, Data::Kind::integer, "a whole number").text();
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size() || number < least)
        fail("has a '" + std::string(member) + "' out of range: " + std::string(digits));
    return number;
}

MetadataMembers MetadataMembers::object(std::string_view member) const {
    return {required(member, Data::Kind::object, "an object"), name_};
}

const Data::Array& MetadataMembers::array(std::string_view member) const {
    return required(member, Data::Kind::array, "a list").items();
}

std::vector<std::string> MetadataMembers::texts(std::string_view member) const {
    std::vector<std::string> found;
    for (const Data& item : array(member)) {
        if (item.kind() != Data::Kind::string)
            fail("has a '" + std::string(member) + "' with more than texts");
        found.emplace_back(item.text());
    }
    return found;
}

void MetadataMembers::require_known(std::initializer_list<std::string_view> names) const {
    for (const auto& [name, value] : all())
        if (std::ranges::find(names, name) == names.end())
            fail("has a '" + std::string(name) + "', which this vow does not know");
}

} // namespace vow::agent
