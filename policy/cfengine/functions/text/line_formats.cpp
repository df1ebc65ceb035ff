#include "policy/cfengine/functions/text/line_formats.h"

#include "protocol/text/text.h"

#include <optional>

namespace vow::cfengine {

namespace {

/// The end of the row that starts at `from`: the next line end outside quotes.
std::size_t end_of_row(std::string_view text, std::size_t from, std::string_view line_end) {
    bool quoted = false;
    for (std::size_t at = from; at < text.size(); ++at) {
        if (text[at] == '"')
            quoted = !quoted;
        else if (!quoted && text.substr(at).starts_with(line_end))
            return at;
    }
    return text.size();
}

/// The quoted text at the start of `rest`, which is advanced past it. nullopt if the closing quote
/// is missing.
std::optional<std::string> quoted_field(std::string_view& rest) {
    std::string field;
    for (std::size_t at = 1; at < rest.size(); ++at) {
        if (rest[at] != '"') {
            field += rest[at];
        } else if (at + 1 < rest.size() && rest[at + 1] == '"') {
            field += rest[at++];
        } else {
            rest.remove_prefix(at + 1);
            return field;
        }
    }
    return std::nullopt;
}

std::optional<std::string> plain_field(std::string_view& rest) {
    const auto field = rest.substr(0, rest.find(','));
    rest.remove_prefix(field.size());
    if (field.find('"') != field.npos) return std::nullopt;
    return std::string(field);
}

/// nullopt if a quote is misplaced.
std::optional<CsvRow> fields_of(std::string_view row) {
    CsvRow fields;
    for (;;) {
        auto field = row.starts_with('"') ? quoted_field(row) : plain_field(row);
        if (!field || (!row.empty() && row.front() != ',')) return std::nullopt;
        fields.push_back(std::move(*field));
        if (row.empty()) return fields;
        row.remove_prefix(1);
    }
}

} // namespace

std::vector<CsvRow> parse_csv(std::string_view text) {
    const bool has_carriage_returns = text.find("\r\n") != text.npos;
    const std::string_view line_end = has_carriage_returns ? "\r\n" : "\n";
    std::vector<CsvRow> rows;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = end_of_row(text, at, line_end);
        auto fields = fields_of(text.substr(at, end - at));
        if (!fields && !has_carriage_returns) return {};
        if (fields) rows.push_back(std::move(*fields));
        at = end + line_end.size();
    }
    return rows;
}

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
