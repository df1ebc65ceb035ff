#include "protocol/text/junit.h"

#include "protocol/text/characters.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace vow {
namespace {

using Result = JunitCase::Result;

constexpr std::string_view replacement = "\xef\xbf\xbd";

/// The entity for a character that is markup; empty for others.
std::string_view entity_of(char32_t code) {
    switch (code) {
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '&': return "&amp;";
    case '"': return "&quot;";
    case '\n': return "&#10;";
    default: return {};
    }
}

/// Whether XML 1.0 has the character.
bool is_in_xml(char32_t code) {
    return (code >= 0x20 || code == '\t') && code != 0xFFFE && code != 0xFFFF;
}

/// In whole milliseconds: "0.012".
std::string seconds_of(std::chrono::nanoseconds duration) {
    constexpr std::int64_t nanoseconds = 1'000'000;
    std::array<char, 32> text{};
    const double milliseconds = static_cast<double>(duration.count() / nanoseconds);
    const int length = std::snprintf(text.data(), text.size(), "%.3f", milliseconds / 1000);
    return {text.data(), static_cast<std::size_t>(length)};
}

std::string case_text(const JunitCase& one) {
    std::string text = "  <testcase classname=\"" + xml_text(one.classname) + "\" name=\"" +
                       xml_text(one.name) + "\" time=\"" + seconds_of(one.duration) + "\"";
    std::string body;
    for (const std::string& line : one.lines)
        body += xml_text(line) + "\n";
    const std::string message = "message=\"" + xml_text(one.message) + "\"";
    switch (one.result) {
    case Result::passed: return text + "/>\n";
    case Result::skipped: return text + "><skipped " + message + "/></testcase>\n";
    case Result::failed:
        return text + "><failure " + message + ">" + body + "</failure></testcase>\n";
    case Result::warned:
        return text + "><system-out>warning: " + xml_text(one.message) + "\n" + body +
               "</system-out></testcase>\n";
    }
    return text;
}

} // namespace

std::string xml_text(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const auto character = leading_character(text);
        const std::size_t length = character ? character->length : 1;
        const std::string_view entity = character ? entity_of(character->code) : std::string_view();
        if (!entity.empty())
            out += entity;
        else
            out += character && is_in_xml(character->code) ? text.substr(0, length) : replacement;
        text.remove_prefix(length);
    }
    return out;
}

std::string junit_text(std::string_view suite, const std::vector<JunitCase>& cases) {
    std::chrono::nanoseconds whole{};
    for (const JunitCase& one : cases)
        whole += one.duration;
    const auto count = [&](Result result) {
        return std::to_string(std::ranges::count(cases, result, &JunitCase::result));
    };
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"" +
                       xml_text(suite) + "\" tests=\"" + std::to_string(cases.size()) +
                       "\" failures=\"" + count(Result::failed) + "\" skipped=\"" +
                       count(Result::skipped) + "\" time=\"" + seconds_of(whole) + "\">\n";
    for (const JunitCase& one : cases)
        text += case_text(one);
    return text + "</testsuite>\n";
}

} // namespace vow
