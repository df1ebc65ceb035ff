#include "tests/support/function_table.h"

#include "policy/cfengine/program/function.h"
#include "policy/cfengine/values/data_text.h"

#include <doctest/doctest.h>

namespace vow::test {

namespace {

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(' ');
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::string_view without_quotes(std::string_view text) {
    const bool quoted = text.size() > 1 && text.front() == '"' && text.back() == '"';
    return quoted ? text.substr(1, text.size() - 2) : text;
}

/// The text up to the mark, trimmed. Removes both from `rest`.
std::string_view next(std::string_view& rest, std::string_view mark) {
    const auto end = rest.find(mark);
    const auto part = rest.substr(0, end);
    rest.remove_prefix(end == rest.npos ? rest.size() : end + mark.size());
    return trimmed(part);
}

std::string text_of(const Value& value) {
    if (const auto* text = value.text()) return *text;
    if (const auto* data = value.data()) return compact_json(*data);
    if (const bool* holds = value.condition()) return *holds ? "true" : "false";
    std::string out = "[";
    for (const std::string& item : **value.list()) {
        if (&item != (*value.list())->data()) out += ",";
        out += item;
    }
    return out + "]";
}

} // namespace

std::string
result_of(std::string_view function, std::vector<std::string> arguments, FakeSurroundings& around) {
    const Function* const found = find_function(function);
    REQUIRE(found != nullptr);
    const bool is_implemented = found->body != nullptr;
    REQUIRE(is_implemented);
    std::vector<Value> evaluated;
    for (std::string& argument : arguments)
        evaluated.push_back(Value::string(std::move(argument)));
    Call call(*found, std::move(evaluated), around);
    const Result result = found->body(call);
    return result ? text_of(*result) : "-";
}

void check_calls(std::string_view table, FakeSurroundings& around) {
    while (!table.empty()) {
        const auto line = next(table, "\n");
        if (line.empty()) continue;
        CAPTURE(std::string(line));
        const auto arrow = line.rfind("=>");
        REQUIRE(arrow != line.npos);
        auto call = trimmed(line.substr(0, arrow));
        const auto name = next(call, "|");
        std::vector<std::string> arguments;
        while (!call.empty())
            arguments.emplace_back(without_quotes(next(call, "|")));
        const std::string result = result_of(name, std::move(arguments), around);
        CHECK(result == without_quotes(trimmed(line.substr(arrow + 2))));
    }
}

void check_calls(std::string_view table) {
    FakeSurroundings around;
    check_calls(table, around);
}

} // namespace vow::test
