#pragma once

#include "policy/inmanta/syntax/expression.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vow::inmanta {

struct Statement;

/// Statements with a scope of their own, and the variables that they set.
struct Block {
    std::vector<Statement> statements;
    std::vector<std::string> variables; ///< sorted; filled when names are resolved
};

enum class Assigned { whole, added }; ///< `=`, `+=`

struct VariableAssignment {
    WrittenName variable;
    ExpressionPtr value;
};

struct AttributeAssignment {
    ExpressionPtr owner;
    WrittenName attribute;
    ExpressionPtr value;
    Assigned assigned;
};

/// An attribute that a block may set, on an instance that is known outside of it: "a.b", "list".
struct ExpectedAssignment {
    const Expression* owner;
    const WrittenName* attribute;
};

struct For {
    WrittenName variable;
    ExpressionPtr items;
    Block body;
    std::vector<ExpectedAssignment> expected = {}; ///< filled when names are resolved
};

struct If {
    ExpressionPtr condition;
    Block if_true, if_false;
    std::vector<ExpectedAssignment> expected = {}; ///< filled when names are resolved
};

struct Statement : Written<VariableAssignment, AttributeAssignment, For, If, ExpressionPtr> {};

// --- definitions ---

struct WrittenType {
    WrittenName name;
    bool is_list = false, is_nullable = false;
};

struct AttributeDefinition {
    WrittenType type;
    WrittenName name;
    ExpressionPtr value;                                            ///< the default; null without
    enum class Default { kept, removed } inherited = Default::kept; ///< removed by `undef`
};

struct EntityDefinition {
    WrittenName name;
    std::vector<WrittenName> parents;
    std::vector<AttributeDefinition> attributes;
};

struct ImplementationDefinition {
    WrittenName name;
    WrittenName entity;
    Block body;
};

struct ImplementDefinition {
    WrittenName entity;
    std::vector<WrittenName> implementations;
    enum class Parents { no, yes } parents = Parents::no; ///< `using parents`
    ExpressionPtr condition;                              ///< null without
};

struct Multiplicity {
    std::int64_t low = 0;
    std::optional<std::int64_t> high = {}; ///< nullopt: any number
};

struct RelationDefinition {
    /// An entity, and the attribute by which the other side refers to it.
    struct Side {
        WrittenName entity;
        WrittenName attribute; ///< of the other side's entity; empty if there is none
        Multiplicity multiplicity;
    };

    Side left, right;
    std::vector<ExpressionPtr> annotations;
};

struct TypeDefinition {
    WrittenName name;
    WrittenName base;
    ExpressionPtr constraint;
};

struct IndexDefinition {
    WrittenName entity;
    std::vector<WrittenName> attributes;
};

struct Import {
    WrittenName name;
    std::string alias;
};

struct Definition : Written<
                        EntityDefinition,
                        ImplementationDefinition,
                        ImplementDefinition,
                        RelationDefinition,
                        TypeDefinition,
                        IndexDefinition,
                        Import> {};

/// The declarations and statements of one file.
struct File {
    std::vector<Definition> definitions;
    Block block;
};

/// How messages name a statement: "a = 'y'", "For(i)".
std::string text_of(const Statement& statement);
/// "string[]? t = List()".
std::string text_of(const AttributeDefinition& attribute);

/// Calls `visit` for every expression directly below one, in written order.
void each_child(Expression& expression, const std::function<void(Expression&)>& visit);
void each_child(const Expression& expression, const std::function<void(const Expression&)>& visit);

} // namespace vow::inmanta
