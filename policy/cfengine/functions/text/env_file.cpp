#include "policy/cfengine/functions/text/env_file.h"

#include "protocol/text/text.h"

namespace vow::cfengine {

namespace {

std::string value_of(std::string_view text) {
    const bool quoted = text.starts_with('"') || text.starts_with('\'');
    std::string value;
    for (std::size_t at = quoted ? 1 : 0; at < text.size(); ++at) {
        if (quoted && text[at] == text.front()) break;
        if (text[at] == '\\' && at + 1 < text.size()) ++at;
        value += text[at];
    }
    return value;
}

} // namespace

Data parse_env_file(std::string_view text) {
    std::vector<Data::Member> members;
    for (const std::string_view raw : lines_of(text)) {
        const auto line = trimmed(raw);
        const auto equals = line.find('=');
        if (line.starts_with('#') || equals == line.npos) continue;
        members.emplace_back(
            trimmed(line.substr(0, equals)),
            Data::string(value_of(trimmed(line.substr(equals + 1))))
        );
    }
    return Data::object(std::move(members));
}

} // namespace vow::cfengine
