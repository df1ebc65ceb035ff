#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/state_data.h"
#include "policy/cfengine/functions/text/mustache.h"
#include "policy/cfengine/values/data_text.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>

namespace vow::cfengine::families {

namespace {

constexpr std::string_view conversions = "diouxXeEfFgGaAcsCSpnm";

/// One conversion in a template: its flags, width, precision and letter.
struct Specification {
    std::string prefix; ///< with the %
    char letter;
    std::size_t end; ///< the offset after it
};

/// nullopt if no conversion letter follows before the next %.
std::optional<Specification> specification_at(std::string_view text, std::size_t percent) {
    const auto letter = text.find_first_of(conversions, percent + 1);
    if (letter == text.npos || letter > text.find('%', percent + 1)) return std::nullopt;
    return Specification{
        std::string(text.substr(percent, letter - percent)), text[letter], letter + 1};
}

/// Whether it has flags, width and precision only, so that printf reads exactly one argument.
bool is_safe(const Specification& specification) {
    return specification.prefix.find_first_not_of("%-+ #0123456789.") == std::string::npos &&
           specification.prefix.size() < 12;
}

/// A width or precision that no value can have would keep printf busy.
void check_widths(std::string_view prefix) {
    std::size_t number = 0;
    for (const char letter : prefix) {
        const bool is_digit = letter >= '0' && letter <= '9';
        number = is_digit ? number * 10 + static_cast<std::size_t>(letter - '0') : 0;
        check_value_size(number);
    }
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
template <class Value>
std::string printed(const std::string& format, Value value) {
    check_widths(format);
    const int size = std::snprintf(nullptr, 0, format.c_str(), value);
    if (size < 0) throw ValueTooLarge(); // more than printf can count
    check_value_size(static_cast<std::size_t>(size));
    std::string text(static_cast<std::size_t>(size), '\0');
    std::snprintf(text.data(), text.size() + 1, format.c_str(), value);
    return text;
}
#pragma GCC diagnostic pop

std::string list_text(const std::vector<std::string>& items) {
    std::string text = "{ ";
    for (const std::string& item : items) {
        if (&item != items.data()) text += ", ";
        text += '"';
        for (const char c : item) {
            if (c == '"') text += '\\';
            text += c;
        }
        text += '"';
    }
    return text + " }";
}

/// An argument of a template.
struct Operand {
    std::string text;
    std::size_t argument; ///< of the call
};

/// The reference agent passes the items of a list that a call returns, and nothing for a container.
std::vector<Operand> operands(Call& call) {
    std::vector<Operand> found;
    for (std::size_t argument = 1; argument < call.size(); ++argument) {
        const bool is_text = !call.given(argument).list() && !call.given(argument).data();
        if (is_text || !call.around().manner().splices_formatted_lists) {
            found.push_back({call.text(argument), argument});
        } else if (const List* items = call.given(argument).list()) {
            for (const std::string& item : **items)
                found.push_back({item, argument});
        }
    }
    return found;
}

/// The text of %S as the reference agent prints it: of a container, whose members stay sorted, or
/// an slist, each by its name.
std::optional<std::string> named_collection_text(Surroundings& around, const std::string& name) {
    const auto value = name.starts_with('@') ? std::nullopt : around.variable(name);
    if (!value) return std::nullopt;
    if (value->type() == ValueType::slist) return list_text(**value->list());
    if (value->data() == nullptr) return std::nullopt;
    around.sort_members(name);
    return compact_json(*value->data());
}

/// The text of %S; nullopt if the argument is not a collection.
std::optional<std::string> collection_text(Call& call, const Operand& operand) {
    if (call.around().manner().formats_named_collections)
        return named_collection_text(call.around(), operand.text);
    if (const auto list = call.plain_list(operand.argument)) return list_text(**list);
    const auto data = call.data(operand.argument);
    return data ? std::optional(compact_json(*data)) : std::nullopt;
}

/// The formatted argument; nullopt if it cannot be formatted.
std::optional<std::string>
converted(Call& call, const Specification& specification, const Operand& operand) {
    const std::string& text = operand.text;
    if (!is_safe(specification)) return "(unhandled format)";
    switch (specification.letter) {
    case 'd':
    case 'o':
    case 'x':
        return printed(
            specification.prefix + "ll" + specification.letter,
            std::strtoll(text.c_str(), nullptr, 10)
        );
    case 'f': return printed(specification.prefix + "f", std::strtod(text.c_str(), nullptr));
    case 's': return printed(specification.prefix + "s", text.c_str());
    case 'S':
        if (const auto collection = collection_text(call, operand))
            return printed(specification.prefix + "s", collection->c_str());
        return std::nullopt;
    default: return "(unhandled format)";
    }
}

Result format(Call& call) {
    const std::string_view text = call.text(0);
    std::string out;
    const std::vector<Operand> arguments = operands(call);
    std::size_t used = 0;
    std::size_t at = 0;
    for (auto percent = text.find('%'); percent != text.npos; percent = text.find('%', at)) {
        out.append(text, at, percent - at);
        if (text.substr(percent).starts_with("%%")) {
            out += '%';
            at = percent + 2;
            continue;
        }
        const auto specification = specification_at(text, percent);
        if (!specification) return Value::string(std::move(out)); // the rest is left out
        if (specification->prefix.find_first_of("hLqjzt") != std::string::npos)
            return call.fail("no modifier is allowed in '" + specification->prefix + "'");
        if (used == arguments.size())
            return call.fail("there are fewer arguments than conversions in the template");
        const auto piece = converted(call, *specification, arguments[used++]);
        if (!piece) return call.fail("%S needs a list or container", LogLevel::verbose);
        out += *piece;
        check_value_size(out.size());
        at = specification->end;
    }
    return Value::string(std::move(out.append(text, at)));
}

Result string_mustache(Call& call) {
    const auto data = call.has(1) ? call.data(1) : std::optional(state_data(call.around()));
    if (!data) return std::nullopt;
    auto rendered = render_mustache(call.text(0), *data, call.around().stop());
    if (const auto* error = std::get_if<TemplateError>(&rendered))
        return call.fail(error->message, error->level);
    return Value::string(std::get<std::string>(std::move(rendered)));
}

} // namespace

std::span<const Function> formatting() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "format",
         .result = ResultType::string,
         .parameters = {{"template", printf_format}, {"value", text}},
         .required = 1,
         .variadic = true,
         .affects_variables = true,
         .help =
             "The template with conversions like %s, %d and %f replaced by the values; %S prints a "
             "list or container.",
         .example = R"x(format("%s has %d processors", "$(sys.host)", "$(sys.cpus)"))x",
         .body = format},
        {.name = "string_mustache",
         .result = ResultType::string,
         .parameters = {{"template", mustache_template}, {"container", collection}},
         .required = 1,
         .help =
             "The Mustache template rendered with the data, by default all classes and variables.",
         .example = R"(string_mustache("{{name}} listens", '{ "name": "web1" }'))",
         .body = string_mustache},
    };
    return table;
}

} // namespace vow::cfengine::families
