#include "policy/otterscript/syntax/script_parser.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

namespace vow::otterscript {
namespace {

constexpr DiagnosticKind unknown_directive{
    "unknown-directive", "'{}' is not a directive of 'with'"};
constexpr DiagnosticKind duplicate_directive{"duplicate-directive", "'{}' is given twice"};

std::uint64_t read_number(Cursor& cursor) {
    cursor.skip_blanks();
    std::size_t length = 0;
    while (is_digit(cursor.peek(length)))
        ++length;
    const std::string_view digits = cursor.text(cursor.at(), cursor.at() + length);
    std::uint32_t number = 0;
    const auto end = digits.data() + digits.size();
    if (std::from_chars(digits.data(), end, number).ec != std::errc())
        cursor.fail_expected("a number");
    cursor.advance(length);
    return number;
}

/// Reads directives, one member function each.
class DirectiveReader {
public:
    DirectiveReader(Cursor& cursor, ExpressionReader& literals)
        : cursor_(cursor),
          literals_(literals) {}

    With read() {
        do {
            read_one();
            cursor_.skip_blanks();
        } while (cursor_.skip(','));
        if (cursor_.peek() != '{') cursor_.fail_expected("',' or '{'");
        return std::move(with_);
    }

private:
    using Read = void (DirectiveReader::*)(const Span& word);
    struct Directive {
        std::string_view word;
        Read read;
    };
    static const std::array<Directive, 7> directives;

    void read_one() {
        cursor_.skip_blanks();
        if (cursor_.name_length(cursor_.at()) == 0) cursor_.fail_expected("a directive");
        const Span word = cursor_.next_token();
        const auto found = std::ranges::find_if(directives, [&](const Directive& directive) {
            return cursor_.looks_at_word(directive.word);
        });
        if (found == directives.end()) fail_unknown(word);
        if (!known_.insert(found->word).second)
            cursor_.fail(duplicate_directive, word, word.text());
        cursor_.advance(found->word.size());
        (this->*found->read)(word);
    }
    [[noreturn]] void fail_unknown(const Span& word) {
        std::vector<std::string_view> names;
        names.reserve(directives.size());
        for (const Directive& directive : directives)
            names.push_back(directive.word);
        cursor_.diagnostics().add(
            unknown_directive, word, {word.text()}, did_you_mean(lower_case(word.text()), names)
        );
        throw SyntaxFault{};
    }

    void expect_equals() {
        cursor_.skip_blanks();
        if (!cursor_.skip('=')) cursor_.fail_expected("'='");
    }
    bool skip_equals() {
        cursor_.skip_blanks();
        return cursor_.skip('=');
    }
    void retry(const Span& /*word*/) {
        expect_equals();
        with_.retry = read_number(cursor_);
    }
    void timeout(const Span& /*word*/) {
        expect_equals();
        with_.timeout = read_number(cursor_);
    }
    void policy(const Span& /*word*/) {
        expect_equals();
        cursor_.skip_blanks();
        if (cursor_.skip_word("always"))
            with_.policy = ExecutionPolicy::always;
        else if (cursor_.skip_word("onchange"))
            with_.policy = ExecutionPolicy::on_change;
        else
            cursor_.fail_expected("'always' or 'onChange'");
    }
    void async(const Span& /*word*/) {
        with_.async = "";
        if (!skip_equals()) return;
        cursor_.skip_blanks();
        with_.async = read_token(cursor_);
    }
    void lock(const Span& /*word*/) {
        with_.lock = Lock{.token = "", .is_global = false};
        if (!skip_equals()) return;
        cursor_.skip_blanks();
        with_.lock->is_global = cursor_.skip('!');
        const char next = cursor_.peek();
        if (with_.lock->is_global && !is_letter(next)) return;
        with_.lock->token = read_token(cursor_);
    }
    void isolation(const Span& /*word*/) { with_.is_isolated = true; }
    void credentials(const Span& /*word*/) {
        expect_equals();
        with_.credentials = literals_.read_literal(Delimiters::directive);
    }

    Cursor& cursor_;
    ExpressionReader& literals_;
    With with_;
    std::set<std::string_view> known_;
};

constexpr std::array<DirectiveReader::Directive, 7> DirectiveReader::directives = {{
    {"retry", &DirectiveReader::retry},
    {"timeout", &DirectiveReader::timeout},
    {"executionpolicy", &DirectiveReader::policy},
    {"async", &DirectiveReader::async},
    {"lock", &DirectiveReader::lock},
    {"isolation", &DirectiveReader::isolation},
    {"credentials", &DirectiveReader::credentials},
}};

} // namespace

With read_directives(Cursor& cursor, ExpressionReader& literals) {
    return DirectiveReader(cursor, literals).read();
}

std::string read_token(Cursor& cursor) {
    if (!is_letter(cursor.peek())) cursor.fail_expected("a name");
    std::size_t length = 1;
    while (is_letter(cursor.peek(length)) || is_digit(cursor.peek(length)))
        ++length;
    std::string token = lower_case(cursor.text(cursor.at(), cursor.at() + length));
    cursor.advance(length);
    return token;
}

} // namespace vow::otterscript
