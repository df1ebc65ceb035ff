#pragma once

#include "policy/inmanta/syntax/mistake.h"
#include "policy/inmanta/values/value.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::inmanta {

class Entity;
struct Expression;
using ExpressionPtr = std::unique_ptr<Expression>;

/// A written name, which may have namespaces: "std::Host".
struct WrittenName {
    std::string text;
    Place place;
};

/// One of several kinds of nodes, and where it is written.
template <class... Kinds>
struct Written {
    using Node = std::variant<Kinds...>;

    template <class T>
    const T* as() const {
        return std::get_if<T>(&node);
    }
    template <class T>
    T* as() {
        return std::get_if<T>(&node);
    }

    Place place;
    Node node;
};

struct Literal {
    Value value;
};

struct Reference {
    WrittenName name;
};

struct AttributeReference {
    ExpressionPtr owner;
    WrittenName attribute;
};

/// An argument with a name, or `**` and a dict.
struct NamedArgument {
    WrittenName name; ///< empty for `**`
    ExpressionPtr value;

    bool is_unpacked() const { return name.text.empty(); }
};

/// A call of a plugin, or a cast.
struct Call {
    WrittenName name;
    std::vector<ExpressionPtr> arguments;
    std::vector<NamedArgument> named;
};

struct Constructor {
    WrittenName type;
    std::vector<NamedArgument> arguments;
    const Entity* entity = nullptr; ///< set when names are resolved
};

struct ListDisplay {
    std::vector<ExpressionPtr> items;
};

struct DictDisplay {
    std::vector<std::pair<std::string, ExpressionPtr>> members;
};

/// A string with parts that are computed.
struct Format {
    struct Part {
        std::string text = {};                ///< before the value
        ExpressionPtr value = {};             ///< null in the last part
        std::vector<Part> specification = {}; ///< of an f-string: after the colon
    };

    std::string written; ///< for messages
    std::vector<Part> parts;
};

struct DictLookup {
    ExpressionPtr dict;
    ExpressionPtr key;
};

struct IndexLookup {
    WrittenName type;
    std::vector<NamedArgument> arguments;
    const Entity* entity = nullptr; ///< set when names are resolved
};

/// `host.files[path="/x"]`.
struct RelationLookup {
    ExpressionPtr owner;
    WrittenName relation;
    std::vector<NamedArgument> arguments;
};

enum class Operator {
    or_,
    and_,
    equal,
    unequal,
    less,
    greater,
    less_or_equal,
    greater_or_equal,
    in,
    not_in,
    plus,
    minus,
    times,
    divide,
    remainder,
    power,
    not_
};

struct Operation {
    Operator operation;
    ExpressionPtr left;  ///< the operand of `not`
    ExpressionPtr right; ///< null for `not`
};

struct Conditional {
    ExpressionPtr condition, if_true, if_false;
};

struct IsDefined {
    ExpressionPtr value; ///< a reference, an attribute or a look-up in a dict
};

struct Comprehension {
    struct Loop {
        WrittenName variable;
        ExpressionPtr items;
    };

    ExpressionPtr value;
    std::vector<Loop> loops;
    ExpressionPtr guard; ///< may be null
};

/// `self` matches a pattern: the constraint of a type.
struct PatternMatch {
    std::string pattern;
};

struct Expression : Written<
                        Literal,
                        Reference,
                        AttributeReference,
                        Call,
                        Constructor,
                        ListDisplay,
                        DictDisplay,
                        Format,
                        DictLookup,
                        IndexLookup,
                        RelationLookup,
                        Operation,
                        Conditional,
                        IsDefined,
                        Comprehension,
                        PatternMatch> {};

/// How messages name an expression: "std::print(d['zz'])".
std::string text_of(const Expression& expression);
std::string_view text_of(Operator operation);

} // namespace vow::inmanta
