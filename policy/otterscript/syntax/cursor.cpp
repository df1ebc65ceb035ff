#include "policy/otterscript/syntax/cursor.h"

#include "protocol/text/text.h"

#include <algorithm>

namespace vow::otterscript {
namespace {

constexpr std::size_t max_name_length = 50;

bool is_name_part(char c) {
    return is_letter(c) || is_digit(c) || c == '-' || c == '_';
}

} // namespace

Cursor::Cursor(const SourceText& source, Names& names, Diagnostics& diagnostics)
    : source_(source),
      names_(names),
      diagnostics_(diagnostics),
      text_(source.text()),
      end_(text_.size()) {
    if (text_.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
}

bool Cursor::skip(char wanted) {
    if (is_at_end() || text_[at_] != wanted) return false;
    ++at_;
    return true;
}

void Cursor::skip_line_blanks() {
    while (!is_at_end() && peek() != '\n' && is_blank(peek()))
        ++at_;
}

void Cursor::skip_blanks() {
    while (!is_at_end()) {
        if (is_blank(peek())) {
            ++at_;
        } else if (peek() == '#') {
            skip_line_comment(1);
        } else if (peek() == '/' && peek(1) == '/') {
            skip_line_comment(2);
        } else if (peek() == '/' && peek(1) == '*') {
            skip_block_comment();
        } else {
            return;
        }
    }
}

/// A line that begins with `##AH:` is a header of the editor's, not a description.
void Cursor::skip_line_comment(std::size_t marker) {
    const std::size_t end = std::min(text_.find('\n', at_), end_);
    const std::string_view line = text(at_, end);
    if (!line.starts_with("##AH:")) comments_.push_back(trimmed(line.substr(marker)));
    at_ = end;
}

void Cursor::skip_block_comment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    if (end == std::string_view::npos || end + 2 > end_) {
        const Span place = span(at_, at_ + 2);
        at_ = end_;
        fail(unterminated_comment, place);
    }
    comments_.push_back(trimmed(text(at_ + 2, end)));
    at_ = end + 2;
}

std::string Cursor::take_description() {
    std::string description;
    if (!comments_.empty()) {
        const std::string_view first = comments_.front();
        description = trimmed(first.substr(0, first.find('\n')));
    }
    comments_.clear();
    return description;
}

std::size_t Cursor::name_length(std::size_t place) const {
    if (place >= end_ || !is_letter(text_[place])) return 0;
    std::size_t length = 1;
    while (place + length < end_ && is_name_part(text_[place + length]))
        ++length;
    while (!is_letter(text_[place + length - 1]) && !is_digit(text_[place + length - 1]))
        --length;
    return length;
}

std::string Cursor::read_name() {
    const std::size_t begin = at_;
    std::string name = read_name_parts();
    check_name(name, span(begin, at_));
    return name;
}

std::string Cursor::read_name_parts() {
    const std::size_t begin = at_;
    while (!is_at_end() && is_name_part(peek()))
        ++at_;
    return std::string(text(begin, at_));
}

void Cursor::check_name(const std::string& name, Span place) {
    if (name.size() > max_name_length)
        diagnostics_.add(bad_name, place, {name, "it has more than 50 characters"});
    else if (name.ends_with('-') || name.ends_with('_'))
        diagnostics_.add(bad_name, place, {name, "it ends in '-' or '_'"});
}

bool Cursor::looks_at_word(std::string_view word) const {
    const std::size_t end = at_ + word.size();
    if (end > end_ || (end < end_ && is_name_part(text_[end]))) return false;
    return std::ranges::equal(text_.substr(at_, word.size()), word, {}, [](char c) {
        return static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    });
}

bool Cursor::skip_word(std::string_view word) {
    if (!looks_at_word(word)) return false;
    at_ += word.size();
    return true;
}

Span Cursor::span(std::size_t begin, std::size_t end) const {
    return {&source_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

Span Cursor::next_token() const {
    std::size_t length = std::min<std::size_t>(1, end_ - std::min(at_, end_));
    while (length > 0 && is_name_part(peek()) && at_ + length < end_ &&
           is_name_part(text_[at_ + length])) {
        ++length;
    }
    return span(at_, at_ + length);
}

/// For text that follows a swim string on its line.
std::string Cursor::hint_at(std::size_t place) const {
    constexpr std::string_view line_blanks = " \t";
    if (swim_end_ > place) return {};
    if (text(swim_end_, place).find_first_not_of(line_blanks) != std::string_view::npos) return {};
    const std::size_t next = text_.find_first_not_of(line_blanks, place);
    if (next >= end_ || text_[next] == '\r' || text_[next] == '\n') return {};
    return "the string before it ends at its first fish; one that holds '>>' needs another fish: "
           ">-> .. >->";
}

void Cursor::fail_expected(std::string_view what) {
    const Span token = next_token();
    const std::string got = is_at_end()      ? std::string("the end")
                            : peek() == '\n' ? std::string("the end of the line")
                                             : "'" + std::string(token.text()) + "'";
    diagnostics_.add(unexpected, token, {what, got}, hint_at(at_));
    throw SyntaxFault{};
}

void Cursor::fail_expected(std::string_view what, std::size_t place) {
    const std::size_t next = at_;
    skip_blanks();
    const std::string got =
        is_at_end() ? std::string("the end") : "'" + std::string(next_token().text()) + "'";
    at_ = next;
    diagnostics_.add(unexpected, span(place, place), {what, got}, hint_at(place));
    throw SyntaxFault{};
}

void Cursor::fail(const DiagnosticKind& kind, Span place, std::string_view word) {
    diagnostics_.add(kind, place, {word});
    throw SyntaxFault{};
}

} // namespace vow::otterscript
