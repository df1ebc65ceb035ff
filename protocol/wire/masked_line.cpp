#include "protocol/wire/masked_line.h"

namespace vow::wire {
namespace {

constexpr std::string_view attribute_key_prefix = "attribute_";

/// A message on the JSON variant.
Data masked_message(const Data& message, const Secrets& secrets) {
    std::vector<Data::Member> members;
    for (const auto& [name, value] : message.members()) {
        if (name != "attributes" || value.kind() != Data::Kind::object) {
            members.emplace_back(name, secrets.masked(value));
            continue;
        }
        std::vector<Data::Member> attributes;
        for (const auto& [attribute, held] : value.members())
            attributes.emplace_back(attribute, secrets.masked_attribute(attribute, held));
        members.emplace_back(name, Data::object(std::move(attributes)));
    }
    return Data::object(std::move(members));
}

} // namespace

std::string masked_line(std::string_view line, const Secrets& secrets) {
    if (secrets.empty()) return std::string(line);
    if (line.starts_with('{')) {
        const auto read = parse_json(line);
        if (const auto* message = std::get_if<Data>(&read)) {
            const Data shown = masked_message(*message, secrets);
            return shown == *message ? std::string(line) : json_text(shown);
        }
    }
    const std::size_t equals = line.find('=');
    if (line.starts_with(attribute_key_prefix) && equals != std::string_view::npos) {
        const std::string_view name =
            line.substr(attribute_key_prefix.size(), equals - attribute_key_prefix.size());
        if (secrets.is_secret(name))
            return std::string(line.substr(0, equals + 1)) + std::string(Secrets::mask);
    }
    return secrets.masked(line);
}

} // namespace vow::wire
