#include "policy/otterscript/checking/literal.h"

#include "protocol/text/text.h"

namespace vow::otterscript {
namespace {

std::string plain_name(const std::string& written) {
    const std::string name = lower_case(trimmed(written));
    return name.starts_with('$') ? name.substr(1) : name;
}

} // namespace

std::optional<std::string> literal_text(const Expression& expression) {
    const auto* text = std::get_if<TextExpression>(&expression.content);
    if (text == nullptr || !expression.indexes.empty()) return std::nullopt;
    std::string whole;
    for (const Piece& piece : text->pieces) {
        const auto* literal = std::get_if<std::string>(&piece.content);
        if (literal == nullptr) return std::nullopt;
        whole += *literal;
    }
    return whole;
}

std::vector<std::string> named_outputs(const Action& action) {
    std::vector<std::string> names;
    const auto add = [&](const Expression& expression) {
        if (const auto text = literal_text(expression)) names.push_back(plain_name(*text));
    };
    for (const Argument& argument : action.arguments) {
        const std::string name = lower_case(argument.name);
        const Expression* value = argument.input();
        if (value == nullptr || (name != "outputvariables" && name != "outvariables")) continue;
        const auto* vector = std::get_if<VectorExpression>(&value->content);
        if (vector == nullptr) {
            add(*value);
            continue;
        }
        for (const Expression& item : vector->items)
            add(item);
    }
    return names;
}

} // namespace vow::otterscript
