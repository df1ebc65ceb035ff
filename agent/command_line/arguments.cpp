#include "agent/command_line/arguments.h"

#include <filesystem>
#include <string_view>
#include <system_error>

namespace vow::agent {

std::string absolute_path(const std::string& path) {
    if (path.empty() || path.starts_with('/')) return path;
    std::error_code error;
    const auto here = std::filesystem::current_path(error);
    if (error) return path;
    std::string_view below = path;
    while (below.starts_with("./"))
        below.remove_prefix(2);
    return below.empty() || below == "." ? here.native() : (here / below).native();
}

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
