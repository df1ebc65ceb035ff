#pragma once

#include "policy/source/names.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::cfengine {

/// A class expression, compiled once: `a.b`, `a&b`, `a|b`, `a||b`, `!a`, parentheses. `true` always
/// holds, `false` and `none` never do.
class ClassGuard {
public:
    ClassGuard() = default; ///< always holds, like `any`

    bool is_any() const { return steps_.empty(); }
    /// Calls `is_class` only for the classes that the result depends on.
    bool holds(const std::function<bool(Symbol)>& is_class) const;
    /// The classes that it names, in written order, each once.
    std::vector<Symbol> classes() const;

private:
    friend struct ClassGuardReader;

    /// In postfix order. `both` and `either` skip their right side when the left side decides.
    struct Step {
        enum class Kind { is_class, truth, both, either, negate };
        Kind kind;
        std::uint32_t operand; ///< a Symbol, the step to jump to, or 1 for true
    };

    std::vector<Step> steps_;
};

/// Why a text is not a class expression.
struct GuardError {
    std::string message;
};

/// The characters of a class in an expression: of vow all but operators; of the reference agent
/// letters, digits, `_`, `:` and brackets. That one ignores the text from the first other character
/// on: `a-b|c` is `a`.
enum class ClassLetters { any, reference };

/// Compiles a class expression. Blanks are allowed around operators. A class without a namespace
/// belongs to `name_space` (a hard class belongs to every namespace).
std::variant<ClassGuard, GuardError> compile_class_guard(
    std::string_view text,
    std::string_view name_space,
    Names& names,
    ClassLetters letters = ClassLetters::any
);

} // namespace vow::cfengine
