#include "policy/cfengine/program/function.h"

#include "policy/cfengine/program/surroundings.h"
#include "protocol/promise/settings.h"
#include "protocol/text/number.h"

#include <algorithm>
#include <chrono>

namespace vow::cfengine {

namespace {

bool looks_like_json(std::string_view text) {
    const auto start = text.find_first_not_of(" \t\r\n");
    return start != text.npos && (text[start] == '{' || text[start] == '[');
}

/// The name in "@(name)" or "@{name}"; other text as it is.
std::string_view referred_name(std::string_view text) {
    const bool is_reference =
        text.size() > 3 && text[0] == '@' &&
        ((text[1] == '(' && text.back() == ')') || (text[1] == '{' && text.back() == '}'));
    return is_reference ? text.substr(2, text.size() - 3) : text;
}

} // namespace

std::string_view text_of(ResultType type) {
    switch (type) {
    case ResultType::string: return "string";
    case ResultType::integer: return "int";
    case ResultType::real: return "real";
    case ResultType::slist: return "slist";
    case ResultType::ilist: return "ilist";
    case ResultType::rlist: return "rlist";
    case ResultType::irange: return "irange";
    case ResultType::rrange: return "rrange";
    case ResultType::data: return "data";
    case ResultType::condition: return "context";
    }
    return {};
}

bool Call::takes(const Secrets& secrets) const {
    return std::ranges::any_of(arguments_, [&](const Value& argument) {
        if (const std::string* text = argument.text()) return secrets.is_in(*text);
        if (const Data* data = argument.data()) return secrets.is_in(*data);
        const List* list = argument.list();
        return list != nullptr && std::ranges::any_of(**list, [&](const std::string& item) {
                   return secrets.is_in(item);
               });
    });
}

const std::string& Call::text(std::size_t index) const {
    static const std::string none;
    const std::string* text = has(index) ? arguments_[index].text() : nullptr;
    return text != nullptr ? *text : none;
}

std::optional<long long> Call::integer(std::size_t index) const {
    if (text(index) == "now") return std::chrono::system_clock::to_time_t(around_.started());
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
    return is_true(word) || word == "any";
}

const List* Call::given_list(std::size_t index) const {
    return has(index) ? arguments_[index].list() : nullptr;
}

bool Call::condition(std::size_t index) const {
    const std::string& expression = text(index);
    return expression == "any" || around_.holds(expression).value_or(false);
}

std::optional<List> Call::plain_list(std::size_t index) const {
    if (!has(index)) return std::nullopt;
    if (const List* list = arguments_[index].list()) return *list;
    const std::string* name = arguments_[index].text();
    if (name == nullptr || looks_like_json(*name)) return std::nullopt;
    const auto value = around_.variable(referred_name(*name));
    return value && value->list() ? std::optional(*value->list()) : std::nullopt;
}

std::optional<List> Call::list(std::size_t index) const {
    if (auto list = plain_list(index)) return list;
    const auto found = data(index);
    return found ? std::optional(list_of(scalar_children(*found))) : std::nullopt;
}

std::optional<Data> Call::data(std::size_t index) const {
    if (!has(index)) return std::nullopt;
    const std::string* text = arguments_[index].text();
    if (text == nullptr) return arguments_[index].as_data();
    if (looks_like_json(*text)) {
        auto read = inline_data(*text, around_);
        auto* const data = std::get_if<Data>(&read);
        return data != nullptr ? std::optional(std::move(*data)) : std::nullopt;
    }
    return named_data(referred_name(*text), around_);
}

std::shared_ptr<const Regex> Call::regex(std::size_t index) const {
    const auto answer = around_.regexes().find(text(index));
    if (const auto* error = std::get_if<RegexError>(&answer)) {
        fail("'" + text(index) + "' is not a regular expression: " + error->message);
        return nullptr;
    }
    return std::get<std::shared_ptr<const Regex>>(answer);
}

Answer<std::string> Call::read_file_part(const std::string& path, std::size_t limit) const {
    return limit <= max_answer_bytes ? read_file(path, limit) : read_whole_file(path);
}

Answer<std::string> Call::read_whole_file(const std::string& path) const {
    return within(max_answer_bytes, read_file(path, max_answer_bytes + 1));
}

Answer<std::string> Call::file_digest(const std::string& path, Digest::Algorithm algorithm) const {
    Host& host = around_.settled_world().host;
    return around_.manner().follows_planted_links ? host.file_digest(path, algorithm)
                                                  : host.guarded_file_digest(path, algorithm);
}

bool Call::may_run_programs() const {
    return around_.settled_world().options.run_programs == RunPrograms::yes;
}

std::nullopt_t Call::fail(std::string_view message, LogLevel level) const {
    if (!around_.wants(level)) return std::nullopt;
    std::string line = std::string(function_.name).append(": ").append(message);
    if (const Origin origin = around_.origin(); origin.line != 0)
        line.append(" (" + origin.file + ":" + std::to_string(origin.line) + ")");
    around_.log_once(level, line);
    return std::nullopt;
}

std::nullopt_t Call::fail_here(std::string_view message) const {
    return fail(message, may_run_programs() ? LogLevel::error : LogLevel::warning);
}

} // namespace vow::cfengine
