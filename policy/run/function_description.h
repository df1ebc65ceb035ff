#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace vow {

/// A function of a policy language, for listings. The words are the language's own.
struct FunctionDescription {
    struct Parameter {
        std::string name;
        std::string kind;  ///< "text", "integer", "class expression", ...
        std::string range; ///< "0,100" or the choices; empty: any value
    };
    enum class Arity { fixed, variadic }; ///< variadic: the last parameter repeats

    std::string name;
    std::vector<Parameter> parameters;
    std::size_t required; ///< how many parameters are not optional
    Arity arity;
    std::string returns;
    std::string help; ///< one sentence
};

/// A definition that a policy language has built in, for listings: something that policies use by
/// name and could define themselves.
struct BuiltInDefinition {
    std::string kind; ///< in the language's words: "body perms"
    std::string name;
    std::string comment; ///< lines without marks; may be empty
    std::string text;    ///< as it would be written
};

} // namespace vow
