#pragma once

#include "policy/cfengine/syntax/ast.h"
#include "policy/source/source_text.h"

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// A class that an expression names, as it is written, and its offset in the text.
struct NamedClass {
    std::string_view name;
    std::size_t at;
};

/// The classes that an expression names in full, in written order. Those with references are left
/// out.
std::vector<NamedClass> classes_in(std::string_view expression);

/// A text that is a class expression.
struct ClassExpression {
    enum class Role {
        holds, ///< the promise runs only if it holds
        fails, ///< the promise runs only if it does not: `unless`
        part   ///< an item of a list or an argument of a call, or it only defines a class
    };

    std::string_view text;
    Span span; ///< of the text, with its quotes if it has some
    Role role;
};

/// All class expressions of a promise, as far as they are written: its guard, conditions, and the
/// attributes of a `classes` promise. Items of lists and arguments of calls are expressions of
/// their own.
std::vector<ClassExpression> class_expressions_of(const ast::Promise& promise);

/// Whether two classes can never be defined together.
using Exclusion = std::function<bool(std::string_view, std::string_view)>;

/// True if no set of classes lets the promise run. False if that is not certain: the expressions
/// name none or more than a few classes, or cannot be read. Those with references are left out.
bool contradict(const std::vector<ClassExpression>& expressions, const Exclusion& exclude);

} // namespace vow::cfengine
