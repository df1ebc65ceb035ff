#include "policy/cfengine/expansion/choice_check.h"

#include "policy/cfengine/run/run_state.h"
#include "policy/cfengine/vocabulary/literal.h"

namespace vow::cfengine {

void check_choice(
    std::string_view type, const AttributeStatement& attribute, std::string_view word
) {
    const auto* text = std::get_if<Text>(&attribute.value.node);
    if (text == nullptr || text->is_literal() || has_reference(word)) return;
    if (is_valid_choice(type, attribute.name, word)) return;
    throw FatalError{
        "In attribute '" + std::string(attribute.name) +
            "', Selection is out of bounds. Given attribute value '" + std::string(word) + "'",
        attribute.value.span};
}

} // namespace vow::cfengine
