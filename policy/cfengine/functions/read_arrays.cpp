#include "policy/cfengine/functions/commented_text.h"
#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/text/matched_parts.h"
#include "protocol/text/number.h"
#include "protocol/text/text.h"

namespace vow::cfengine::families {

namespace {

constexpr FieldArguments array_arguments = {
    .comment = 2, .separator = 3, .max_entries = 4, .limit = 5};

using Fields = std::vector<std::string>;

/// The fields of the first lines that are not empty. nullopt if the separator is not a regular
/// expression.
std::optional<std::vector<Fields>>
split_lines(Call& call, std::string_view text, FieldArguments at) {
    const auto separator = call.regex(at.separator);
    if (!separator) return std::nullopt;
    const std::size_t most = max_entries(call, at);
    std::vector<Fields> all;
    for (std::string_view line : lines_of(text)) {
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty()) continue;
        if (all.size() == most) break;
        all.push_back(split(*separator, line));
    }
    return all;
}

enum class Index { first_field, line };

/// How fields are stored: as texts, or converted to numbers.
using Convert = std::optional<Value> (*)(const std::string& field);

std::optional<Value> as_string(const std::string& field) {
    return Value::string(field);
}

std::optional<Value> as_integer(const std::string& field) {
    const auto number = integer_from(field);
    return number ? std::optional(Value::integer(*number)) : std::nullopt;
}

std::optional<Value> as_real(const std::string& field) {
    return real_from(field) ? std::optional(Value::of(ValueType::real, field)) : std::nullopt;
}

/// Defines array[key][column] for each field. Returns the number of lines.
Result define_array(Call& call, std::string_view text, Convert convert, Index index) {
    const auto lines = split_lines(call, text, array_arguments);
    if (!lines) return std::nullopt;
    const Tags tags = {"source=function", "function=buildlinearray"}; // of the reference
    for (std::size_t line = 0; line < lines->size(); ++line) {
        const Fields& fields = (*lines)[line];
        std::string key = index == Index::line ? std::to_string(line) : fields[0];
        for (std::size_t column = 0; column < fields.size(); ++column) {
            auto value = convert(fields[column]);
            if (!value) return call.fail("'" + fields[column] + "' is not a number");
            if (column == 0 && index == Index::first_field) key = *value->text();
            const std::string name = call.text(0) + "[" + key + "][" + std::to_string(column) + "]";
            call.around().define(name, std::move(*value), tags);
        }
    }
    return Value::integer(static_cast<long long>(lines->size()));
}

Result parse_array(Call& call, Convert convert, Index index) {
    return define_array(
        call, without_comments(call, call.text(1), array_arguments), convert, index
    );
}

Result read_array(Call& call, Convert convert, Index index) {
    const auto text = read_without_comments(call, 1, array_arguments);
    if (!text) return Value::integer(0);
    return define_array(call, *text, convert, index);
}

Result parsestringarray(Call& call) {
    return parse_array(call, as_string, Index::first_field);
}
Result parsestringarrayidx(Call& call) {
    return parse_array(call, as_string, Index::line);
}
Result parseintarray(Call& call) {
    return parse_array(call, as_integer, Index::first_field);
}
Result parserealarray(Call& call) {
    return parse_array(call, as_real, Index::first_field);
}
Result readstringarray(Call& call) {
    return read_array(call, as_string, Index::first_field);
}
Result readstringarrayidx(Call& call) {
    return read_array(call, as_string, Index::line);
}
Result readintarray(Call& call) {
    return read_array(call, as_integer, Index::first_field);
}
Result readrealarray(Call& call) {
    return read_array(call, as_real, Index::first_field);
}

std::optional<std::vector<Fields>> lines_of_file(Call& call) {
    const auto text = read_without_comments(call, 0, in_file_of_fields);
    return text ? split_lines(call, *text, in_file_of_fields) : std::nullopt;
}

Result data_readstringarray(Call& call) {
    auto lines = lines_of_file(call);
    if (!lines) return std::nullopt;
    std::vector<Data::Member> members;
    for (Fields& fields : *lines) {
        std::string key = std::move(fields.front());
        fields.erase(fields.begin());
        members.emplace_back(std::move(key), array_of(fields));
    }
    return Value::data(Data::object(std::move(members)));
}

Result data_readstringarrayidx(Call& call) {
    const auto lines = lines_of_file(call);
    if (!lines) return std::nullopt;
    Data::Array items;
    for (const Fields& fields : *lines)
        items.push_back(array_of(fields));
    return Value::data(Data::array(std::move(items)));
}

using enum ParameterKind;

constexpr Parameters array_and_text = {
    {"array", variable},
    {"text", text},
    {"comment", regular_expression},
    {"separator", regular_expression},
    {"max_entries", integer, "0,99999999999"},
    {"limit", integer, "0,99999999999"}};

constexpr Parameters array_and_file = {
    {"array", variable},
    {"path", path},
    {"comment", regular_expression},
    {"separator", regular_expression},
    {"max_entries", integer, "0,99999999999"},
    {"limit", integer, "0,99999999999"}};

} // namespace

std::span<const Function> read_arrays() {
    static constexpr Function table[] = {
        {.name = "data_readstringarray",
         .result = ResultType::data,
         .parameters = file_of_fields,
         .required = 5,
         .help = "The lines of a file as an object of arrays, by their first field.",
         .example = R"(data_readstringarray("/etc/passwd", "#[^\n]*", ":", 100, 4000))",
         .body = data_readstringarray},
        {.name = "data_readstringarrayidx",
         .result = ResultType::data,
         .parameters = file_of_fields,
         .required = 5,
         .help = "The lines of a file as an array of arrays.",
         .example = R"(data_readstringarrayidx("/etc/passwd", "#[^\n]*", ":", 100, 4000))",
         .body = data_readstringarrayidx},
        {.name = "parseintarray",
         .result = ResultType::integer,
         .parameters = array_and_text,
         .required = 6,
         .affects_variables = true,
         .help =
             "Puts the fields of a text into an array of integers; returns the number of lines.",
         .example = R"(parseintarray("ports", "80:8080", "#[^\n]*", ":", 10, 4000))",
         .body = parseintarray},
        {.name = "parserealarray",
         .result = ResultType::integer,
         .parameters = array_and_text,
         .required = 6,
         .affects_variables = true,
         .help = "Puts the fields of a text into an array of real numbers; returns the number of "
                 "lines.",
         .example = R"(parserealarray("limits", "0.5:1.5", "#[^\n]*", ":", 10, 4000))",
         .body = parserealarray},
        {.name = "parsestringarray",
         .result = ResultType::integer,
         .parameters = array_and_text,
         .required = 6,
         .affects_variables = true,
         .help = "Puts the fields of a text into an array; returns the number of lines.",
         .example = R"(parsestringarray("users", "ada:bash", "#[^\n]*", ":", 10, 4000))",
         .body = parsestringarray},
        {.name = "parsestringarrayidx",
         .result = ResultType::integer,
         .parameters = array_and_text,
         .required = 6,
         .affects_variables = true,
         .help =
             "Puts the fields of a text into an array by line number; returns the number of lines.",
         .example = R"(parsestringarrayidx("users", "ada:bash", "#[^\n]*", ":", 10, 4000))",
         .body = parsestringarrayidx},
        {.name = "readintarray",
         .result = ResultType::integer,
         .parameters = array_and_file,
         .required = 6,
         .affects_variables = true,
         .help =
             "Puts the fields of a file into an array of integers; returns the number of lines.",
         .example = R"(readintarray("ports", "/srv/ports.txt", "#[^\n]*", ":", 100, 4000))",
         .body = readintarray},
        {.name = "readrealarray",
         .result = ResultType::integer,
         .parameters = array_and_file,
         .required = 6,
         .affects_variables = true,
         .help = "Puts the fields of a file into an array of real numbers; returns the number of "
                 "lines.",
         .example = R"(readrealarray("limits", "/srv/limits.txt", "#[^\n]*", ":", 100, 4000))",
         .body = readrealarray},
        {.name = "readstringarray",
         .result = ResultType::integer,
         .parameters = array_and_file,
         .required = 6,
         .affects_variables = true,
         .help = "Puts the fields of a file into an array; returns the number of lines.",
         .example = R"(readstringarray("users", "/etc/passwd", "#[^\n]*", ":", 100, 4000))",
         .body = readstringarray},
        {.name = "readstringarrayidx",
         .result = ResultType::integer,
         .parameters = array_and_file,
         .required = 6,
         .affects_variables = true,
         .help =
             "Puts the fields of a file into an array by line number; returns the number of lines.",
         .example = R"(readstringarrayidx("users", "/etc/passwd", "#[^\n]*", ":", 100, 4000))",
         .body = readstringarrayidx},
    };
    return table;
}

} // namespace vow::cfengine::families
