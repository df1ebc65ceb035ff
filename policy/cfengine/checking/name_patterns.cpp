#include "policy/cfengine/checking/name_patterns.h"

#include "protocol/text/text.h"

#include <algorithm>

namespace vow::cfengine {

namespace {

/// Longer names are not references: so a text of open brackets takes no quadratic time.
constexpr std::size_t max_reference = 4096;

/// The offset after the bracket that closes the reference at `begin`; 0 if `begin` has none.
std::size_t end_of_reference(std::string_view text, std::size_t begin) {
    if (begin + 1 >= text.size()) return 0;
    const bool is_marked = text[begin] == '$' || text[begin] == '@';
    const char open = text[begin + 1];
    if (!is_marked || (open != '(' && open != '{')) return 0;
    const char close = open == '(' ? ')' : '}';
    std::size_t depth = 0;
    text = text.substr(0, begin + max_reference);
    for (std::size_t at = begin + 1; at < text.size(); ++at) {
        if (text[at] == open) ++depth;
        if (text[at] == close && --depth == 0) return at + 1;
    }
    return 0;
}

bool matches(std::string_view pattern, std::string_view name) {
    const std::size_t star = pattern.find('*');
    if (star == pattern.npos) return pattern == name;
    if (!name.starts_with(pattern.substr(0, star))) return false;
    name.remove_prefix(star);
    pattern.remove_prefix(star + 1);
    while (true) {
        const std::size_t next = pattern.find('*');
        const std::string_view part = pattern.substr(0, next);
        if (next == pattern.npos) return name.ends_with(part);
        const std::size_t found = name.find(part);
        if (found == name.npos) return false;
        name.remove_prefix(found + part.size());
        pattern.remove_prefix(next + 1);
    }
}

} // namespace

void for_each_reference(
    std::string_view text, const std::function<void(std::string_view inside, std::size_t at)>& visit
) {
    // Every place is looked at once, so that inner references follow their outer ones.
    for (std::size_t at = text.find_first_of("$@"); at != text.npos;
         at = text.find_first_of("$@", at + 1)) {
        const std::size_t end = end_of_reference(text, at);
        if (end != 0) visit(text.substr(at + 2, end - at - 3), at + 2);
    }
}

std::string pattern_of(std::string_view text) {
    std::string pattern;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = end_of_reference(text, at);
        if (end == 0) {
            pattern += text[at++];
            continue;
        }
        if (!pattern.ends_with('*')) pattern += '*';
        at = end;
    }
    return pattern;
}

std::string class_pattern_of(std::string_view text) {
    std::string pattern = pattern_of(text);
    pattern.erase(0, pattern.find_last_of(':') + 1); // npos + 1 is 0
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] != '*') pattern[at] = canonified(pattern.substr(at, 1)).front();
    }
    return pattern;
}

void NamePatterns::add(std::string pattern) {
    if (pattern.find('*') == pattern.npos) {
        names_.insert(std::move(pattern));
    } else {
        patterns_.insert(std::move(pattern));
    }
}

bool NamePatterns::may_be(std::string_view name) const {
    return is_open() || is_written(name) ||
           std::ranges::any_of(patterns_, [name](std::string_view pattern) {
               return matches(pattern, name);
           });
}

} // namespace vow::cfengine
