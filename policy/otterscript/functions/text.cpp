#include "protocol/text/text.h"

#include "policy/otterscript/functions/table.h"

#include <algorithm>
#include <array>

namespace vow::otterscript {
namespace {

using TextCall = FunctionCall;

constexpr std::string_view blanks = " \t\r\n\v\f";

// --- UTF-8: positions and lengths count characters ----------------------------------------------

bool begins_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

std::size_t length_of(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
}

/// The byte at which a character begins; the size of the text if it has fewer.
std::size_t offset_of(std::string_view text, std::size_t character) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (begins_character(text[at]) && character-- == 0) return at;
    }
    return text.size();
}

// --- letters and blanks -------------------------------------------------------------------------

std::string upper_case(std::string text) {
    std::ranges::transform(text, text.begin(), [](char c) {
        return static_cast<char>(c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c);
    });
    return text;
}

enum class Ends { both, begin, end };

Value trim(TextCall& call, Ends ends) {
    std::string chars;
    for (std::size_t at = 1; at < call.size(); ++at)
        chars += call.text(at);
    if (chars.empty()) chars = blanks;
    std::string_view text = call.text(0);
    if (ends != Ends::end) text.remove_prefix(std::min(text.find_first_not_of(chars), text.size()));
    if (ends != Ends::begin) text = text.substr(0, text.find_last_not_of(chars) + 1);
    return std::string(text);
}

constexpr std::int64_t max_padding = 1'000'000;

std::string padding(TextCall& call) {
    const std::int64_t wanted = call.integer(1);
    if (wanted < 0 || wanted > max_padding) call.fail("the length is out of range");
    const std::string filler = call.text_or(2, " ");
    const std::size_t length = length_of(call.text(0));
    std::string text;
    for (std::size_t at = length; at < static_cast<std::size_t>(wanted); ++at)
        text += filler;
    return text;
}

Value substring(TextCall& call) {
    const std::string& text = call.text(0);
    const std::int64_t from = call.integer(1);
    const std::int64_t count =
        call.has(2) ? call.integer(2) : static_cast<std::int64_t>(text.size());
    if (from < 0 || count < 0) call.fail("a negative position or length is out of range");
    const std::size_t begin = offset_of(text, static_cast<std::size_t>(from));
    const std::string_view rest = std::string_view(text).substr(begin);
    return std::string(rest.substr(0, offset_of(rest, static_cast<std::size_t>(count))));
}

Value replace(TextCall& call) {
    const std::string& text = call.text(0);
    const std::string& old = call.text(1);
    const std::string fresh = call.text_or(2, "");
    if (old.empty()) return text;
    const bool ignores_case = call.boolean_or(3, false);
    const std::string searched = ignores_case ? lower_case(text) : text;
    const std::string wanted = ignores_case ? lower_case(old) : old;
    std::string result;
    std::size_t begin = 0;
    for (std::size_t at = searched.find(wanted); at != std::string::npos;
         at = searched.find(wanted, begin)) {
        result.append(text, begin, at - begin).append(fresh);
        begin = at + wanted.size();
    }
    return result.append(text, begin);
}

Value split(TextCall& call) {
    const std::string& text = call.text(0);
    const std::string& separator = call.text(1);
    const std::int64_t most = call.has(2) ? call.integer(2) : 0;
    Vector parts;
    std::size_t begin = 0;
    while (!separator.empty() && (most <= 0 || static_cast<std::int64_t>(parts.size()) + 1 < most)
    ) {
        const std::size_t at = text.find(separator, begin);
        if (at == std::string::npos) break;
        parts.emplace_back(text.substr(begin, at - begin));
        begin = at + separator.size();
    }
    parts.emplace_back(text.substr(begin));
    return parts;
}

Value join(TextCall& call) {
    const std::string& separator = call.text(0);
    std::string text;
    bool is_first = true;
    for (const Value& item : call.list(1)) {
        if (!item.is_text()) call.fail("an item of the list needs a scalar");
        if (!is_first) text += separator;
        is_first = false;
        text += item.text();
    }
    return text;
}

Value coalesce(TextCall& call) {
    for (std::size_t at = 0; at < call.size(); ++at) {
        const std::string& text = call.text(at);
        if (text.find_first_not_of(blanks) != std::string::npos) return text;
    }
    return std::string();
}

Value new_line(TextCall& call) {
    const std::string kind = lower_case(call.text_or(0, "linux"));
    if (kind != "linux" && kind != "windows") call.fail("'" + kind + "' is not linux or windows");
    return std::string(kind == "windows" ? "\r\n" : "\n");
}

constexpr std::array table = {
    Function{
        "Coalesce",
        Returns::scalar,
        1,
        "text, ..",
        &coalesce,
        "The first argument that is not blank.",
        R"($Coalesce("", fallback))"},
    Function{
        "Join",
        Returns::scalar,
        2,
        "separator, list",
        &join,
        "The items of a list in one text.",
        "$Join(-, @(a, b))"},
    Function{
        "Split",
        Returns::vector,
        2,
        "text, separator, [count]",
        &split,
        "The parts of a text between separators, at most so many.",
        "@Split(a-b-c, -)"},
    Function{
        "Replace",
        Returns::scalar,
        2,
        "text, old, new, [ignoreCase]",
        &replace,
        "The text with one text replaced by another.",
        "$Replace(a-b, -, _)"},
    Function{
        "Substring",
        Returns::scalar,
        2,
        "text, from, [length]",
        &substring,
        "A part of a text, from a position counted from 0.",
        "$Substring(example, 0, 2)"},
    Function{
        "ToLower",
        Returns::scalar,
        1,
        "text",
        [](TextCall& call) -> Value { return lower_case(call.text(0)); },
        "The text in lower case.",
        "$ToLower(WEB)"},
    Function{
        "ToUpper",
        Returns::scalar,
        1,
        "text",
        [](TextCall& call) -> Value { return upper_case(call.text(0)); },
        "The text in upper case.",
        "$ToUpper(web)"},
    Function{
        "Trim",
        Returns::scalar,
        1,
        "text, [character, ..]",
        [](TextCall& call) { return trim(call, Ends::both); },
        "The text without blanks, or these characters, at its ends.",
        R"($Trim(" text "))"},
    Function{
        "TrimStart",
        Returns::scalar,
        1,
        "text, [character, ..]",
        [](TextCall& call) { return trim(call, Ends::begin); },
        "The same at its beginning.",
        R"($TrimStart(" text"))"},
    Function{
        "TrimEnd",
        Returns::scalar,
        1,
        "text, [character, ..]",
        [](TextCall& call) { return trim(call, Ends::end); },
        "The same at its end.",
        R"($TrimEnd("text "))"},
    Function{
        "PadLeft",
        Returns::scalar,
        2,
        "text, length, [character]",
        [](TextCall& call) -> Value { return padding(call) + call.text(0); },
        "The text, filled at its beginning to a length.",
        "$PadLeft(7, 3, 0)"},
    Function{
        "PadRight",
        Returns::scalar,
        2,
        "text, length, [character]",
        [](TextCall& call) -> Value { return call.text(0) + padding(call); },
        "The text, filled at its end to a length.",
        "$PadRight(web, 6)"},
    Function{
        "NewLine",
        Returns::scalar,
        0,
        "[linux|windows]",
        &new_line,
        "The end of a line.",
        "$NewLine"},
};

} // namespace

std::span<const Function> text_functions() {
    return table;
}

} // namespace vow::otterscript
