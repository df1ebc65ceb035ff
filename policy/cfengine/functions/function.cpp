#include "policy/cfengine/functions/function.h"

#include "policy/cfengine/evaluation/number.h"

namespace vow::cfengine {

namespace {

bool looks_like_json(std::string_view text) {
    const auto start = text.find_first_not_of(" \t\r\n");
    return start != text.npos && (text[start] == '{' || text[start] == '[');
}

/// The name in "@(name)" or "@{name}"; any other text as it is.
std::string_view referred_name(std::string_view text) {
    const bool is_reference =
        text.size() > 3 && text[0] == '@' &&
        ((text[1] == '(' && text.back() == ')') || (text[1] == '{' && text.back() == '}'));
    return is_reference ? text.substr(2, text.size() - 3) : text;
}

} // namespace

const std::string& Call::text(std::size_t index) const {
    static const std::string none;
    const auto* text = has(index) ? std::get_if<std::string>(&arguments_[index]) : nullptr;
    return text != nullptr ? *text : none;
}

std::optional<long long> Call::integer(std::size_t index) const {
    const auto number = integer_from(text(index));
    if (!number) fail("'" + text(index) + "' is not an integer");
    return number;
}

std::optional<double> Call::real(std::size_t index) const {
    const auto number = real_from(text(index));
    if (!number) fail("'" + text(index) + "' is not a number");
    return number;
}

bool Call::truth(std::size_t index, bool otherwise) const {
    if (!has(index)) return otherwise;
    const std::string& word = text(index);
    return word == "true" || word == "yes" || word == "on" || word == "any";
}

bool Call::condition(std::size_t index) const {
    const std::string& expression = text(index);
    return expression == "any" || around_.holds(expression).value_or(false);
}

std::optional<List> Call::list(std::size_t index) const {
    if (!has(index)) return std::nullopt;
    const Argument& argument = arguments_[index];
    if (const auto* list = std::get_if<List>(&argument)) return *list;
    if (const auto* name = std::get_if<std::string>(&argument); name && !looks_like_json(*name)) {
        if (const auto value = around_.variable(referred_name(*name)); value && value->list())
            return *value->list();
    }
    const auto found = data(index);
    return found ? std::optional(list_of(scalars_in(*found))) : std::nullopt;
}

std::optional<Data> Call::data(std::size_t index) const {
    if (!has(index)) return std::nullopt;
    const Argument& argument = arguments_[index];
    if (const auto* data = std::get_if<Data>(&argument)) return *data;
    if (const auto* list = std::get_if<List>(&argument)) return array_of(**list);
    const std::string& name = std::get<std::string>(argument);
    if (looks_like_json(name)) {
        auto parsed = parse_json(name);
        auto* data = std::get_if<Data>(&parsed);
        return data != nullptr ? std::optional(std::move(*data)) : std::nullopt;
    }
    if (const auto value = around_.variable(referred_name(name)); value && !value->text())
        return data_of(*value);
    return around_.array(referred_name(name));
}

std::shared_ptr<const Regex> Call::regex(std::size_t index) const {
    const auto answer = around_.regexes().find(text(index));
    if (const auto* error = std::get_if<RegexError>(&answer)) {
        fail("'" + text(index) + "' is no regular expression: " + error->message);
        return nullptr;
    }
    return std::get<std::shared_ptr<const Regex>>(answer);
}

Failure Call::fail(std::string_view message, LogLevel level) const {
    Observer& observer = around_.world().observer;
    if (observer.wants(level))
        observer.log(level, std::string(function_.name).append(": ").append(message));
    return {};
}

} // namespace vow::cfengine
