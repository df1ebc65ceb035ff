#include "policy/cfengine/program/compile.h"

#include "policy/cfengine/program/argument_error.h"
#include "policy/cfengine/program/reference_order.h"
#include "policy/cfengine/values/variable_name.h"
#include "policy/cfengine/vocabulary/normal_order.h"
#include "policy/cfengine/vocabulary/syntax_table.h"
#include "protocol/text/path.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

/// "TYPE NAMESPACE:NAME", with this namespace unless the name has one.
std::string bundle_key(std::string_view type, std::string_view name_space, std::string_view name) {
    std::string key(type);
    key += ' ';
    if (name.find(':') == name.npos) {
        key += name_space;
        key += ':';
    }
    key += name;
    return key;
}

class Compiler {
public:
    Compiler(const ast::File& file, FileRole role, Program& program)
        : file_(file),
          role_(role),
          program_(program),
          names_(program.names) {}

    void run() {
        for (const ast::Body& body : file_.bodies)
            add(body);
        for (const ast::PromiseBlock& block : file_.promise_blocks)
            add(block);
        for (const ast::Bundle& bundle : file_.bundles)
            add(bundle);
    }

private:
    void add(const ast::Bundle& source) {
        if (source.name == "__main__" && role_ == FileRole::input) return;
        name_space_ = source.name_space;
        const std::string name(source.name == "__main__" ? "main" : source.name);
        Bundle bundle{
            .type = std::string(source.type),
            .name = name,
            .name_space = std::string(name_space_),
            .qualified = names_.symbol(qualified_bundle(name_space_, name)),
            .parameters = symbols(source.parameters),
            .sections = {},
            .span = source.span};
        for (const ast::Section& section : source.sections) {
            Section& made = section_of(bundle, section.type);
            if (made.promises.empty()) made.promises.reserve(section.promises.size());
            const TypeSyntax* const built_in = find_promise_type(section.type);
            for (const ast::Promise& promise : section.promises)
                made.promises.push_back(compiled(promise, built_in));
        }
        std::ranges::stable_sort(bundle.sections, {}, [&](const Section& section) {
            return place_in_normal_order(bundle.type, section.type);
        });
        program_.bundles.push_back(std::move(bundle));
        const Bundle& kept = program_.bundles.back();
        program_.bundles_by_name.emplace(bundle_key(kept.type, name_space_, name), &kept);
    }

    static Section& section_of(Bundle& bundle, std::string_view type) {
        for (Section& section : bundle.sections) {
            if (section.type == type) return section;
        }
        bundle.sections.push_back({.type = std::string(type), .kind = kind_of(type), .promises = {}}
        );
        return bundle.sections.back();
    }

    void add(const ast::Body& source) {
        name_space_ = source.name_space;
        Body body{
            .type = std::string(source.type),
            .name = std::string(source.name),
            .name_space = std::string(name_space_),
            .parameters = symbols(source.parameters),
            .parent = {},
            .clauses = {},
            .span = source.span};
        for (const ast::BodyClause& clause : source.clauses) {
            if (clause.attribute.name == "inherit_from") {
                body.parent = body_use(source.type, clause.attribute.value);
            } else {
                body.clauses.push_back(compiled(clause));
            }
        }
        // Several files may have the same control body; all of them count.
        std::string key = body_key(body.type, body.name);
        if (source.is_control())
            key += " " + file_.source->path() + " " + std::to_string(source.span.begin);
        const auto [place, added] =
            program_.bodies.insert_or_assign(std::move(key), std::move(body));
        if (source.is_control()) program_.controls.push_back(&place->second);
    }

    void add(const ast::PromiseBlock& source) {
        name_space_ = "default";
        CustomType type{
            .name = std::string(source.name),
            .clauses = {},
            .folder = folder_of(file_.source->path()),
            .name_space = std::string(name_space_),
            .span = source.span};
        for (const ast::BodyClause& clause : source.clauses)
            type.clauses.push_back(compiled(clause));
        program_.custom_types.insert_or_assign(std::string(source.name), std::move(type));
    }

    /// `built_in` is null in a section of a custom type.
    PromiseStatement compiled(const ast::Promise& source, const TypeSyntax* built_in) {
        PromiseStatement promise{
            .promiser = text(source.promiser),
            .guard = guard(source.guard),
            .attributes = {},
            .span = source.span,
            .references = {},
            .number = program_.promises++};
        std::vector<AttributeStatement> attributes;
        attributes.reserve(source.attributes.size());
        for (const ast::Attribute& attribute : source.attributes) {
            attributes.push_back(compiled(attribute, built_in));
        }
        promise.attributes = AttributeList(std::move(attributes));
        promise.references = loop_references(promise, names_);
        if (promise.find(CommonAttribute::depends_on)) program_.has_dependencies = true;
        return promise;
    }

    AttributeStatement compiled(const ast::Attribute& source, const TypeSyntax* built_in) {
        AttributeStatement made = promise_attribute(source.name, {}, built_in);
        const AttributeSyntax* syntax = made.syntax;
        const bool names_body = built_in ? syntax != nullptr && syntax->kind == ValueKind::body
                                         : may_name_body(source.value);
        if (syntax != nullptr && syntax->kind == ValueKind::bundle)
            made.value = bundle_use(source.value);
        else if (names_body)
            made.value = {body_use(source.name, source.value), source.value.span};
        else
            made.value = expression(source.value);
        return made;
    }

    BodyClause compiled(const ast::BodyClause& source) {
        return {
            .guard = guard(source.guard),
            .attribute = {
                .name = std::string(source.attribute.name),
                .value = expression(source.attribute.value)}};
    }

    Expression expression(const ast::Expression& source) {
        return std::visit(
            [&](const auto& node) {
                return Expression{compiled_node(node), source.span};
            },
            source.node
        );
    }

    using Node = decltype(Expression::node);

    Node compiled_node(const ast::Quoted& node) { return text(node.text); }
    Node compiled_node(const ast::NakedReference& node) { return text(node.text); }
    Node compiled_node(const ast::Identifier& node) { return Word{std::string(node.name)}; }
    Node compiled_node(const ast::List& node) {
        ListOf list;
        list.items.reserve(node.items.size());
        for (const ast::Expression& item : node.items)
            list.items.push_back(expression(item));
        return list;
    }
    Node compiled_node(const ast::Call& node) {
        const Function* function = find_function(node.name);
        if (function == nullptr) {
            // Not a function: a bundle in bundlesequence, with its arguments.
            return BundleUse{text(node.name), expressions(node.arguments)};
        }
        return FunctionCall{function, expressions(node.arguments), argument_error(*function, node)};
    }

    std::vector<Expression> expressions(const std::vector<ast::Expression>& sources) {
        std::vector<Expression> made;
        made.reserve(sources.size());
        for (const ast::Expression& source : sources)
            made.push_back(expression(source));
        return made;
    }

    Expression bundle_use(const ast::Expression& source) {
        if (const auto* call = std::get_if<ast::Call>(&source.node)) {
            return {BundleUse{text(call->name), expressions(call->arguments)}, source.span};
        }
        if (const auto* name = std::get_if<ast::Identifier>(&source.node)) {
            return {BundleUse{text(name->name), {}}, source.span};
        }
        Expression made = expression(source);
        if (const auto* name = std::get_if<Text>(&made.node)) made.node = BundleUse{*name, {}};
        return made;
    }

    BodyUse body_use(std::string_view type, const ast::Expression& source) {
        if (const auto* call = std::get_if<ast::Call>(&source.node)) {
            return {body_key(type, call->name), expressions(call->arguments)};
        }
        if (const auto* quoted = std::get_if<ast::Quoted>(&source.node))
            return {body_key(type, quoted->text), {}};
        return {body_key(type, source.span.text()), {}};
    }

    std::string body_key(std::string_view type, std::string_view name) const {
        std::string key(type);
        key += ' ';
        if (name.find(':') == name.npos) {
            key += name_space_;
            key += ':';
        }
        return key += name;
    }

    Guard guard(const std::optional<ast::Guard>& source) {
        Guard made;
        if (!source) return made;
        made.text = source->text;
        const Text whole = text(source->text);
        if (!whole.is_literal()) {
            made.dynamic = whole;
        } else if (auto read = compile_class_guard(source->text, name_space_, names_);
                   auto* compiled = std::get_if<ClassGuard>(&read)) {
            made.compiled = std::move(*compiled);
        }
        return made;
    }

    Text text(std::string_view source) { return compile_text(source, name_space_, names_); }

    std::vector<Symbol> symbols(const std::vector<ast::Parameter>& parameters) {
        std::vector<Symbol> made;
        for (const ast::Parameter& parameter : parameters)
            made.push_back(names_.symbol(parameter.name));
        return made;
    }

    /// An attribute of a custom type may take any body: a name that is not a function's names one.
    static bool may_name_body(const ast::Expression& value) {
        if (const auto* call = std::get_if<ast::Call>(&value.node))
            return find_function(call->name) == nullptr;
        return std::holds_alternative<ast::Identifier>(value.node);
    }

    const ast::File& file_;
    FileRole role_;
    Program& program_;
    Names& names_;
    std::string_view name_space_ = "default";
};

} // namespace

std::string PromiseStatement::default_handle() const {
    return canonified(
        "promise_" + base_name_of(span.source->path()) + "_" + std::to_string(span.position().line)
    );
}

const Bundle* Program::find_bundle(
    std::string_view type, std::string_view name, std::string_view name_space
) const {
    const auto found = bundles_by_name.find(bundle_key(type, name_space, name));
    return found == bundles_by_name.end() ? nullptr : found->second;
}

const Body* Program::find_body(const std::string& key) const {
    const auto found = bodies.find(key);
    return found == bodies.end() ? nullptr : &found->second;
}

void compile(const ast::File& file, FileRole role, Program& program) {
    Compiler(file, role, program).run();
}

} // namespace vow::cfengine
