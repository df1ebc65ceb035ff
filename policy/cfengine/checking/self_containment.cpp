#include "policy/cfengine/checking/self_containment.h"

#include "policy/cfengine/checking/name_check.h"
#include "policy/cfengine/vocabulary/syntax_table.h"

#include <algorithm>
#include <set>
#include <string>

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind contains_itself{
    "contains-itself", "the variable '{}' contains itself and has no earlier value"};

bool names(std::string_view text, std::string_view sigil, const std::string& name) {
    std::string round(sigil);
    round += "(" + name + ")";
    std::string brace(sigil);
    brace += "{" + name + "}";
    return text.find(round) != text.npos || text.find(brace) != text.npos;
}

bool holds_name(const ast::Expression& value, const std::string& name) {
    if (const auto* quoted = std::get_if<ast::Quoted>(&value.node))
        return names(quoted->text, "$", name) || names(quoted->text, "@", name);
    if (const auto* naked = std::get_if<ast::NakedReference>(&value.node))
        return names(naked->text, "$", name) || names(naked->text, "@", name);
    const auto* list = std::get_if<ast::List>(&value.node);
    return list != nullptr && std::ranges::any_of(list->items, [&](const ast::Expression& item) {
               return holds_name(item, name);
           });
}

} // namespace

void check_self_containment(const ast::Bundle& bundle, Diagnostics& diagnostics) {
    std::set<std::string> has_value;
    for (const ast::Parameter& parameter : bundle.parameters)
        has_value.emplace(parameter.name);
    for (const ast::Section& section : bundle.sections) {
        if (section.type != "vars") continue;
        for (const ast::Promise& promise : section.promises) {
            const std::string name(promise.promiser);
            if (!has_value.insert(name).second || !is_always_evaluated(promise)) continue;
            for (const ast::Attribute& attribute : promise.attributes) {
                if (is_variable_type(attribute.name) && holds_name(attribute.value, name))
                    diagnostics.add(contains_itself, attribute.value.span, {name});
            }
        }
    }
}

} // namespace vow::cfengine
