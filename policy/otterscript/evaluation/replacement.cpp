#include "policy/otterscript/evaluation/replacement.h"

#include "policy/otterscript/evaluation/function.h"

#include <algorithm>

namespace vow::otterscript {
namespace {

/// Appends a replacement in which $1 and ${name} stand for groups.
void append_replacement(
    std::string& result, const std::string& to, const Regex& regex, const Match& match
) {
    for (std::size_t at = 0; at < to.size(); ++at) {
        std::size_t end = at + 1;
        std::string word;
        if (to[at] == '$' && end < to.size() && to[end] == '{') {
            end = to.find('}', end);
            if (end != std::string::npos) word = to.substr(at + 2, end++ - at - 2);
        } else if (to[at] == '$') {
            while (end < to.size() && to[end] >= '0' && to[end] <= '9')
                ++end;
            word = to.substr(at + 1, end - at - 1);
        }
        const auto group = word.empty() ? std::nullopt : group_of(regex, word);
        if (!group || *group >= match.groups().size()) {
            result += to[at];
            continue;
        }
        result += match.groups()[*group].value_or("");
        at = end - 1;
    }
}

} // namespace

std::string
with_replaced_matches(const Regex& pattern, const std::string& text, const std::string& fresh) {
    std::string result;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const auto match = pattern.search(text, begin);
        if (!match) break;
        result.append(text, begin, match->begin() - begin);
        append_replacement(result, fresh, pattern, *match);
        begin = match->end();
        if (!match->whole().empty()) continue;
        const std::size_t next = after_character(text, begin);
        result.append(text, std::min(begin, text.size()), next - begin);
        begin = next;
    }
    if (begin < text.size()) result.append(text, begin);
    return result;
}

std::string
with_replaced_text(const std::string& text, std::string_view wanted, std::string_view fresh) {
    if (wanted.empty()) return text;
    std::string result;
    std::size_t begin = 0;
    for (std::size_t at = text.find(wanted); at != std::string::npos;
         at = text.find(wanted, begin)) {
        result.append(text, begin, at - begin).append(fresh);
        begin = at + wanted.size();
    }
    return result.append(text, begin);
}

std::optional<std::size_t> group_of(const Regex& pattern, const std::string& word) {
    if (const auto number = integer_value(word)) return static_cast<std::size_t>(*number);
    for (const auto& [name, number] : pattern.names()) {
        if (name == word) return number;
    }
    return std::nullopt;
}

std::size_t after_character(std::string_view text, std::size_t at) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U)
        ++at;
    return at;
}

} // namespace vow::otterscript
