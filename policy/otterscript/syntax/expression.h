#pragma once

#include "policy/otterscript/values/value.h"
#include "policy/source/names.h"
#include "policy/source/source_text.h"

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace vow::otterscript {

struct Function; // policy/otterscript/evaluation/function.h
struct Expression;

/// The name of a variable. Its case does not matter, but is kept.
struct VariableName {
    Sign sign = Sign::scalar;
    Symbol name = {};     ///< in lower case
    Symbol spelling = {}; ///< as written
    Span span = {};       ///< with the sign
};

/// A name in an expression. `$a-b` may mean `$a` followed by a text: the longest name that has a
/// value counts.
struct Reference {
    struct Candidate {
        Symbol name;                        ///< in lower case
        const Function* function = nullptr; ///< of that name, without required arguments; or null
        std::string rest;                   ///< the text after the name
    };

    Sign sign = Sign::scalar;
    std::vector<Candidate> candidates; ///< the longest first
    std::string shown;                 ///< "$a-b"
    Span span;
};

struct Call {
    Sign sign = Sign::scalar;
    std::string name;
    const Function* function = nullptr; ///< null if there is none of that name
    std::vector<Expression> arguments;
    Span span; ///< the sign and the name
};

/// A part of a text: literal, `$name`, `$name(..)` or `$(..)`.
struct Piece {
    std::variant<std::string, Reference, Call, std::unique_ptr<Expression>> content;
    Span span = {};
};

struct TextExpression {
    std::vector<Piece> pieces;
};
struct VectorExpression {
    std::vector<Expression> items;
};
struct MapExpression {
    std::vector<std::pair<Expression, Expression>> items;
};

/// A literal, compiled once: a text with references, or one vector or map with indexes.
struct Expression {
    std::variant<TextExpression, VectorExpression, MapExpression, Reference, Call> content =
        TextExpression{};
    std::vector<Expression> indexes = {};
    Span span = {}; ///< as written, with quotes
    Span body = {}; ///< without them
};

/// A condition. `tests` are the operands of `and`, `or`, and the one of `not`.
struct Condition {
    enum class Kind { test, equal, unequal, and_, or_, not_ };

    Kind kind = Kind::test;
    std::vector<Condition> parts = {};
    std::vector<Expression> operands = {}; ///< one of a test, two of a comparison
};

} // namespace vow::otterscript
