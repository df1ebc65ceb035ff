#include "policy/inmanta/syntax/tree.h"

#include <array>

namespace vow::inmanta {
namespace {

constexpr std::array operator_words = {
    std::string_view("or"),
    std::string_view("and"),
    std::string_view("=="),
    std::string_view("!="),
    std::string_view("<"),
    std::string_view(">"),
    std::string_view("<="),
    std::string_view(">="),
    std::string_view("in"),
    std::string_view("not in"),
    std::string_view("+"),
    std::string_view("-"),
    std::string_view("*"),
    std::string_view("/"),
    std::string_view("%"),
    std::string_view("**"),
    std::string_view("not")};

std::string query_text(const std::vector<NamedArgument>& arguments) {
    std::string text = "[";
    for (const NamedArgument& argument : arguments) {
        if (argument.is_unpacked()) continue;
        if (text.size() > 1) text += ", ";
        text += "('" + argument.name.text + "', " + text_of(*argument.value) + ")";
    }
    return text + "]";
}

/// The text of each kind of expression.
struct ExpressionText {
    std::string operator()(const Literal& literal) const { return quoted_text_of(literal.value); }
    std::string operator()(const Reference& reference) const { return reference.name.text; }
    std::string operator()(const AttributeReference& reference) const {
        return text_of(*reference.owner) + "." + reference.attribute.text;
    }
    std::string operator()(const Call& call) const {
        std::vector<std::string> parts;
        for (const ExpressionPtr& argument : call.arguments)
            parts.push_back(text_of(*argument));
        for (std::size_t i = 0; i < call.named.size(); ++i) {
            const NamedArgument& argument = call.named[i];
            bool is_repeated = false;
            for (std::size_t j = 0; j < i; ++j)
                is_repeated = is_repeated || call.named[j].name.text == argument.name.text;
            if (is_repeated && !argument.is_unpacked()) continue;
            parts.push_back(
                (argument.is_unpacked() ? "**" : argument.name.text + "=") +
                text_of(*argument.value)
            );
        }
        std::string text = call.name.text + "(";
        for (const std::string& part : parts)
            text += (&part == parts.data() ? "" : ",") + part;
        return text + ")";
    }
    std::string operator()(const Constructor& constructor) const {
        return "Construct(" + constructor.type.text + ")";
    }
    std::string operator()(const ListDisplay& list) const {
        std::string text = "[";
        for (const ExpressionPtr& item : list.items)
            text += (text.size() > 1 ? "," : "") + text_of(*item);
        return text + "]";
    }
    std::string operator()(const DictDisplay& dict) const {
        std::string text = "{";
        for (const auto& [key, value] : dict.members)
            text += (text.size() > 1 ? "," : "") + key + " : " + text_of(*value);
        return text + "}";
    }
    std::string operator()(const Format& format) const { return "Format(" + format.written + ")"; }
    std::string operator()(const DictLookup& lookup) const {
        return text_of(*lookup.dict) + "[" + text_of(*lookup.key) + "]";
    }
    std::string operator()(const IndexLookup& lookup) const {
        return lookup.type.text + "[" + query_text(lookup.arguments) + "]";
    }
    std::string operator()(const RelationLookup& lookup) const {
        return text_of(*lookup.owner) + "." + lookup.relation.text + "[" +
               query_text(lookup.arguments) + "]";
    }
    std::string operator()(const Operation& operation) const {
        if (operation.right == nullptr) return "(not " + text_of(*operation.left) + ")";
        return "(" + text_of(*operation.left) + " " + std::string(text_of(operation.operation)) +
               " " + text_of(*operation.right) + ")";
    }
    std::string operator()(const Conditional& conditional) const {
        return text_of(*conditional.condition) + " ? " + text_of(*conditional.if_true) + " : " +
               text_of(*conditional.if_false);
    }
    std::string operator()(const IsDefined& test) const {
        return text_of(*test.value) + " is defined";
    }
    std::string operator()(const Comprehension& comprehension) const {
        std::string text = "[" + text_of(*comprehension.value);
        for (const Comprehension::Loop& loop : comprehension.loops)
            text += " for " + loop.variable.text + " in " + text_of(*loop.items);
        if (comprehension.guard) text += " if " + text_of(*comprehension.guard);
        return text + "]";
    }
    std::string operator()(const PatternMatch& match) const { return "/" + match.pattern + "/"; }
};

struct StatementText {
    std::string operator()(const VariableAssignment& assignment) const {
        return assignment.variable.text + " = " + text_of(*assignment.value);
    }
    std::string operator()(const AttributeAssignment& assignment) const {
        return text_of(*assignment.owner) + "." + assignment.attribute.text + " = " +
               text_of(*assignment.value);
    }
    std::string operator()(const For& loop) const { return "For(" + loop.variable.text + ")"; }
    std::string operator()(const If&) const { return "If"; }
    std::string operator()(const ExpressionPtr& expression) const { return text_of(*expression); }
};

} // namespace

std::string_view text_of(Operator operation) {
    return operator_words[static_cast<std::size_t>(operation)];
}

std::string text_of(const Expression& expression) {
    return std::visit(ExpressionText(), expression.node);
}

std::string text_of(const Statement& statement) {
    return std::visit(StatementText(), statement.node);
}

std::string text_of(const AttributeDefinition& attribute) {
    std::string text = attribute.type.name.text;
    if (attribute.type.is_list) text += "[]";
    if (attribute.type.is_nullable) text += "?";
    text += " " + attribute.name.text;
    if (attribute.value == nullptr) return text;
    const bool is_list = attribute.value->as<ListDisplay>() != nullptr;
    return text + " = " + (is_list ? "List()" : text_of(*attribute.value));
}

} // namespace vow::inmanta
