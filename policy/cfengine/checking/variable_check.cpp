#include "policy/cfengine/checking/promise_check.h"
#include "policy/cfengine/values/variable_name.h"
#include "policy/cfengine/vocabulary/syntax_table.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind numeric_name{
    "numeric-name", "the name of a {} cannot be a number like '{}'"};
constexpr DiagnosticKind reserved_name{
    "reserved-variable-name", "'{}' cannot be the name of a variable"};
constexpr DiagnosticKind bad_variable_name{
    "bad-variable-name", "'{}' is not a valid variable name: {}"};
constexpr DiagnosticKind contradiction{
    "contradicting-attributes", "a promise of a class cannot have both '{}' and '{}'"};
constexpr DiagnosticKind two_types{"two-types", "the variable has two types, '{}' and '{}'"};

constexpr DiagnosticKind contains_itself{
    "contains-itself", "the variable '{}' contains itself and has no earlier value"};

constexpr DiagnosticKind number_of_itself{
    contains_itself.name,
    "the variable '{}' contains itself, has no earlier value, and stays undefined",
    Severity::warning};

constexpr DiagnosticKind misspelled_secret{
    "misspelled-secret", "the tag '{}' does not keep the variable secret", Severity::warning};

constexpr std::array<std::string_view, 6> reserved_variables = {
    "promiser", "handle", "promise_filename", "promise_dirname", "promise_linenumber", "this"};

/// Attributes that decide whether a class is set; a promise has one of them.
constexpr std::array<std::string_view, 8> deciding = {
    "and", "cancel", "dist", "expression", "not", "or", "select_class", "xor"};
/// Attributes that decide how long a class lasts.
constexpr std::array<std::string_view, 3> lasting = {"persistence", "scope", "timer_policy"};

bool is_number(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

void check_number(const ast::Promise& promise, std::string_view what, Diagnostics& diagnostics) {
    if (!is_number(promise.promiser)) return;
    diagnostics.add(numeric_name, promise.span, {what, promise.promiser});
}

/// The error in the name of a variable with dots or brackets; empty for a correct name. One dot
/// separates the bundle; further dots are allowed in brackets only.
std::string_view misplaced_dot(std::string_view name) {
    const std::size_t first_dot = name.find('.');
    if (first_dot == std::string_view::npos) return {};
    int dots = 0;
    int depth = 0;
    for (const char here : name) {
        if (here == '[') ++depth;
        if (here == ']') --depth;
        if (depth > 1) return "it has an index in an index";
        if (here == '.' && ++dots > 1 && depth != 1) return "it has more than one dot";
    }
    if (dots == 1 && (first_dot == 0 || first_dot + 1 == name.size())) {
        return "it has nothing before or after the dot";
    }
    return {};
}

bool holds_name(const ast::Expression& value, std::string_view name) {
    if (const auto* quoted = std::get_if<ast::Quoted>(&value.node))
        return refers_to(quoted->text, name);
    if (const auto* naked = std::get_if<ast::NakedReference>(&value.node))
        return refers_to(naked->text, name);
    const auto* list = boxed_if<ast::List>(value.node);
    return list != nullptr && std::ranges::any_of(list->items, [&](const ast::Expression& item) {
               return holds_name(item, name);
           });
}

} // namespace

void check_tags(const ast::Promise& promise, Diagnostics& diagnostics) {
    constexpr std::string_view tag = "secret";
    const auto meta = std::ranges::find(promise.attributes, "meta", &ast::Attribute::name);
    if (meta == promise.attributes.end()) return;
    const auto* list = boxed_if<ast::List>(meta->value.node);
    if (list == nullptr) return;
    for (const ast::Expression& item : list->items) {
        const auto* quoted = std::get_if<ast::Quoted>(&item.node);
        if (quoted == nullptr || quoted->text == tag) continue;
        const std::string hint = did_you_mean(quoted->text, {tag});
        if (!hint.empty()) diagnostics.add(misspelled_secret, item.span, {quoted->text}, hint);
    }
}

bool is_always_evaluated(const ast::Promise& promise) {
    if (promise.guard && promise.guard->text != "any") return false;
    return std::ranges::none_of(promise.attributes, [](const ast::Attribute& attribute) {
        return attribute.name == "if" || attribute.name == "ifvarclass" ||
               attribute.name == "unless";
    });
}

void check_variable(const ast::Promise& promise, Diagnostics& diagnostics) {
    check_number(promise, "variable", diagnostics);
    const std::string_view name = promise.promiser;
    if (std::ranges::find(reserved_variables, name) != reserved_variables.end()) {
        diagnostics.add(reserved_name, promise.span, {name});
    }
    if (const std::string_view why = misplaced_dot(name); !why.empty()) {
        diagnostics.add(bad_variable_name, promise.span, {name, why});
    }
    const ast::Attribute* typed = nullptr;
    for (const ast::Attribute& attribute : promise.attributes) {
        if (!is_variable_type(attribute.name)) continue;
        if (typed != nullptr && typed->name != attribute.name) {
            diagnostics.add(two_types, attribute.span, {typed->name, attribute.name});
        }
        typed = &attribute;
    }
}

void check_class(const ast::Promise& promise, Diagnostics& diagnostics) {
    check_number(promise, "class", diagnostics);
}

void check_conditions(const ast::Promise& promise, Diagnostics& diagnostics) {
    const ast::Attribute* decides = nullptr;
    const ast::Attribute* lasts = nullptr;
    for (const ast::Attribute& attribute : promise.attributes) {
        if (std::ranges::find(lasting, attribute.name) != lasting.end()) lasts = &attribute;
        if (std::ranges::find(deciding, attribute.name) == deciding.end()) continue;
        if (decides != nullptr && decides->name != attribute.name)
            diagnostics.add(contradiction, attribute.span, {decides->name, attribute.name});
        decides = &attribute;
    }
    if (decides != nullptr && lasts != nullptr && decides->name == "cancel")
        diagnostics.add(contradiction, lasts->span, {decides->name, lasts->name});
}

void check_self_containment(const ast::Bundle& bundle, CheckContext& checking) {
    std::set<std::string_view> has_value;
    for (const ast::Parameter& parameter : bundle.parameters)
        has_value.emplace(parameter.name);
    for (const ast::Section& section : bundle.sections) {
        if (section.type != "vars") continue;
        for (const ast::Promise& promise : section.promises) {
            const std::string_view name = promise.promiser;
            if (!has_value.insert(name).second || !is_always_evaluated(promise)) continue;
            for (const ast::Attribute& attribute : promise.attributes) {
                if (!is_variable_type(attribute.name) || !holds_name(attribute.value, name))
                    continue;
                const bool is_number = attribute.name == "int" || attribute.name == "real";
                if (!is_number)
                    checking.diagnostics.add(contains_itself, attribute.value.span, {name});
                else if (checking.strict())
                    checking.diagnostics.add(number_of_itself, attribute.value.span, {name});
            }
        }
    }
}

} // namespace vow::cfengine
