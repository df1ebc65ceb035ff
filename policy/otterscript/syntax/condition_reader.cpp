#include "policy/otterscript/syntax/script_parser.h"

namespace vow::otterscript {
namespace {

/// Recursive descent over the operators, the weakest first.
class ConditionReader {
public:
    ConditionReader(Cursor& cursor, ExpressionReader& literals)
        : cursor_(cursor),
          literals_(literals) {}

    Condition read_or();

private:
    Condition read_and();
    Condition read_not();
    Condition read_test();
    Expression read_operand();
    void refuse_method();

    Cursor& cursor_;
    ExpressionReader& literals_;
};

Condition ConditionReader::read_or() {
    Condition first = read_and();
    cursor_.skip_blanks();
    if (!cursor_.looks_at("||")) return first;
    Condition any{.kind = Condition::Kind::or_};
    any.parts.push_back(std::move(first));
    while (cursor_.looks_at("||")) {
        cursor_.advance(2);
        any.parts.push_back(read_and());
        cursor_.skip_blanks();
    }
    return any;
}

Condition ConditionReader::read_and() {
    Condition first = read_not();
    cursor_.skip_blanks();
    if (!cursor_.looks_at("&&")) return first;
    Condition all{.kind = Condition::Kind::and_};
    all.parts.push_back(std::move(first));
    while (cursor_.looks_at("&&")) {
        cursor_.advance(2);
        all.parts.push_back(read_not());
        cursor_.skip_blanks();
    }
    return all;
}

Condition ConditionReader::read_not() {
    cursor_.skip_blanks();
    const std::size_t open = cursor_.at();
    if (cursor_.peek() == '!' && cursor_.peek(1) != '=') {
        cursor_.advance();
        Condition negated{.kind = Condition::Kind::not_};
        negated.parts.push_back(read_not());
        return negated;
    }
    if (cursor_.skip('(')) {
        Condition inner = read_or();
        literals_.close(open);
        return inner;
    }
    return read_test();
}

Expression ConditionReader::read_operand() {
    cursor_.skip_blanks();
    const char next = cursor_.peek();
    if (cursor_.is_at_end() || next == '{' || next == ')' || next == '=' || next == ';' ||
        cursor_.looks_at("!=") || cursor_.looks_at("&&") || cursor_.looks_at("||")) {
        cursor_.fail_expected("a condition");
    }
    refuse_method();
    return literals_.read_literal(Delimiters::operand);
}

/// At `$l.Contains(x)`, which other documents show: no value has methods.
void ConditionReader::refuse_method() {
    if (cursor_.peek() != '$' && cursor_.peek() != '@') return;
    const std::size_t name = cursor_.at() + 1;
    const std::size_t dot = name + cursor_.name_length(name);
    const std::size_t end = dot + 1 + cursor_.name_length(dot + 1);
    if (dot == name || cursor_.text(dot, dot + 1) != "." || end == dot + 1 ||
        cursor_.text(end, end + 1) != "(") {
        return;
    }
    cursor_.diagnostics().add(
        unexpected,
        cursor_.span(dot, end),
        {"'==', '!=', '&&', '||' or '{'", "'" + std::string(cursor_.text(dot, end)) + "'"},
        "values have no methods; use a function, such as $ListIndexOf(@l, x)"
    );
    throw SyntaxFault{};
}

Condition ConditionReader::read_test() {
    Condition test;
    test.operands.push_back(read_operand());
    cursor_.skip_blanks();
    const char next = cursor_.peek();
    if (cursor_.looks_at("!=")) {
        test.kind = Condition::Kind::unequal;
        cursor_.advance(2);
    } else if (next == '=') {
        test.kind = Condition::Kind::equal;
        cursor_.advance(cursor_.peek(1) == '=' ? 2 : 1);
    } else if (next == '{' || next == ')' || cursor_.looks_at("&&") || cursor_.looks_at("||")) {
        return test;
    } else {
        cursor_.diagnostics().add(
            unexpected,
            cursor_.next_token(),
            {"'==', '!=', '&&', '||' or '{'", "'" + std::string(cursor_.next_token().text()) + "'"},
            next == '<' || next == '>' ? "numbers are compared with $Compare($a, >, 3)" : ""
        );
        throw SyntaxFault{};
    }
    test.operands.push_back(read_operand());
    return test;
}

} // namespace

Condition read_condition(Cursor& cursor, ExpressionReader& literals) {
    return ConditionReader(cursor, literals).read_or();
}

} // namespace vow::otterscript
