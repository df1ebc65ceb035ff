#include "policy/inmanta/syntax/readers.h"

namespace vow::inmanta {
namespace {

/// Statements up to one of the words that can follow a branch, which is not taken.
Block read_branch(TokenStream& tokens) {
    Block block;
    for (tokens.skip_docstrings();
         !tokens.is_keyword("end") && !tokens.is_keyword("elif") && !tokens.is_keyword("else");
         tokens.skip_docstrings())
        block.statements.push_back(read_statement(tokens));
    return block;
}

/// After "if" or "elif", up to the end of the whole statement.
Statement read_condition(TokenStream& tokens, const Token& word) {
    const TokenStream::Level level(tokens);
    If condition{read_expression(tokens), {}, {}};
    tokens.expect(":");
    condition.if_true = read_branch(tokens);
    if (tokens.is_keyword("elif")) {
        const Token& next = tokens.take();
        condition.if_false.statements.push_back(read_condition(tokens, next));
    } else {
        if (tokens.accept("else")) {
            tokens.expect(":");
            condition.if_false = read_branch(tokens);
        }
        tokens.expect("end");
    }
    return {line_of(word), std::move(condition)};
}

Statement read_loop(TokenStream& tokens, const Token& word) {
    const TokenStream::Level level(tokens);
    For loop{tokens.expect_name(), nullptr, {}};
    tokens.expect("in");
    loop.items = read_expression(tokens);
    tokens.expect(":");
    loop.body = read_block(tokens);
    return {line_of(word), std::move(loop)};
}

Statement read_assignment(TokenStream& tokens, ExpressionPtr target) {
    const Token& sign = tokens.take();
    const Assigned assigned = sign.text == "=" ? Assigned::whole : Assigned::added;
    if (const auto* variable = target->as<Reference>()) {
        if (assigned == Assigned::added)
            TokenStream::refuse(
                target->place, "Syntax error: Can not perform += on variable " + variable->name.text
            );
        WrittenName name = variable->name;
        return {line_of(sign), VariableAssignment{std::move(name), read_expression(tokens)}};
    }
    auto* attribute = target->as<AttributeReference>();
    AttributeAssignment assignment{
        std::move(attribute->owner), attribute->attribute, nullptr, assigned};
    assignment.value = read_expression(tokens);
    return {line_of(sign), std::move(assignment)};
}

} // namespace

Statement read_statement(TokenStream& tokens) {
    tokens.check_stop();
    const Token& first = tokens.peek();
    if (tokens.accept("for")) return read_loop(tokens, first);
    if (tokens.accept("if")) return read_condition(tokens, first);
    ExpressionPtr expression = read_expression(tokens);
    const bool is_target =
        expression->as<Reference>() != nullptr || expression->as<AttributeReference>() != nullptr;
    if (is_target && (tokens.is_symbol("=") || tokens.is_symbol("+=")))
        return read_assignment(tokens, std::move(expression));
    const Place place = expression->place;
    return {place, std::move(expression)};
}

Block read_block(TokenStream& tokens) {
    Block block;
    for (tokens.skip_docstrings(); !tokens.accept("end"); tokens.skip_docstrings())
        block.statements.push_back(read_statement(tokens));
    return block;
}

} // namespace vow::inmanta
