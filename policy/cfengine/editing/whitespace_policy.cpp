#include "policy/cfengine/editing/edit.h"
#include "protocol/promise/settings.h"

#include <algorithm>

namespace vow::cfengine {

namespace {

constexpr std::string_view blank_letters = " \t\r\f\v";

std::size_t first_word(std::string_view line) {
    return std::min(line.find_first_not_of(blank_letters), line.size());
}

std::size_t after_last_word(std::string_view line) {
    return line.find_last_not_of(blank_letters) + 1; // npos + 1 is 0
}

/// The line with every run of blank_letters between words replaced by one space.
std::string with_single_blanks(std::string_view line) {
    const std::size_t first = first_word(line);
    const std::size_t last = std::max(after_last_word(line), first);
    std::string result(line.substr(0, first));
    bool in_blanks = false;
    for (const char letter : line.substr(first, last - first)) {
        const bool blank = blank_letters.find(letter) != std::string_view::npos;
        if (!blank) {
            result += letter;
        } else if (!in_blanks) {
            result += ' ';
        }
        in_blanks = blank;
    }
    result += line.substr(last);
    return result;
}

} // namespace

std::optional<WhitespacePolicy> WhitespacePolicy::from(const Attributes& promise) {
    WhitespacePolicy policy;
    bool exact = false;
    for (const std::string& word : Settings(promise).list("whitespace_policy")) {
        if (word == "exact_match") exact = true;
        if (word == "ignore_leading") policy.ignore_leading = true;
        if (word == "ignore_trailing") policy.ignore_trailing = true;
        if (word == "ignore_embedded") policy.ignore_embedded = true;
    }
    if (exact && !policy.exact()) return std::nullopt;
    return policy;
}

bool WhitespacePolicy::equal(std::string_view left, std::string_view right) const {
    if (left == right) return true;
    if (ignore_leading) {
        left.remove_prefix(first_word(left));
        right.remove_prefix(first_word(right));
    }
    if (ignore_trailing) {
        left = left.substr(0, after_last_word(left));
        right = right.substr(0, after_last_word(right));
    }
    return ignore_embedded ? with_single_blanks(left) == with_single_blanks(right) : left == right;
}

} // namespace vow::cfengine
