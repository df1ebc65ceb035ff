#include "modules/sdk/cpp/request.h"

#include "protocol/wire/whole_outcome.h"

#include <charconv>

namespace vow::modules {
namespace {

/// A text stays a text, an array of texts is a list, anything else is data.
AttributeValue attribute_from(const Data& value) {
    if (value.kind() == Data::Kind::string) return std::string(value.text());
    if (value.kind() != Data::Kind::array) return value;
    std::vector<std::string> list;
    for (const Data& item : value.items()) {
        if (item.kind() != Data::Kind::string) return value;
        list.emplace_back(item.text());
    }
    return list;
}

std::uint32_t line_number_of(const Data& request) {
    const std::string digits = text_at(request, "line_number");
    std::uint32_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

Terms::Policy policy_from(std::string_view word) {
    if (word == "warn") return Terms::Policy::warn;
    return word == "nop" ? Terms::Policy::nop : Terms::Policy::fix;
}

void set_attributes(Promise& promise, const Data& attributes) {
    for (const auto& [name, value] : attributes.members()) {
        if (name == "action_policy") {
            promise.terms.policy = policy_from(value.text());
        } else {
            promise.attributes.set(name, attribute_from(value));
        }
    }
}

} // namespace

std::string text_at(const Data& request, std::string_view name) {
    const Data* value = request.find(name);
    return value == nullptr ? std::string() : std::string(value->text());
}

LogLevel level_of(const Data& request) {
    return log_level_from(text_at(request, "log_level")).value_or(LogLevel::notice);
}

Promise promise_from(const Data& request, const PromiseType& type) {
    Promise promise{.type = &type, .promiser = text_at(request, "promiser")};
    promise.origin.file = text_at(request, "filename");
    promise.origin.line = line_number_of(request);
    promise.terms.log_level = level_of(request);
    if (const Data* attributes = request.find("attributes")) set_attributes(promise, *attributes);
    if (const Data* terms = request.find("terms")) wire::read_terms(promise.terms, *terms);
    return promise;
}

} // namespace vow::modules
