#pragma once

#include "policy/otterscript/syntax/expression.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace vow::otterscript {

struct Operation; // policy/otterscript/statements/operation.h
struct Statement;
struct Module;

/// Statements with a scope of their own, and the modules that they declare.
struct Block {
    std::vector<Statement> statements; // initialized here, they would have to be complete
    std::vector<std::unique_ptr<Module>> modules;
    Span span = {}; ///< of the opening brace
};

/// `NAME: literal` or `NAME => variable`, of an operation or a call.
struct Argument {
    std::string name;
    Span span; ///< of the name
    std::variant<Expression, VariableName> value;

    const Expression* input() const { return std::get_if<Expression>(&value); }
    const VariableName* output() const { return std::get_if<VariableName>(&value); }
};

struct Action {
    std::string space; ///< before `::`; may be empty
    std::string name;
    Span span; ///< of the name, with its space
    std::optional<Expression> positional = {};
    std::vector<Argument> arguments = {};
    const Operation* operation = nullptr; ///< found by the checker
};

struct CallModule {
    std::string raft = {}; ///< before `::`; may be empty
    std::string name = {};
    Span span = {}; ///< of the name
    std::vector<Argument> arguments = {};
};

/// `set`: where a new variable is created, and where an old one is searched.
enum class Place : std::uint8_t { nearest, local, global };

struct Set {
    Place place = Place::nearest;
    VariableName variable = {};
    std::vector<Expression> indexes = {};
    Expression value = {};
};

enum class LogKind : std::uint8_t { debug, information, warning, error };
struct Log {
    LogKind kind;
    Expression message;
};

/// Statements of one or two words.
enum class Simple : std::uint8_t {
    break_,
    continue_,
    return_,
    error,
    fail,
    warn,
    force_warn,
    force_normal
};

struct Throw {
    std::optional<Expression> message;
};
struct Await {
    std::string token; ///< in lower case; empty: all children
    bool has_token = false;
};

enum class ContextType : std::uint8_t { server, role, directory, deployable };
struct For {
    ContextType type;
    Expression name;
    Block body;
};
struct Foreach {
    std::variant<ContextType, VariableName> item;
    Expression source;
    Block body;
};

struct Lock {
    std::string token; ///< in lower case
    bool is_global;    ///< held against other executions, too
};
enum class ExecutionPolicy : std::uint8_t { on_change, always };
struct With {
    std::optional<std::uint64_t> retry = {};
    std::optional<std::uint64_t> timeout = {}; ///< seconds
    std::optional<ExecutionPolicy> policy = {};
    std::optional<std::string> async = {}; ///< the token, in lower case; may be empty
    std::optional<Lock> lock = {};
    bool is_isolated = false;
    std::optional<Expression> credentials = {};
    Block body;
};

struct If {
    Condition condition;
    Block then;
    std::unique_ptr<Statement> otherwise; ///< a block or another `if`; may be null
};
struct Try {
    Block body;
    Block handler;
};

struct Statement {
    std::variant<
        Action,
        Block,
        Set,
        Log,
        Simple,
        Throw,
        Await,
        CallModule,
        For,
        Foreach,
        With,
        If,
        Try>
        content;
    Span span = {};               ///< its first word
    std::string description = {}; ///< the first line of the comments before it
    bool is_left_out = false;     ///< a part of the script runs without it
};

struct Parameter {
    VariableName variable;
    std::string name; ///< as written
    bool is_output = false;
    std::optional<Expression> fallback = {};
};

struct Module {
    std::string name;
    Symbol key = {}; ///< the name in lower case
    Span span = {};  ///< of the name
    std::vector<Parameter> parameters = {};
    Block body = {};
};

struct GlobalVariable {
    VariableName variable;
    std::optional<Expression> value;
};

/// A plan, or a module of the raft.
struct Script {
    std::vector<GlobalVariable> globals = {};
    Block body = {};
};

} // namespace vow::otterscript
