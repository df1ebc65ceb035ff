#include "tests/policy/cfengine/syntax/ast_text.h"

namespace vow::cfengine::ast {

namespace {

std::string in_quotes(std::string_view text) {
    return "\"" + std::string(text) + "\"";
}

std::string joined(const std::vector<Expression>& items) {
    std::string text;
    for (const Expression& item : items)
        text += (text.empty() ? "" : " ") + text_of(item);
    return text;
}

std::string text_of_node(const Quoted& quoted) {
    return in_quotes(quoted.text);
}
std::string text_of_node(const Identifier& identifier) {
    return std::string(identifier.name);
}
std::string text_of_node(const NakedReference& reference) {
    return std::string(reference.text);
}
std::string text_of_node(const List& list) {
    return "{" + joined(list.items) + "}";
}
std::string text_of_node(const Call& call) {
    const std::string name(call.name);
    return call.arguments.empty() ? "(" + name + ")"
                                  : "(" + name + " " + joined(call.arguments) + ")";
}

std::string text_of(const Attribute& attribute) {
    return " (" + std::string(attribute.name) + " " + text_of(attribute.value) + ")";
}

std::string text_of(const std::shared_ptr<const Guard>& guard) {
    return guard ? " if " + std::string(guard->text) : std::string();
}

std::string text_of(const Promise& promise) {
    std::string text = " (" + in_quotes(promise.promiser);
    if (promise.promisee) text += " -> " + text_of(*promise.promisee);
    text += text_of(promise.guard);
    for (const Attribute& attribute : promise.attributes)
        text += text_of(attribute);
    return text + ")";
}

std::string text_of(const std::vector<Parameter>& parameters) {
    if (parameters.empty()) return {};
    std::string names;
    for (const Parameter& parameter : parameters) {
        names += (names.empty() ? "" : " ") + std::string(parameter.name);
    }
    return " (" + names + ")";
}

std::string text_of(const std::vector<BodyClause>& clauses) {
    std::string text;
    for (const BodyClause& clause : clauses) {
        text += text_of(clause.attribute) + text_of(clause.guard);
    }
    return text;
}

std::string head(
    std::string_view keyword,
    std::string_view type,
    std::string_view name_space,
    std::string_view name
) {
    const std::string prefix = name_space == "default" ? "" : std::string(name_space) + ":";
    return "(" + std::string(keyword) + " " + std::string(type) + " " + prefix + std::string(name);
}

std::string text_of(const Bundle& bundle) {
    std::string text = head("bundle", bundle.type, bundle.name_space, bundle.name);
    text += text_of(bundle.parameters);
    for (const Section& section : bundle.sections) {
        text += " (" + std::string(section.type);
        for (const Promise& promise : section.promises)
            text += text_of(promise);
        text += ")";
    }
    return text + ")";
}

} // namespace

std::string text_of(const Expression& expression) {
    return std::visit([](const auto& node) { return text_of_node(node); }, expression.node);
}

std::string text_of(const File& file) {
    std::string text;
    for (const Bundle& bundle : file.bundles)
        text += text_of(bundle);
    for (const Body& body : file.bodies) {
        text += head("body", body.type, body.name_space, body.name) + text_of(body.parameters) +
                text_of(body.clauses) + ")";
    }
    for (const PromiseBlock& block : file.promise_blocks) {
        text += head("promise", block.bundle_type, "default", block.name) + text_of(block.clauses) +
                ")";
    }
    return text;
}

} // namespace vow::cfengine::ast
