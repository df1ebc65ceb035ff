#include "policy/otterscript/syntax/expression_reader.h"

#include "policy/otterscript/syntax/string_body.h"
#include "policy/otterscript/syntax/variable_name.h"

namespace vow::otterscript {
namespace {

constexpr int max_nesting = 500;
constexpr DiagnosticKind nested_too_deeply{
    "nested-too-deeply", "expressions are nested more than 500 deep"};

} // namespace

class ExpressionReader::Depth {
public:
    explicit Depth(ExpressionReader& reader) : depth_(reader.depth_) {
        Cursor& cursor = reader.cursor_;
        if (depth_ >= max_nesting) cursor.fail(nested_too_deeply, cursor.next_token());
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
    const auto body = read_string_body(cursor_);
    if (!body) return read_implicit(delimiters, content);
    const std::size_t end = cursor_.at();
    if (delimiters == Delimiters::message && goes_on_after(end)) {
        cursor_.go_to(begin);
        return read_implicit(delimiters, content);
    }
    Expression expression;
    if (content == Content::expanded) expression = compile(body->begin, body->end);
    cursor_.go_to(end);
    expression.span = cursor_.span(begin, end);
    expression.body = *body;
    return expression;
}

/// Whether a message has text after what looks like the whole of it: `"name" is $name`.
bool ExpressionReader::goes_on_after(std::size_t end) {
    cursor_.go_to(end);
    cursor_.skip_line_blanks();
    return !cursor_.is_at_end() && cursor_.peek() != '\n' && cursor_.peek() != ';' &&
           cursor_.peek() != '}' && cursor_.peek() != '#' && !cursor_.looks_at("//") &&
           !cursor_.looks_at("/*");
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

Expression ExpressionReader::read_name(std::size_t length) {
    const std::size_t begin = cursor_.at();
    Expression name;
    TextExpression text;
    text.pieces.push_back({std::string(cursor_.text(begin, begin + length))});
    name.content = std::move(text);
    name.span = name.body = cursor_.span(begin, begin + length);
    cursor_.advance(length);
    return name;
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
    Reference reference = read_reference_name(cursor_);
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
            cursor_.advance();
            indexes.push_back(read_name(length));
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
