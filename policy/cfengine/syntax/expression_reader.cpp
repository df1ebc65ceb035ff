#include "policy/cfengine/syntax/block_reader.h"

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind nested_too_deeply{
    "nested-too-deeply", "calls are nested more than 100 deep"};

constexpr std::size_t max_call_depth = 100;

} // namespace

std::optional<ast::Expression> ExpressionReader::expression() {
    depth_ = 0;
    if (tokens_.at(TokenKind::left_brace)) return list();
    return item("a value");
}

std::optional<ast::Expression> ExpressionReader::item(std::string_view wanted) {
    if (tokens_.at(TokenKind::word) || tokens_.at(TokenKind::naked_reference)) {
        return name_or_call();
    }
    if (!tokens_.at(TokenKind::quoted)) {
        tokens_.report(wanted);
        return std::nullopt;
    }
    ast::Expression quoted{tokens_.span(), ast::Quoted{texts_.text_of(tokens_.text())}};
    tokens_.advance();
    return quoted;
}

std::optional<ast::Expression> ExpressionReader::list() {
    const Token begin = tokens_.current();
    tokens_.advance();
    ast::List list;
    while (!tokens_.at(TokenKind::right_brace)) {
        auto read = item("a list item");
        if (!read) return std::nullopt;
        list.items.push_back(std::move(*read));
        if (tokens_.pass(TokenKind::comma) || tokens_.at(TokenKind::right_brace)) continue;
        tokens_.report_missing("',' or '}'");
        return std::nullopt;
    }
    tokens_.advance();
    list.items.shrink_to_fit();
    return ast::Expression{tokens_.span_since(begin), std::move(list)};
}

std::optional<ast::Expression> ExpressionReader::name_or_call() {
    const Token begin = tokens_.current();
    const Span span = tokens_.span();
    tokens_.advance();
    if (tokens_.at(TokenKind::left_parenthesis)) {
        auto read = call(span);
        if (!read) return std::nullopt;
        return ast::Expression{tokens_.span_since(begin), std::move(*read)};
    }
    if (begin.kind == TokenKind::naked_reference) {
        return ast::Expression{span, ast::NakedReference{span.text()}};
    }
    return ast::Expression{span, ast::Identifier{span.text()}};
}

/// "(" [","] [ARGUMENT {"," ARGUMENT} [","]] ")"
std::optional<ast::Call> ExpressionReader::call(Span name) {
    if (++depth_ > max_call_depth) {
        tokens_.report(nested_too_deeply, tokens_.span());
        return std::nullopt;
    }
    tokens_.advance();
    ast::Call call{name.text(), name, {}};
    if (tokens_.at(TokenKind::comma)) {
        call.empty_argument = tokens_.span();
        tokens_.advance();
    }
    while (!tokens_.at(TokenKind::right_parenthesis)) {
        auto read = item("an argument or ')'");
        if (!read) return std::nullopt;
        call.arguments.push_back(std::move(*read));
        if (tokens_.pass(TokenKind::comma) || tokens_.at(TokenKind::right_parenthesis)) continue;
        tokens_.report_missing("',' or ')'");
        return std::nullopt;
    }
    tokens_.advance();
    --depth_;
    return call;
}

} // namespace vow::cfengine
