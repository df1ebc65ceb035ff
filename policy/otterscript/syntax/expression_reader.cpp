#include "policy/otterscript/syntax/expression_reader.h"

#include "protocol/text/text.h"

namespace vow::otterscript {
namespace {

constexpr int max_nesting = 500;
constexpr std::size_t max_fish_length = 5;
constexpr DiagnosticKind nested_too_deeply{
    "nested-too-deeply", "expressions are nested more than 500 deep"};

Sign sign_of(char mark) {
    return mark == '@' ? Sign::vector : mark == '%' ? Sign::map : Sign::scalar;
}

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
    Span body;
    if (cursor_.peek() == '"' || cursor_.peek() == '\'')
        body = quoted_body();
    else if (fish_length() > 0)
        body = swim_body();
    else
        return read_implicit(delimiters, content);
    const std::size_t end = cursor_.at();
    if (delimiters == Delimiters::message && goes_on_after(end)) {
        cursor_.go_to(begin);
        return read_implicit(delimiters, content);
    }
    Expression expression;
    if (content == Content::expanded) expression = compile(body.begin, body.end);
    cursor_.go_to(end);
    expression.span = cursor_.span(begin, end);
    expression.body = body;
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

Span ExpressionReader::quoted_body() {
    const std::size_t begin = cursor_.at();
    const char quote = cursor_.peek();
    for (cursor_.advance(); !cursor_.is_at_end() && cursor_.peek() != '\n'; cursor_.advance()) {
        if (cursor_.peek() != quote) continue;
        const Span body = cursor_.span(begin + 1, cursor_.at());
        cursor_.advance();
        return body;
    }
    cursor_.go_to(begin); // so that reading goes on in this line
    cursor_.fail(unterminated_string, cursor_.span(begin, begin + 1));
}

/// 0 if no swim string begins here.
std::size_t ExpressionReader::fish_length() const {
    if (cursor_.peek() != '>') return 0;
    for (std::size_t length = 1; length <= max_fish_length + 1; ++length) {
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
    cursor_.note_swim_end();
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

// --- names --------------------------------------------------------------------------------------

/// At the sign of `$name` or `${name}`.
Reference ExpressionReader::read_reference_name(Sign sign, std::size_t begin) {
    const VariableName name = read_variable(NameEnd::is_text);
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
    return read_variable(NameEnd::is_checked);
}

VariableName ExpressionReader::read_variable(NameEnd name_end) {
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
        cursor_.advance();
        spelled = cursor_.read_name_parts();
        if (name_end == NameEnd::is_text) {
            spelled.resize(length);
            cursor_.go_to(begin + 1 + length);
        }
    }
    const Span span = cursor_.span(begin, cursor_.at());
    cursor_.check_name(spelled, span);
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
