#include "policy/cfengine/vocabulary/choice_check.h"

#include "policy/cfengine/run/evaluation.h"
#include "policy/cfengine/vocabulary/literal.h"
#include "policy/cfengine/vocabulary/syntax_table.h"

#include <algorithm>

namespace vow::cfengine {

void check_choice(
    std::string_view type, const AttributeStatement& attribute, std::string_view word
) {
    const auto* text = std::get_if<Text>(&attribute.value.node);
    if (text == nullptr || text->is_literal() || has_reference(word)) return;
    const TypeSyntax* syntax = find_body_type(type);
    if (syntax == nullptr) syntax = find_promise_type(type);
    const AttributeSyntax* known =
        syntax ? find_attribute(syntax->attributes, attribute.name) : nullptr;
    if (known == nullptr || known->kind != ValueKind::option) return;
    const auto words = words_of(known->range);
    if (std::find(words.begin(), words.end(), word) != words.end()) return;
    throw FatalError{
        "In attribute '" + attribute.name +
            "', Selection is out of bounds. Given attribute value '" + std::string(word) + "'",
        attribute.value.span};
}

} // namespace vow::cfengine
