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
    std::string help;         ///< one sentence
    std::string example = {}; ///< a call; may be empty
};

} // namespace vow
