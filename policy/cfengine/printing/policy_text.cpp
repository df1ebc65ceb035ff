#include "policy/cfengine/printing/printed_policy.h"

namespace vow::cfengine {
namespace {

std::string quoted(std::string_view text) {
    std::string quoted = "\"";
    for (const char character : text) {
        if (character == '"' || character == '\\') quoted += '\\';
        quoted += character;
    }
    return quoted + '"';
}

struct ValueText {
    std::string operator()(const ast::Quoted& node) const { return quoted(node.text); }
    std::string operator()(const ast::Identifier& node) const { return std::string(node.name); }
    std::string operator()(const ast::NakedReference& node) const { return std::string(node.text); }
    std::string operator()(const ast::List& node) const {
        return node.items.empty() ? "{ }" : " {" + joined(node.items) + "}";
    }
    std::string operator()(const ast::Call& node) const {
        return std::string(node.name) + "(" + joined(node.arguments) + ")";
    }

    static std::string joined(const std::vector<ast::Expression>& values) {
        std::string text;
        for (const ast::Expression& value : values) {
            if (!text.empty()) text += ",";
            text += std::visit(ValueText{}, value.node);
        }
        return text;
    }
};

std::string text_of(const ast::Attribute& attribute) {
    return std::string(attribute.name) + " => " + std::visit(ValueText{}, attribute.value.node);
}

std::string text_of(const std::vector<ast::Parameter>& parameters) {
    std::string names;
    for (const ast::Parameter& parameter : parameters) {
        if (!names.empty()) names += ", ";
        names += parameter.name;
    }
    return "(" + names + ")";
}

/// Bare words and operators need no quotes; references and blanks do.
std::string guard_text(std::string_view guard) {
    const bool plain = guard.find_first_of("$@ \t\n") == guard.npos;
    return (plain ? std::string(guard) : quoted(guard)) + "::";
}

/// Remembers the guard of the last statement, as each guard is written only once in a row.
class Guards {
public:
    /// Before the first statement, `known` holds.
    explicit Guards(std::string_view known) : last_(known) {}

    /// The guard if it is another one; otherwise empty.
    std::string_view next(const std::shared_ptr<const ast::Guard>& guard) {
        const std::string_view own = guard ? guard->text : "any";
        if (own == last_) return {};
        last_ = own;
        return own;
    }

private:
    std::string_view last_;
};

std::string text_of(const ast::Promise& promise) {
    std::string text = "    " + quoted(promise.promiser);
    if (promise.promisee) text += " -> " + std::visit(ValueText{}, promise.promisee->node);
    for (const ast::Attribute& attribute : promise.attributes) {
        const bool is_first = &attribute == promise.attributes.data();
        text.append(is_first ? "        " : ",\n        ").append(text_of(attribute));
    }
    return text + ";\n";
}

std::string text_of(const ast::Section& section) {
    std::string text = std::string(section.type) + ":\n";
    Guards guards("");
    for (const ast::Promise& promise : section.promises) {
        if (const auto guard = guards.next(promise.guard); !guard.empty())
            text.append("  ").append(guard_text(guard)).append("\n");
        text += text_of(promise);
    }
    return text + "\n";
}

std::string text_of(const std::vector<ast::BodyClause>& clauses) {
    std::string text;
    Guards guards("any");
    for (const ast::BodyClause& clause : clauses) {
        if (const auto guard = guards.next(clause.guard); !guard.empty())
            text.append("\n\n").append(guard_text(guard));
        text.append("  ").append(text_of(clause.attribute)).append(";\n");
    }
    return text + "\n";
}

/// Everything after a change of namespace belongs to the new one.
class Writer {
public:
    void add(const ast::PromiseBlock& block) {
        text += "promise " + std::string(block.bundle_type) + " " + std::string(block.name) +
                "\n{\n" + text_of(block.clauses) + "}\n\n";
    }

    void add(const ast::Bundle& bundle) {
        enter(bundle.name_space);
        text += "bundle " + std::string(bundle.type) + " " + std::string(bundle.name) +
                text_of(bundle.parameters) + "\n{\n";
        for (const ast::Section& section : bundle.sections)
            text += text_of(section);
        text += bundle.sections.empty() ? "}\n\n" : "\n}\n\n";
    }

    void add(const ast::Body& body) {
        enter(body.name_space);
        text += "body " + std::string(body.type) + " " + std::string(body.name) +
                text_of(body.parameters) + "\n{\n" + text_of(body.clauses) + "}\n\n";
    }

    std::string text;

private:
    void enter(std::string_view name_space) {
        if (name_space == name_space_) return;
        name_space_ = name_space;
        text += "body file control\n{\n  namespace => " + quoted(name_space) + ";\n\n}\n\n";
    }

    std::string_view name_space_ = "default";
};

/// Whether a body only sets the namespace. It is dropped, since the namespace is written where it
/// changes.
bool only_names_space(const ast::Body& body) {
    return body.type == "file" && body.is_control() && body.clauses.size() == 1 &&
           body.clauses.front().attribute.name == "namespace";
}

} // namespace

std::string policy_text(std::span<const ast::File> files) {
    Writer writer;
    for (const ast::File& file : files) {
        for (const ast::PromiseBlock& block : file.promise_blocks)
            writer.add(block);
    }
    for (const ast::File& file : files) {
        for (const ast::Bundle& bundle : file.bundles)
            writer.add(bundle);
    }
    for (const ast::File& file : files) {
        for (const ast::Body& body : file.bodies) {
            if (!only_names_space(body)) writer.add(body);
        }
    }
    return std::move(writer.text);
}

} // namespace vow::cfengine
