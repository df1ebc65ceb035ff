#include "agent/command_line/attribute_text.h"

namespace vow::agent {

std::variant<Data::Member, std::string> attribute_from(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || text.starts_with(":=")) {
        return "'" + text + "' is neither name=value nor name:=JSON";
    }
    const std::string value = text.substr(equals + 1);
    if (text[equals - 1] != ':') {
        return Data::Member(text.substr(0, equals), Data::string(value));
    }
    auto read = parse_json(value);
    if (const auto* error = std::get_if<DataError>(&read)) {
        return "'" + value + "' is not JSON: " + error->message + " (name=value is a text)";
    }
    return Data::Member(text.substr(0, equals - 1), std::get<Data>(std::move(read)));
}

std::string typed(const Data::Member& attribute) {
    const auto& [name, value] = attribute;
    if (value.kind() == Data::Kind::string) return name + "=" + std::string(value.text());
    return name + ":=" + json_text(value);
}

} // namespace vow::agent
