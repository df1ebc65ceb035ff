#include "policy/cfengine/program/class_guard.h"

#include <algorithm>
#include <optional>
#include <variant>

namespace vow::cfengine {
namespace {

bool is_blank(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

bool is_plain_letter(char letter) {
    const auto is_between = [letter](char first, char last) {
        return letter >= first && letter <= last;
    };
    return is_between('a', 'z') || is_between('A', 'Z') || is_between('0', '9') || letter == '_';
}

bool is_name_letter(char letter) {
    return is_plain_letter(letter) ||
           std::string_view(":[]").find(letter) != std::string_view::npos;
}

/// Whether only blanks separate two words.
bool has_separate_words(std::string_view text) {
    for (std::size_t blank = text.find_first_of(" \t"); blank != text.npos;
         blank = text.find_first_of(" \t", blank)) {
        const std::size_t next = std::min(text.find_first_not_of(" \t", blank), text.size());
        if (blank > 0 && is_plain_letter(text[blank - 1]) && next < text.size() &&
            is_plain_letter(text[next]))
            return true;
        blank = next;
    }
    return false;
}

/// References may expand to any byte: for vow, "x-y" is a class that cannot be defined.
bool is_word(char letter, ClassLetters letters) {
    if (letters == ClassLetters::reference) return is_name_letter(letter);
    return !is_blank(letter) && std::string_view("!&|.()$@").find(letter) == std::string_view::npos;
}

/// Nullopt for the name of a class.
std::optional<bool> truth_of(std::string_view word) {
    if (word == "true") return true;
    if (word == "false") return false;
    return {};
}

} // namespace

/// Recursive descent, lowest precedence first: either, both, negate, class or parentheses.
struct ClassGuardReader {
    using Step = ClassGuard::Step;

    std::string_view text;
    std::string_view name_space;
    Names& names;
    ClassLetters letters;
    std::size_t at = 0;
    int depth = 0;
    std::string problem = {};
    std::vector<Step> steps = {};

    std::variant<ClassGuard, GuardError> read() {
        either();
        skip_blanks();
        if (problem.empty() && at < text.size()) check_rest();
        if (!problem.empty()) return GuardError{problem};
        ClassGuard guard;
        guard.steps_ = std::move(steps);
        return guard;
    }

    /// The reference agent evaluates the part that it understands, unless words are separate.
    void check_rest() {
        if (is_word(text[at], letters) || has_separate_words(text.substr(at)))
            problem = "class expressions can't be separated by whitespace without an intervening "
                      "operator";
        else if (letters == ClassLetters::any)
            problem = "unexpected '" + std::string(1, text[at]) + "'";
    }

    void either() {
        both();
        while (take_operator('|', '|'))
            joined(Step::Kind::either, &ClassGuardReader::both);
    }

    void both() {
        negation();
        while (take_operator('.', '&'))
            joined(Step::Kind::both, &ClassGuardReader::negation);
    }

    void joined(Step::Kind kind, void (ClassGuardReader::*right)()) {
        const std::size_t jump = steps.size();
        steps.push_back({kind, 0});
        (this->*right)();
        steps[jump].operand = static_cast<std::uint32_t>(steps.size());
    }

    void negation() {
        skip_blanks();
        bool negated = false;
        for (; at < text.size() && text[at] == '!'; skip_blanks()) {
            negated = !negated;
            ++at;
        }
        operand();
        if (negated) steps.push_back({Step::Kind::negate, 0});
    }

    void operand() {
        constexpr int max_depth = 1000;
        if (at < text.size() && text[at] == '(' && ++depth < max_depth) {
            ++at;
            either();
            skip_blanks();
            if (at < text.size() && text[at] == ')')
                ++at;
            else if (problem.empty())
                problem = "no ')' for a '('";
            --depth;
            return;
        }
        const std::size_t begin = at;
        while (at < text.size() && is_word(text[at], letters))
            ++at;
        if (begin == at) {
            if (problem.empty()) problem = "expected a class";
            at = text.size();
            return;
        }
        const std::string_view name = text.substr(begin, at - begin);
        if (const auto truth = truth_of(name))
            return steps.push_back({Step::Kind::truth, *truth ? 1U : 0U});
        const bool qualify = name_space != "default" && name.find(':') == name.npos;
        const auto symbol =
            qualify ? names.symbol(std::string(name_space) + ":" + std::string(name))
                    : names.symbol(name.starts_with("default:") ? name.substr(8) : name);
        steps.push_back({Step::Kind::is_class, index_of(symbol)});
    }

    /// `.` and `&` and `&&`, or `|` and `||`.
    bool take_operator(char one, char other) {
        skip_blanks();
        if (at == text.size() || (text[at] != one && text[at] != other)) return false;
        const char taken = text[at++];
        if (taken != '.' && at < text.size() && text[at] == taken) ++at;
        return true;
    }

    void skip_blanks() {
        while (at < text.size() && is_blank(text[at]))
            ++at;
    }
};

bool ClassGuard::holds(const std::function<bool(Symbol)>& is_class) const {
    bool holds = true;
    for (std::size_t at = 0; at < steps_.size(); ++at) {
        const Step& step = steps_[at];
        switch (step.kind) {
        case Step::Kind::is_class: holds = is_class(static_cast<Symbol>(step.operand)); break;
        case Step::Kind::truth: holds = step.operand != 0; break;
        case Step::Kind::negate: holds = !holds; break;
        case Step::Kind::both:
            if (!holds) at = step.operand - 1;
            break;
        case Step::Kind::either:
            if (holds) at = step.operand - 1;
            break;
        }
    }
    return holds;
}

std::vector<Symbol> ClassGuard::classes() const {
    std::vector<Symbol> all;
    for (const Step& step : steps_) {
        const auto name = static_cast<Symbol>(step.operand);
        const bool is_new = std::ranges::find(all, name) == all.end();
        if (step.kind == Step::Kind::is_class && is_new) all.push_back(name);
    }
    return all;
}

std::variant<ClassGuard, GuardError> compile_class_guard(
    std::string_view text, std::string_view name_space, Names& names, ClassLetters letters
) {
    return ClassGuardReader{text, name_space, names, letters}.read();
}

} // namespace vow::cfengine
