#pragma once

#include "policy/source/names.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::cfengine {

/// A class expression, read once: `a.b`, `a&b`, `a|b`, `a||b`, `!a`, parentheses.
class ClassGuard {
public:
    ClassGuard() = default; ///< always holds, as `any`

    bool is_any() const { return steps_.empty(); }
    /// `is_class` is asked for each class it takes to decide.
    bool holds(const std::function<bool(Symbol)>& is_class) const;

private:
    friend struct ClassGuardReader;

    /// In postfix order; `both` and `either` jump over their right side when the left decides.
    struct Step {
        enum class Kind { is_class, none, both, either, negate };
        Kind kind;
        std::uint32_t operand; ///< a Symbol, or where to go on
    };

    std::vector<Step> steps_;
};

/// Why a text is no class expression.
struct GuardError {
    std::string message;
};

/// Reads a class expression. Blanks are accepted round operators. A class without a namespace is
/// one of `name_space` (a hard class belongs to every namespace).
std::variant<ClassGuard, GuardError>
compile_class_guard(std::string_view text, std::string_view name_space, Names& names);

} // namespace vow::cfengine
