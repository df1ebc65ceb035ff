#include "policy/cfengine/checking/class_expression.h"

#include "policy/cfengine/checking/name_patterns.h"
#include "policy/cfengine/program/class_guard.h"
#include "policy/cfengine/program/function.h"
#include "policy/cfengine/vocabulary/literal.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace vow::cfengine {

namespace {

constexpr std::string_view operators = ".&|!() \t\n\r";
constexpr std::size_t max_classes = 8; ///< of one contradiction: each doubles the work

constexpr std::array<std::string_view, 3> conditions = {"if", "ifvarclass", "unless"};
constexpr std::array<std::string_view, 5> class_attributes = {
    "expression", "not", "and", "or", "xor"};

bool is_among(std::span<const std::string_view> words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

/// Adds the texts of a value that are class expressions. One that is not the whole value does
/// not decide whether the promise runs.
void add(
    const ast::Expression& value, ClassExpression::Role role, std::vector<ClassExpression>& found
);

void add_arguments(const ast::Call& call, std::vector<ClassExpression>& found) {
    const Function* function = find_function(call.name);
    if (function == nullptr || function->parameters.empty()) return;
    for (std::size_t index = 0; index < call.arguments.size(); ++index) {
        const std::size_t last = function->parameters.size() - 1;
        if (function->parameters[std::min(index, last)].kind == ParameterKind::condition)
            add(call.arguments[index], ClassExpression::Role::part, found);
    }
}

void add(
    const ast::Expression& value, ClassExpression::Role role, std::vector<ClassExpression>& found
) {
    if (const auto* text = std::get_if<ast::Quoted>(&value.node)) {
        found.push_back({text->text, value.span, role});
    } else if (const auto* list = boxed_if<ast::List>(value.node)) {
        for (const ast::Expression& item : list->items)
            add(item, ClassExpression::Role::part, found);
    } else if (const auto* call = boxed_if<ast::Call>(value.node)) {
        add_arguments(*call, found);
    }
}

/// A set of classes, as the values of the bits of a number.
class Assignment {
public:
    Assignment(const std::vector<Symbol>& classes, std::uint32_t bits)
        : classes_(classes),
          bits_(bits) {}

    bool has(Symbol name) const {
        const auto at = std::ranges::find(classes_, name);
        return (bits_ >> static_cast<std::uint32_t>(at - classes_.begin()) & 1U) != 0;
    }

private:
    const std::vector<Symbol>& classes_;
    std::uint32_t bits_;
};

} // namespace

std::vector<NamedClass> classes_in(std::string_view expression) {
    std::vector<NamedClass> classes;
    if (expression.find_first_of("$@") != expression.npos && has_reference(expression)) {
        // Operands without references are still names, but the references hold operators, too.
        std::vector<std::pair<std::size_t, std::size_t>> taken;
        for_each_reference(expression, [&](std::string_view inside, std::size_t at) {
            taken.emplace_back(at - 2, at + inside.size() + 1);
        });
        std::string plain(expression);
        for (const auto& [begin, end] : taken)
            std::fill(
                plain.begin() + static_cast<std::ptrdiff_t>(begin),
                plain.begin() + static_cast<std::ptrdiff_t>(end),
                '$'
            );
        for (const NamedClass& named : classes_in(plain)) {
            if (named.name.find('$') == named.name.npos)
                classes.push_back({expression.substr(named.at, named.name.size()), named.at});
        }
        return classes;
    }
    for (std::size_t at = 0; at < expression.size();) {
        const std::size_t begin = expression.find_first_not_of(operators, at);
        if (begin == expression.npos) break;
        at = std::min(expression.find_first_of(operators, begin), expression.size());
        classes.push_back({expression.substr(begin, at - begin), begin});
    }
    return classes;
}

std::vector<ClassExpression> class_expressions_of(const ast::Promise& promise) {
    using Role = ClassExpression::Role;
    std::vector<ClassExpression> found;
    if (promise.guard) found.push_back({promise.guard->text, promise.guard->span, Role::holds});
    for (const ast::Attribute& attribute : promise.attributes) {
        if (is_among(conditions, attribute.name)) {
            const bool fails = attribute.name == "unless";
            add(attribute.value, fails ? Role::fails : Role::holds, found);
        } else if (is_among(class_attributes, attribute.name)) {
            add(attribute.value, Role::part, found);
        }
    }
    return found;
}

bool contradict(const std::vector<ClassExpression>& expressions, const Exclusion& exclude) {
    using Role = ClassExpression::Role;
    Names names;
    std::vector<std::pair<ClassGuard, Role>> guards;
    std::vector<Symbol> classes;
    for (const ClassExpression& expression : expressions) {
        if (expression.role == Role::part || has_reference(expression.text)) continue;
        auto compiled = compile_class_guard(expression.text, "default", names);
        auto* guard = std::get_if<ClassGuard>(&compiled);
        if (guard == nullptr) continue;
        for (const Symbol name : guard->classes()) {
            if (std::ranges::find(classes, name) == classes.end()) classes.push_back(name);
        }
        guards.emplace_back(std::move(*guard), expression.role);
    }
    if (classes.empty() || classes.size() > max_classes) return false;
    for (std::uint32_t bits = 0; bits < 1U << classes.size(); ++bits) {
        const Assignment assignment(classes, bits);
        const auto are_excluded = [&](Symbol first) {
            return std::ranges::any_of(classes, [&](Symbol second) {
                return first != second && assignment.has(first) && assignment.has(second) &&
                       exclude(names.text(first), names.text(second));
            });
        };
        if (std::ranges::any_of(classes, are_excluded)) continue;
        const bool all_fit = std::ranges::all_of(guards, [&](const auto& guard) {
            const bool is_true =
                guard.first.holds([&](Symbol name) { return assignment.has(name); });
            return is_true == (guard.second == Role::holds);
        });
        if (all_fit) return false;
    }
    return true;
}

} // namespace vow::cfengine
