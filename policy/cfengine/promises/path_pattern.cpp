#include "policy/cfengine/promises/path_pattern.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

/// Reads a text letter by letter.
class PatternScan {
public:
    bool is_pattern(std::string_view text) {
        for (const char letter : text) {
            if (!accepts(letter)) return false;
        }
        return has_operator_ && groups_ == 0 && !in_class_ && !is_escaped_;
    }

private:
    /// Returns false when the text cannot be a pattern.
    bool accepts(char letter) {
        if (is_escaped_ || letter == '\\') {
            is_escaped_ = !is_escaped_;
            may_repeat_ = true;
            return true;
        }
        return in_class_ ? accepts_in_class(letter) : accepts_outside(letter);
    }

    bool accepts_in_class(char letter) {
        if (letter == ']') in_class_ = false;
        return letter != '[';
    }

    bool accepts_outside(char letter) {
        const bool repeats = letter == '*' || letter == '+';
        if (letter == ']' || (repeats && !may_repeat_)) return false;
        if (letter == '(') ++groups_;
        if (letter == ')' && --groups_ < 0) return false;
        in_class_ = letter == '[';
        has_operator_ = has_operator_ || repeats || in_class_ || (letter == '|' && groups_ > 0);
        may_repeat_ = !repeats && letter != '(' && letter != '|' && letter != '^';
        return true;
    }

    int groups_ = 0; ///< open ones
    bool in_class_ = false;
    bool is_escaped_ = false;
    bool may_repeat_ = false; ///< the letter before can be repeated
    bool has_operator_ = false;
};

bool has_slash_in_brackets(std::string_view path) {
    int groups = 0;
    int classes = 0;
    return std::ranges::any_of(path, [&](char letter) {
        groups += static_cast<int>(letter == '(') - static_cast<int>(letter == ')');
        classes += static_cast<int>(letter == '[') - static_cast<int>(letter == ']');
        return letter == '/' && (groups != 0 || classes != 0);
    });
}

} // namespace

bool is_pattern(std::string_view text) {
    return PatternScan().is_pattern(text);
}

bool is_path_pattern(std::string_view path) {
    return path.starts_with('/') && is_pattern(path) && !has_slash_in_brackets(path);
}

std::vector<std::string_view> components_of(std::string_view path) {
    std::vector<std::string_view> components;
    while (!path.empty()) {
        const auto slash = std::min(path.find('/'), path.size());
        if (slash > 0) components.push_back(path.substr(0, slash));
        path.remove_prefix(std::min(slash + 1, path.size()));
    }
    return components;
}

} // namespace vow::cfengine
