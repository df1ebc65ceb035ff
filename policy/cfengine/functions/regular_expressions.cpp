#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/text/matched_parts.h"
#include "protocol/text/text.h"

namespace vow::cfengine::families {

namespace {

Result regcmp(Call& call) {
    const auto regex = call.regex(0);
    if (!regex) return std::nullopt;
    return regex->matches(call.text(1));
}

Result regextract(Call& call) {
    const auto regex = call.regex(0);
    if (!regex) return std::nullopt;
    const auto match = regex->search(call.text(1));
    if (!match) return false;
    for (auto& [key, value] : captures(*regex, *match))
        call.around().define(
            call.text(2) + "[" + key + "]",
            Value::string(std::move(value)),
            {"source=function", "function=regextract"}
        );
    return true;
}

Result data_regextract(Call& call) {
    const auto regex = call.regex(0);
    const auto match = regex ? regex->search(call.text(1)) : std::nullopt;
    if (!match) return std::nullopt;
    std::vector<Data::Member> members;
    for (auto& [key, value] : captures(*regex, *match))
        members.emplace_back(key, Data::string(value));
    return Value::data(Data::object(std::move(members)));
}

/// The replacement with \1 to \9, $1 to $9, \0 and $0 filled in.
std::string filled(std::string_view replacement, const Match& match) {
    std::string out;
    for (std::size_t i = 0; i < replacement.size(); ++i) {
        const char c = replacement[i];
        const char next = i + 1 < replacement.size() ? replacement[i + 1] : '\0';
        if ((c != '\\' && c != '$') || next < '0' || next > '9') {
            out += c;
            continue;
        }
        const auto group = static_cast<std::size_t>(next - '0');
        if (group < match.groups().size()) out += match.groups()[group].value_or("");
        check_value_size(out.size());
        ++i;
    }
    return out;
}

/// The letters of regex_replace. Without them, unlike elsewhere, ^ and $ match at the ends of the
/// text only, and . matches no line end.
unsigned options_from(std::string_view letters) {
    const auto has = [letters](char letter) { return letters.find(letter) != letters.npos; };
    unsigned options = Regex::none;
    if (has('i')) options |= Regex::ignore_case;
    if (has('x')) options |= Regex::extended;
    if (has('U')) options |= Regex::lazy;
    if (!has('m')) options |= Regex::one_line;
    if (!has('s')) options |= Regex::dot_stops;
    return options;
}

Result regex_replace(Call& call) {
    const std::string& text = call.text(0);
    const auto compiled = call.around().regexes().find(call.text(1), options_from(call.text(3)));
    if (const auto* error = std::get_if<RegexError>(&compiled))
        return call.fail("'" + call.text(1) + "' is not a regular expression: " + error->message);
    const auto& regex = std::get<std::shared_ptr<const Regex>>(compiled);
    const bool everywhere = call.text(3).find('g') != std::string::npos;
    const bool is_literal = call.text(3).find('T') != std::string::npos;
    std::string out;
    std::size_t at = 0;
    while (at <= text.size()) {
        const auto match = regex->search(text, at);
        if (!match) break;
        out.append(text, at, match->begin() - at);
        out.append(is_literal ? call.text(2) : filled(call.text(2), *match));
        check_value_size(out.size());
        at = match->end();
        if (!everywhere) break;
        if (match->whole().empty()) out.append(text, at++, 1);
    }
    if (at < text.size()) out.append(text, at);
    return Value::string(std::move(out));
}

Result regline(Call& call) {
    const auto regex = call.regex(0);
    if (!regex) return std::nullopt;
    auto read = call.read_file(call.text(1), max_answer_bytes + 1);
    if (!read) {
        Surroundings& around = call.around();
        const bool is_there = around.settled_world().host.may(Access::exists, call.text(1));
        if (is_there && !around.manner().is_silent_about_unread_lines)
            call.fail_here("cannot read '" + call.text(1) + "': " + read.why_not);
        return false;
    }
    const auto content = within(max_answer_bytes, std::move(read));
    if (!content) return call.fail_here("cannot read '" + call.text(1) + "': " + content.why_not);
    for (const std::string_view line : lines_of(*content)) {
        if (regex->matches(line)) return true;
    }
    return false;
}

Result countlinesmatching(Call& call) {
    const auto regex = call.regex(0);
    if (!regex) return std::nullopt;
    auto read = call.read_file(call.text(1), max_answer_bytes + 1);
    if (!read) {
        call.fail_here("cannot read '" + call.text(1) + "': " + read.why_not);
        return Value::integer(0);
    }
    const auto content = within(max_answer_bytes, std::move(read));
    if (!content) return call.fail_here("cannot read '" + call.text(1) + "': " + content.why_not);
    long long count = 0;
    for (const std::string_view line : lines_of(*content)) {
        if (regex->matches(line)) ++count;
    }
    return Value::integer(count);
}

void define_fields(Call& call, const std::vector<std::string>& fields) {
    for (std::size_t i = 0; i < fields.size(); ++i)
        call.around().define(
            call.text(3) + "[" + std::to_string(i + 1) + "]",
            Value::string(fields[i]),
            {"source=function", "function=getfields"}
        );
}

/// Stores the fields of the first matching line in the array.
Result getfields(Call& call) {
    constexpr std::size_t max_fields = 31;
    const auto regex = call.regex(0);
    const auto separator = call.regex(2);
    if (!regex || !separator) return std::nullopt;
    const auto content = call.read_whole_file(call.text(1));
    if (!content) return call.fail_here("cannot read '" + call.text(1) + "': " + content.why_not);
    long long count = 0;
    for (const std::string_view line : lines_of(*content)) {
        if (!regex->matches(line)) continue;
        if (count++ == 0) define_fields(call, split(*separator, line, max_fields));
    }
    return Value::integer(count);
}

} // namespace

std::span<const Function> regular_expressions() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "countlinesmatching",
         .category = "io",
         .result = ResultType::integer,
         .parameters = {{"regex", regular_expression}, {"path", path}},
         .required = 2,
         .help = "The number of lines of the file that match.",
         .example = R"(countlinesmatching("PermitRootLogin.*", "/etc/ssh/sshd_config"))",
         .body = countlinesmatching},
        {.name = "data_regextract",
         .result = ResultType::data,
         .parameters = {{"regex", regular_expression}, {"text", text}},
         .required = 2,
         .help = "The captures of a match, by number and name.",
         .example = R"x(data_regextract("(?<name>[^:]+):(?<port>\d+)", "db:5432"))x",
         .body = data_regextract},
        {.name = "getfields",
         .result = ResultType::integer,
         .parameters =
             {{"regex", regular_expression},
              {"path", path},
              {"separator", regular_expression},
              {"array", text}},
         .required = 4,
         .affects_variables = true,
         .help =
             "Splits the lines of a file that match into an array; returns the number of lines.",
         .example = R"(getfields("root:.*", "/etc/passwd", ":", "fields"))",
         .body = getfields},
        {.name = "regcmp",
         .result = ResultType::condition,
         .parameters = {{"regex", regular_expression}, {"text", text}},
         .required = 2,
         .help = "Whether the whole text matches.",
         .example = R"x(regcmp("web\d+", "$(sys.uqhost)"))x",
         .body = regcmp},
        {.name = "regex_replace",
         .result = ResultType::string,
         .parameters =
             {{"text", text},
              {"regex", regular_expression},
              {"replacement", text},
              {"options", text}},
         .required = 4,
         .help = "The text with matches replaced; options as in Perl: g i m s x; "
                 "U: lazy, T: a literal replacement.",
         .example = R"(regex_replace("a-b-c", "-", "_", "g"))",
         .body = regex_replace},
        {.name = "regextract",
         .result = ResultType::condition,
         .parameters = {{"regex", regular_expression}, {"text", text}, {"array", variable}},
         .required = 3,
         .affects_variables = true,
         .help = "Whether the text matches; the captures are put into the array.",
         .example = R"x(regextract("([^:]+):(\d+)", "db:5432", "part"))x",
         .body = regextract},
        {.name = "regline",
         .category = "io",
         .result = ResultType::condition,
         .parameters = {{"regex", regular_expression}, {"path", path}},
         .required = 2,
         .help = "Whether a line of the file matches.",
         .example = R"(regline("PermitRootLogin no", "/etc/ssh/sshd_config"))",
         .body = regline},
    };
    return table;
}

} // namespace vow::cfengine::families
