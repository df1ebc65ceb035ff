#pragma once

#include "policy/source/diagnostic.h"
#include "policy/source/names.h"

#include <string>
#include <string_view>
#include <vector>

namespace vow::otterscript {

inline constexpr DiagnosticKind unexpected{"unexpected", "expected {}, got {}"};
inline constexpr DiagnosticKind unclosed{"unclosed", "'{}' is not closed"};
inline constexpr DiagnosticKind unterminated_string{
    "unterminated-string", "the string is not closed"};
inline constexpr DiagnosticKind unterminated_comment{
    "unterminated-comment", "the comment is not closed"};
inline constexpr DiagnosticKind bad_name{"bad-name", "'{}' is not a name: {}"};
inline constexpr DiagnosticKind bad_escape{
    "bad-escape", "'`{}' is not an escape sequence", Severity::warning};

/// Ends the statement that is being read; its diagnostic was added.
struct SyntaxFault {};

/// A place in a part of a source text. Reads blanks, comments and names.
class Cursor {
public:
    /// Borrows all of them.
    Cursor(const SourceText& source, Names& names, Diagnostics& diagnostics);

    std::size_t at() const { return at_; }
    bool is_at_end() const { return at_ >= end_; }
    /// Where reading ends: that of the text, or of a Range.
    std::size_t end() const { return end_; }
    /// '\0' at the end.
    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < end_ ? text_[at_ + ahead] : '\0';
    }
    bool looks_at(std::string_view word) const { return text_.substr(at_, word.size()) == word; }
    std::string_view text(std::size_t begin, std::size_t end) const {
        return text_.substr(begin, end - begin);
    }
    Names& names() { return names_; }

    void go_to(std::size_t place) { at_ = place; }
    void advance(std::size_t count = 1) { at_ += count; }
    /// Skips a character if it is next.
    bool skip(char wanted);

    /// Skips blanks and comments. Keeps the comments for take_description().
    void skip_blanks();
    void skip_line_blanks();
    /// The first line of the comments since the last call.
    std::string take_description();
    void forget_comments() { comments_.clear(); }

    /// The length of the NAME at a place, up to the last character that may end one; 0 without one.
    std::size_t name_length(std::size_t place) const;
    /// Reads a NAME, which must be there: see name_length(). Adds a diagnostic to a bad one.
    std::string read_name();
    /// Reads all characters that a NAME may hold, without a look at them.
    std::string read_name_parts();
    /// Adds a diagnostic to a name that is too long or ends in `-` or `_`.
    void check_name(const std::string& name, Span place);
    /// True, and read, if the next NAME is this word, in any case.
    bool skip_word(std::string_view word);
    bool looks_at_word(std::string_view word) const;

    Span span(std::size_t begin, std::size_t end) const;
    /// The next token, for a message.
    Span next_token() const;

    /// A swim string ends here, which may be earlier than its author thinks.
    void note_swim_end() { swim_end_ = at_; }

    [[noreturn]] void fail_expected(std::string_view what);
    [[noreturn]] void fail_expected(std::string_view what, std::size_t place);
    [[noreturn]] void fail(const DiagnosticKind& kind, Span place, std::string_view word = {});
    Diagnostics& diagnostics() { return diagnostics_; }

    /// Reads up to `end` instead of the end of the text, while it lives.
    class Range {
    public:
        Range(Cursor& cursor, std::size_t begin, std::size_t end)
            : cursor_(cursor),
              end_(cursor.end_) {
            cursor.at_ = begin;
            cursor.end_ = end;
        }
        Range(const Range&) = delete;
        Range& operator=(const Range&) = delete;
        ~Range() { cursor_.end_ = end_; }

    private:
        Cursor& cursor_;
        std::size_t end_;
    };

private:
    void skip_line_comment(std::size_t marker);
    void skip_block_comment();
    std::string hint_at(std::size_t place) const;

    const SourceText& source_;
    Names& names_;
    Diagnostics& diagnostics_;
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t end_;
    std::size_t swim_end_ = std::string_view::npos;
    std::vector<std::string_view> comments_;
};

constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}
constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

} // namespace vow::otterscript
