#include "policy/cfengine/checking/notation.h"

#include <algorithm>

namespace vow::cfengine {

namespace {

constexpr std::size_t max_brackets = 500; ///< nested; evaluation goes no deeper

constexpr bool is_name_byte(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_' || byte == ':' ||
           static_cast<unsigned char>(byte) >= 0x80;
}

/// Reads operands and operators in turn. Counts brackets, so it needs no recursion.
class ClassSyntax {
public:
    explicit ClassSyntax(std::string_view text) : text_(text) {}

    std::optional<ClassSyntaxError> error() {
        while (true) {
            if (!pass_operand()) return ClassSyntaxError{at_, false};
            if (deepest_ > max_brackets) return ClassSyntaxError{at_, false};
            while (next() == ')' && open_ > 0) {
                --open_;
                ++at_;
            }
            if (at_ == text_.size() && open_ == 0) return std::nullopt;
            if (!pass_operator()) return ClassSyntaxError{at_, open_ == 0};
        }
    }

private:
    /// The next byte that is not blank.
    char next() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t'))
            ++at_;
        return byte(0);
    }

    char byte(std::size_t offset) const {
        return at_ + offset < text_.size() ? text_[at_ + offset] : '\0';
    }

    /// {"!" | "("} NAME
    bool pass_operand() {
        while (next() == '!' || byte(0) == '(') {
            if (byte(0) == '(') deepest_ = std::max(deepest_, ++open_);
            ++at_;
        }
        const std::size_t begin = at_;
        while (pass_reference() || pass_index() || pass_name_byte()) {
        }
        return at_ > begin;
    }

    bool pass_operator() {
        const char first = byte(0);
        if (first != '.' && first != '&' && first != '|') return false;
        const bool doubled = first != '.' && byte(1) == first;
        at_ += doubled ? 2U : 1U;
        return true;
    }

    bool pass_name_byte() {
        if (!is_name_byte(byte(0))) return false;
        ++at_;
        return true;
    }

    /// $(...) or @{...} with any content.
    bool pass_reference() {
        if (byte(0) != '$' && byte(0) != '@') return false;
        if (byte(1) != '(' && byte(1) != '{') return false;
        std::size_t depth = 0;
        for (std::size_t at = at_ + 1; at < text_.size(); ++at) {
            if (text_[at] == '(' || text_[at] == '{') ++depth;
            if (text_[at] != ')' && text_[at] != '}') continue;
            if (--depth > 0) continue;
            at_ = at + 1;
            return true;
        }
        return false;
    }

    /// [key]: a class named like an array's element.
    bool pass_index() {
        if (byte(0) != '[') return false;
        const std::size_t end = text_.find(']', at_);
        if (end == std::string_view::npos) return false;
        at_ = end + 1;
        return true;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t open_ = 0; ///< brackets
    std::size_t deepest_ = 0;
};

} // namespace

std::optional<ClassSyntaxError> class_syntax_error(std::string_view expression) {
    const bool is_name = !expression.empty() && std::ranges::all_of(expression, is_name_byte);
    return is_name ? std::nullopt : ClassSyntax(expression).error();
}

} // namespace vow::cfengine
