#include "policy/cfengine/program/compile.h"

#include "policy/cfengine/program/reference_order.h"
#include "policy/cfengine/values/variable_name.h"
#include "policy/cfengine/vocabulary/literal.h"
#include "policy/cfengine/vocabulary/syntax_table.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

class Compiler {
public:
    Compiler(const ast::File& file, FileRole role, Program& program)
        : file_(file),
          role_(role),
          program_(program),
          names_(program.names),
          texts_(*file.source, program.names) {}

    void run() {
        for (const ast::Body& body : file_.bodies)
            add(body, in(body.name_space));
        for (const ast::PromiseBlock& block : file_.promise_blocks)
            add(block, in("default"));
        for (const ast::Bundle& bundle : file_.bundles)
            add(bundle, in(bundle.name_space));
    }

private:
    ExpressionCompiler in(std::string_view name_space) { return {texts_, names_, name_space}; }

    void add(const ast::Bundle& source, const ExpressionCompiler& compiler) {
        if (source.name == "__main__" && role_ == FileRole::input) return;
        const std::string name(source.name == "__main__" ? "main" : source.name);
        Bundle bundle{
            .type = std::string(source.type),
            .name = name,
            .name_space = std::string(compiler.name_space()),
            .qualified = names_.symbol(qualified_bundle(source.name_space, name)),
            .parameters = compiler.symbols(source.parameters),
            .sections = {},
            .span = source.span,
            .order = evaluation_order_from(source.evaluation_order)};
        bundle.sections.reserve(source.sections.size());
        for (const ast::Section& section : source.sections) {
            Section& made = section_of(bundle, section.type);
            if (made.promises.empty()) made.promises.reserve(section.promises.size());
            const TypeSyntax* const built_in = find_promise_type(section.type);
            for (const ast::Promise& promise : section.promises)
                made.promises.push_back(compiled(promise, built_in, compiler));
        }
        const auto place = [&](const Section& section) {
            return place_in_normal_order(bundle.type, section.type);
        };
        if (!std::ranges::is_sorted(bundle.sections, {}, place)) // which is rare
            std::ranges::stable_sort(bundle.sections, {}, place);
        program_.bundles.push_back(std::move(bundle));
        const Bundle& kept = program_.bundles.back();
        program_.bundles_by_name.emplace(definition_key(kept.type, name, kept.name_space), &kept);
    }

    static Section& section_of(Bundle& bundle, std::string_view type) {
        for (Section& section : bundle.sections) {
            if (section.type == type) return section;
        }
        bundle.sections.push_back({.type = std::string(type), .kind = kind_of(type), .promises = {}}
        );
        return bundle.sections.back();
    }

    void add(const ast::Body& source, const ExpressionCompiler& compiler) {
        Body body{
            .type = std::string(source.type),
            .name = std::string(source.name),
            .name_space = std::string(compiler.name_space()),
            .parameters = compiler.symbols(source.parameters),
            .parent = {},
            .clauses = {},
            .span = source.span};
        for (const ast::BodyClause& clause : source.clauses) {
            if (clause.attribute.name == "inherit_from") {
                body.parent = compiler.body_use(source.type, clause.attribute.value);
            } else {
                body.clauses.push_back(compiled(clause, compiler));
            }
        }
        // Several files may have the same control body; all of them count.
        std::string key = definition_key(body.type, body.name, body.name_space);
        if (source.is_control())
            key += " " + file_.source->path() + " " + std::to_string(source.span.begin);
        const auto [place, added] =
            program_.bodies.insert_or_assign(std::move(key), std::move(body));
        if (source.is_control()) program_.controls.push_back(&place->second);
    }

    void add(const ast::PromiseBlock& source, const ExpressionCompiler& compiler) {
        CustomType type{
            .name = std::string(source.name),
            .clauses = {},
            .folder = folder_of(file_.source->path()),
            .name_space = std::string(compiler.name_space()),
            .span = source.span};
        for (const ast::BodyClause& clause : source.clauses)
            type.clauses.push_back(compiled(clause, compiler));
        program_.custom_types.insert_or_assign(std::string(source.name), std::move(type));
    }

    /// `built_in` is null in a section of a custom type.
    PromiseStatement compiled(
        const ast::Promise& source, const TypeSyntax* built_in, const ExpressionCompiler& compiler
    ) {
        PromiseStatement promise{
            .promiser = compiler.text(source.promiser),
            .guard = guard(source.guard, compiler),
            .attributes = {},
            .span = source.span,
            .references = {},
            .number = program_.promises++};
        std::vector<AttributeStatement> attributes;
        attributes.reserve(source.attributes.size());
        for (const ast::Attribute& attribute : source.attributes) {
            attributes.push_back(compiled(attribute, built_in, compiler));
        }
        promise.attributes = AttributeList(std::move(attributes));
        promise.references = loop_references(promise, names_);
        if (promise.find(CommonAttribute::depends_on)) program_.has_dependencies = true;
        return promise;
    }

    static AttributeStatement compiled(
        const ast::Attribute& source, const TypeSyntax* built_in, const ExpressionCompiler& compiler
    ) {
        AttributeStatement made = promise_attribute(source.name, {}, built_in);
        const AttributeSyntax* syntax =
            built_in ? made.syntax : find_attribute(common_attributes(), source.name);
        const bool names_body = syntax != nullptr ? syntax->kind == ValueKind::body
                                                  : !built_in && may_name_body(source.value);
        if (syntax != nullptr && syntax->kind == ValueKind::bundle)
            made.value = compiler.bundle_use(source.value);
        else if (names_body)
            made.value = {compiler.body_use(source.name, source.value), source.value.span};
        else if (syntax != nullptr && is_list(syntax->kind) && is_variable_type(source.name))
            made.value = compiler.list_value(source.value);
        else if (names_list(source.value) && takes_list_by_name(source.name))
            made.value = compiler.expression({source.value.span, Boxed(ast::List{{source.value}})});
        else
            made.value = compiler.expression(source.value);
        if (source.name == "validate" && built_in != nullptr && built_in->name == "files")
            keep_file_open(made.value);
        return made;
    }

    /// In `validate`, $(file) is the file with the new content, whatever variables there are.
    static void keep_file_open(Expression& value) {
        auto* text = std::get_if<Text>(&value.node);
        if (text == nullptr || text->is_literal()) return;
        std::vector<Text::Part> parts(text->parts().begin(), text->parts().end());
        bool has_others = false;
        for (Text::Part& part : parts) {
            const bool is_file =
                part.reference != nullptr &&
                (part.reference->source == "$(file)" || part.reference->source == "${file}");
            if (is_file) part = {.literal = SharedText("$(file)"), .reference = nullptr};
            has_others = has_others || part.reference != nullptr;
        }
        if (has_others) {
            *text = Text(std::move(parts));
            return;
        }
        std::string literal;
        for (const Text::Part& part : parts)
            literal += part.literal.view();
        *text = Text(literal);
    }

    static BodyClause compiled(const ast::BodyClause& source, const ExpressionCompiler& compiler) {
        return {
            .guard = compiler.guard(source.guard),
            .attribute = {
                .name = source.attribute.name,
                .value = compiler.expression(source.attribute.value)}};
    }

    /// An attribute of a custom type may take any body: a name that is not a function's names one.
    static bool may_name_body(const ast::Expression& value) {
        if (const auto* call = boxed_if<ast::Call>(value.node))
            return find_function(call->name) == nullptr;
        return std::holds_alternative<ast::Identifier>(value.node);
    }

    /// Promises under the same guard share it.
    Boxed<Guard>
    guard(const std::shared_ptr<const ast::Guard>& source, const ExpressionCompiler& compiler) {
        if (source == nullptr) return {};
        if (source != guard_source_) guard_ = compiler.guard(source);
        guard_source_ = source;
        return guard_;
    }

    const ast::File& file_;
    FileRole role_;
    Program& program_;
    Names& names_;
    SharedTexts texts_;
    std::shared_ptr<const ast::Guard> guard_source_ = nullptr; ///< of the last promise
    Boxed<Guard> guard_ = {};
};

} // namespace

void compile(const ast::File& file, FileRole role, Program& program) {
    Compiler(file, role, program).run();
}

} // namespace vow::cfengine
