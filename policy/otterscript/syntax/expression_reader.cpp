#include "policy/otterscript/syntax/expression_reader.h"

#include "protocol/text/lower_case.h"

#include <algorithm>
#include <array>
#include <utility>

namespace vow::otterscript {
namespace {

constexpr int deepest_nesting = 500;
constexpr std::size_t widest_fish = 5;
inline constexpr DiagnosticKind nested_too_deeply{
    "nested-too-deeply", "expressions are nested more than 500 deep"};

/// The character that a letter after a backtick stands for; '\0' if there is none.
char escaped(char letter) {
    switch (letter) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case '$':
    case '@':
    case '%':
    case '`': return letter;
    default: return '\0';
    }
}

/// The bytes of the UTF-8 character that begins with this one.
std::size_t width_of(char first) {
    const auto byte = static_cast<unsigned char>(first);
    if (byte < 0xC0) return 1;
    return byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

void add_plain(TextExpression& text, std::string& plain) {
    if (plain.empty()) return;
    text.pieces.push_back({.content = std::exchange(plain, {})});
}

Sign sign_of(char mark) {
    return mark == '@' ? Sign::vector : mark == '%' ? Sign::map : Sign::scalar;
}

} // namespace

class ExpressionReader::Depth {
public:
    explicit Depth(ExpressionReader& reader) : depth_(reader.depth_) {
        Cursor& cursor = reader.cursor_;
        if (depth_ >= deepest_nesting) cursor.fail(nested_too_deeply, cursor.next_token());
        ++depth_;
    }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    ~Depth() { --depth_; }

private:
    int& depth_;
};

// --- literals -----------------------------------------------------------------------------------

Expression ExpressionReader::read_literal(Delimiters delimiters) {
    return read(delimiters, Content::expanded);
}

Expression ExpressionReader::read_raw_literal(Delimiters delimiters) {
    return read(delimiters, Content::raw);
}

Expression ExpressionReader::read(Delimiters delimiters, Content content) {
    const Depth depth(*this);
    cursor_.skip_blanks();
    const std::size_t begin = cursor_.at();
    Span body;
    if (cursor_.peek() == '"' || cursor_.peek() == '\'')
        body = quoted_body();
    else if (fish_length() > 0)
        body = swim_body();
    else
        return read_implicit(delimiters, content);
    const std::size_t end = cursor_.at();
    Expression expression;
    if (content == Content::expanded) expression = compile(body.begin, body.end);
    cursor_.go_to(end);
    expression.span = cursor_.span(begin, end);
    expression.body = body;
    return expression;
}

Span ExpressionReader::quoted_body() {
    const std::size_t begin = cursor_.at();
    const char quote = cursor_.peek();
    for (cursor_.advance(); !cursor_.is_at_end() && cursor_.peek() != '\n'; cursor_.advance()) {
        if (cursor_.peek() != quote) continue;
        const Span body = cursor_.span(begin + 1, cursor_.at());
        cursor_.advance();
        return body;
    }
    cursor_.fail(unterminated_string, cursor_.span(begin, begin + 1));
}

/// 0 if no swim string begins here.
std::size_t ExpressionReader::fish_length() const {
    if (cursor_.peek() != '>') return 0;
    for (std::size_t length = 1; length <= widest_fish + 1; ++length) {
        const char next = cursor_.peek(length);
        if (next == '>') return length + 1;
        if (next == '\0' || next == '\n') return 0;
    }
    return 0;
}

/// Of overlapping closing fish the last one ends the string.
Span ExpressionReader::swim_body() {
    const std::size_t begin = cursor_.at();
    const std::size_t length = fish_length();
    const std::string fish(cursor_.text(begin, begin + length));
    cursor_.advance(length);
    while (!cursor_.is_at_end() && !cursor_.looks_at(fish))
        cursor_.advance();
    if (cursor_.is_at_end()) cursor_.fail(unterminated_string, cursor_.span(begin, begin + length));
    std::size_t close = cursor_.at();
    for (std::size_t next = close + 1; next < close + length; ++next) {
        if (cursor_.text(next, next + length) == fish) close = next;
    }
    cursor_.go_to(close + length);
    return cursor_.span(begin + length, close);
}

Expression ExpressionReader::compile(std::size_t begin, std::size_t end) {
    const Cursor::Range range(cursor_, begin, end);
    return read_all();
}

Expression ExpressionReader::read_all() {
    const std::size_t begin = cursor_.at();
    Expression expression;
    std::size_t plain_until = begin;
    if (cursor_.peek() == '@' || cursor_.peek() == '%') {
        if (read_container(expression, nullptr)) return expression;
        plain_until = cursor_.at();
        cursor_.go_to(begin);
        expression = {};
    }
    TextExpression text;
    read_pieces(nullptr, text, plain_until);
    expression.content = std::move(text);
    expression.span = expression.body = cursor_.span(begin, cursor_.at());
    return expression;
}

Expression ExpressionReader::read_implicit(Delimiters delimiters, Content content) {
    const std::size_t begin = cursor_.at();
    if (cursor_.is_at_end() || is_delimiter(delimiters)) cursor_.fail_expected("a value");
    Expression expression;
    std::size_t plain_until = begin;
    bool is_container = false;
    if (cursor_.peek() == '@' || cursor_.peek() == '%') {
        is_container = read_container(expression, &delimiters);
        if (!is_container) plain_until = cursor_.at();
    }
    if (!is_container) {
        cursor_.go_to(begin);
        TextExpression text;
        read_pieces(&delimiters, text, plain_until);
        expression = {};
        if (content == Content::expanded) expression.content = std::move(text);
    }
    std::size_t end = cursor_.at();
    while (end > begin && is_blank(cursor_.text(end - 1, end).front()))
        --end;
    cursor_.go_to(end);
    expression.span = expression.body = cursor_.span(begin, end);
    return expression;
}

// --- vectors and maps ---------------------------------------------------------------------------

bool ExpressionReader::read_container(Expression& expression, const Delimiters* delimiters) {
    const std::size_t begin = cursor_.at();
    if (!read_container_base(expression)) return false;
    expression.indexes = read_indexes();
    expression.span = expression.body = cursor_.span(begin, cursor_.at());
    const std::size_t end = cursor_.at();
    cursor_.skip_line_blanks();
    const bool is_whole = cursor_.is_at_end() || cursor_.peek() == '\n' ||
                          (delimiters != nullptr && is_delimiter(*delimiters));
    cursor_.go_to(end);
    return is_whole && (delimiters != nullptr || cursor_.is_at_end());
}

bool ExpressionReader::read_container_base(Expression& expression) {
    const std::size_t begin = cursor_.at();
    const Sign sign = sign_of(cursor_.peek());
    if (cursor_.peek(1) == '(') {
        cursor_.advance();
        if (sign == Sign::vector)
            expression.content = VectorExpression{read_list(EmptyItems::refused)};
        else
            expression.content = read_map();
        return true;
    }
    const std::size_t length = cursor_.name_length(begin + 1);
    if (length > 0 && cursor_.peek(1 + length) == '(') {
        expression.content = read_call(sign, begin);
        return true;
    }
    if (length == 0 && cursor_.peek(1) != '{') {
        cursor_.advance();
        return false;
    }
    Reference reference = read_reference_name(sign, begin);
    reference.candidates.resize(1);
    expression.content = std::move(reference);
    return true;
}

std::vector<Expression> ExpressionReader::read_indexes() {
    std::vector<Expression> indexes;
    while (true) {
        const std::size_t open = cursor_.at();
        if (cursor_.skip('[')) {
            indexes.push_back(read_literal(Delimiters::index));
            cursor_.skip_blanks();
            if (cursor_.is_at_end()) cursor_.fail(unclosed, cursor_.span(open, open + 1), "[");
            if (!cursor_.skip(']')) cursor_.fail_expected("']'");
        } else if (const std::size_t length = cursor_.name_length(open + 1);
                   cursor_.peek() == '.' && length > 0) {
            Expression name;
            TextExpression text;
            text.pieces.push_back({std::string(cursor_.text(open + 1, open + 1 + length))});
            name.content = std::move(text);
            name.span = name.body = cursor_.span(open + 1, open + 1 + length);
            indexes.push_back(std::move(name));
            cursor_.advance(1 + length);
        } else {
            return indexes;
        }
    }
}

/// Skips `,` or `)` after an item, and returns whether it was `)`.
bool ExpressionReader::ends_list(std::size_t open) {
    cursor_.skip_blanks();
    if (cursor_.skip(',')) return false;
    if (cursor_.skip(')')) return true;
    if (cursor_.is_at_end()) cursor_.fail(unclosed, cursor_.span(open, open + 1), "(");
    cursor_.fail_expected("',' or ')'");
}

void ExpressionReader::close(std::size_t open) {
    cursor_.skip_blanks();
    if (cursor_.is_at_end()) cursor_.fail(unclosed, cursor_.span(open, open + 1), "(");
    if (!cursor_.skip(')')) cursor_.fail_expected("')'");
}

/// At `(`.
std::vector<Expression> ExpressionReader::read_list(EmptyItems empty) {
    const std::size_t open = cursor_.at();
    cursor_.advance();
    cursor_.skip_blanks();
    std::vector<Expression> items;
    if (cursor_.skip(')')) return items;
    do {
        cursor_.skip_blanks();
        if (cursor_.is_at_end()) cursor_.fail(unclosed, cursor_.span(open, open + 1), "(");
        const bool is_empty = cursor_.peek() == ',' || cursor_.peek() == ')';
        if (is_empty && empty == EmptyItems::taken)
            items.emplace_back();
        else
            items.push_back(read_literal(Delimiters::item));
    } while (!ends_list(open));
    return items;
}

MapExpression ExpressionReader::read_map() {
    const std::size_t open = cursor_.at();
    cursor_.advance();
    cursor_.skip_blanks();
    MapExpression map;
    if (cursor_.skip(')')) return map;
    do {
        cursor_.skip_blanks();
        if (cursor_.is_at_end()) cursor_.fail(unclosed, cursor_.span(open, open + 1), "(");
        Expression key = read_literal(Delimiters::key);
        cursor_.skip_blanks();
        if (!cursor_.skip(':')) cursor_.fail_expected("':'");
        map.items.emplace_back(std::move(key), read_literal(Delimiters::item));
    } while (!ends_list(open));
    return map;
}

// --- texts --------------------------------------------------------------------------------------

void ExpressionReader::read_pieces(
    const Delimiters* delimiters, TextExpression& text, std::size_t plain_until
) {
    std::string plain;
    std::size_t kept = 0; ///< of `plain`: not to be trimmed
    int open = 0;         ///< parentheses in the text
    while (!cursor_.is_at_end()) {
        const char next = cursor_.peek();
        if (delimiters != nullptr && cursor_.at() >= plain_until) {
            if (next == '\n' || (open == 0 && is_delimiter(*delimiters))) break;
            if (next == '(' && (open > 0 || has_closing_on_line())) ++open;
            if (next == ')' && open > 0) --open;
        }
        if (next == '`') {
            read_escape(plain);
            kept = plain.size();
        } else if (next != '$' || !read_reference(text, plain)) {
            plain += next;
            cursor_.advance();
        } else {
            kept = 0;
        }
    }
    if (delimiters != nullptr) {
        while (plain.size() > kept && is_blank(plain.back()))
            plain.pop_back();
    }
    add_plain(text, plain);
}

bool ExpressionReader::has_closing_on_line() const {
    int open = 0;
    for (std::size_t ahead = 0; cursor_.at() + ahead < cursor_.at() + 65536; ++ahead) {
        const char next = cursor_.peek(ahead);
        if (next == '\0' || next == '\n') return false;
        if (next == '(') ++open;
        if (next == ')' && --open == 0) return true;
    }
    return false;
}

bool ExpressionReader::looks_at_arguments() const {
    const std::size_t begin = cursor_.at();
    cursor_.advance();
    cursor_.skip_blanks();
    bool is_list = cursor_.peek() == ')';
    const std::size_t length = cursor_.name_length(cursor_.at());
    if (length > 0) {
        cursor_.advance(length);
        cursor_.skip_blanks();
        is_list = cursor_.peek() == ':' || cursor_.looks_at("=>");
    }
    cursor_.go_to(begin);
    return is_list;
}

bool ExpressionReader::is_delimiter(Delimiters delimiters) const {
    const char next = cursor_.peek();
    const auto follows_blank = [&] {
        return cursor_.at() > 0 && is_blank(cursor_.text(cursor_.at() - 1, cursor_.at()).front());
    };
    switch (delimiters) {
    case Delimiters::statement: return next == ';';
    case Delimiters::positional:
        return next == ';' || (next == '(' && follows_blank() && looks_at_arguments());
    case Delimiters::item: return next == ',' || next == ')';
    case Delimiters::key: return next == ':' || next == ',' || next == ')';
    case Delimiters::nested: return next == ')';
    case Delimiters::index: return next == ']';
    case Delimiters::fallback: return next == ',' || next == '>';
    case Delimiters::source: return next == '{';
    case Delimiters::directive: return next == '{' || next == ',';
    case Delimiters::operand: break;
    }
    if (next == '=' || next == ')' || next == '{') return true;
    if (cursor_.looks_at("!=") || cursor_.looks_at("&&") || cursor_.looks_at("||")) return true;
    if (next != '<' && next != '>') return false;
    const char behind = cursor_.peek(cursor_.peek(1) == '=' ? 2 : 1);
    return follows_blank() && is_blank(behind);
}

/// A backtick protects neither a closing quote nor a delimiter.
void ExpressionReader::read_escape(std::string& plain) {
    const std::size_t begin = cursor_.at();
    const char letter = cursor_.peek(1);
    cursor_.advance();
    if (cursor_.is_at_end() || letter == ';' || letter == '\n') {
        plain += '`';
        return;
    }
    if (const char meant = escaped(letter); meant != '\0') {
        plain += meant;
        return cursor_.advance();
    }
    const std::size_t width = width_of(letter);
    const std::string_view character = cursor_.text(begin + 1, begin + 1 + width);
    cursor_.diagnostics().add(bad_escape, cursor_.span(begin, begin + 1 + width), {character});
    plain += character;
    cursor_.advance(width);
}

/// At `$`. Returns false if it stands for itself.
bool ExpressionReader::read_reference(TextExpression& text, std::string& plain) {
    const std::size_t begin = cursor_.at();
    const std::size_t length = cursor_.name_length(begin + 1);
    Piece piece;
    if (cursor_.peek(1) == '(') {
        piece.content = std::make_unique<Expression>(read_nested());
    } else if (length > 0 && cursor_.peek(1 + length) == '(') {
        piece.content = read_call(Sign::scalar, begin);
    } else if (length > 0 || cursor_.peek(1) == '{') {
        piece.content = read_reference_name(Sign::scalar, begin);
    } else {
        return false;
    }
    piece.span = cursor_.span(begin, cursor_.at());
    add_plain(text, plain);
    text.pieces.push_back(std::move(piece));
    return true;
}

Expression ExpressionReader::read_nested() {
    const std::size_t open = cursor_.at() + 1;
    cursor_.advance(2);
    cursor_.skip_blanks();
    if (cursor_.is_at_end()) cursor_.fail(unclosed, cursor_.span(open, open + 1), "(");
    Expression expression = read_literal(Delimiters::nested);
    close(open);
    return expression;
}

/// At the sign of `$name` or `${name}`.
Reference ExpressionReader::read_reference_name(Sign sign, std::size_t begin) {
    const VariableName name = read_variable();
    Reference reference{.sign = sign, .span = name.span};
    reference.shown = name.span.text();
    const std::string whole(cursor_.names().text(name.name));
    reference.candidates.push_back({.name = name.name});
    if (cursor_.text(begin + 1, begin + 2) == "{") return reference;
    const std::string_view spelled = cursor_.names().text(name.spelling);
    for (std::size_t dash = whole.rfind('-'); dash != std::string::npos && dash > 0;
         dash = whole.rfind('-', dash - 1)) {
        std::size_t length = dash;
        while (whole[length - 1] == '-' || whole[length - 1] == '_')
            --length;
        reference.candidates.push_back(
            {.name = cursor_.names().symbol(whole.substr(0, length)),
             .rest = std::string(spelled.substr(length))}
        );
        if (length < dash) dash = length;
    }
    return reference;
}

VariableName ExpressionReader::read_variable() {
    const std::size_t begin = cursor_.at();
    const Sign sign = sign_of(cursor_.peek());
    if (cursor_.peek() != '$' && sign == Sign::scalar) cursor_.fail_expected("a variable");
    std::string spelled;
    if (cursor_.peek(1) == '{') {
        cursor_.advance(2);
        const std::size_t first = cursor_.at();
        while (!cursor_.is_at_end() && cursor_.peek() != '}' && cursor_.peek() != '\n')
            cursor_.advance();
        spelled = cursor_.text(first, cursor_.at());
        if (!cursor_.skip('}')) cursor_.fail(unclosed, cursor_.span(begin + 1, begin + 2), "{");
    } else {
        const std::size_t length = cursor_.name_length(begin + 1);
        if (length == 0) cursor_.fail_expected("a variable");
        spelled = cursor_.text(begin + 1, begin + 1 + length);
        cursor_.advance(1 + length);
    }
    const Span span = cursor_.span(begin, cursor_.at());
    constexpr std::size_t longest = 50;
    if (spelled.size() > longest)
        cursor_.diagnostics().add(bad_name, span, {spelled, "it has more than 50 characters"});
    Names& names = cursor_.names();
    return {
        .sign = sign,
        .name = names.symbol(lower_case(spelled)),
        .spelling = names.symbol(spelled),
        .span = span};
}

/// At the sign of `$name(..)`.
Call ExpressionReader::read_call(Sign sign, std::size_t begin) {
    const std::size_t length = cursor_.name_length(begin + 1);
    Call call{.sign = sign, .name = std::string(cursor_.text(begin + 1, begin + 1 + length))};
    call.span = cursor_.span(begin, begin + 1 + length);
    cursor_.advance(1 + length);
    call.arguments = read_list(EmptyItems::taken);
    return call;
}

} // namespace vow::otterscript
