#include "policy/cfengine/program/compile.h"

namespace vow::cfengine {

Text ExpressionCompiler::text(std::string_view source) const {
    return texts_.compiled(source, name_space_, TextPart::promiser);
}

Text ExpressionCompiler::value_text(std::string_view source) const {
    return texts_.compiled(source, name_space_, TextPart::value);
}

Guard ExpressionCompiler::guard(const std::shared_ptr<const ast::Guard>& source) const {
    Guard made;
    if (!source) return made;
    made.text = source->text;
    const Text whole = value_text(source->text);
    // A default body belongs to the promise that lacks one: its classes are those of the promise.
    if (!whole.is_literal() || name_space_ == "bodydefault") {
        made.dynamic = whole;
        return made;
    }
    auto read = compile_class_guard(source->text, name_space_, names_);
    if (auto* compiled = std::get_if<ClassGuard>(&read))
        made.compiled = std::move(*compiled);
    else
        made.dynamic = whole; // evaluation logs the fault; it never holds
    return made;
}

Expression ExpressionCompiler::expression(const ast::Expression& source) const {
    return std::visit(
        [&](const auto& node) {
            return Expression{compiled_node(node), source.span};
        },
        source.node
    );
}

ExpressionCompiler::Node ExpressionCompiler::compiled_node(const ast::Quoted& node) const {
    return value_text(node.text);
}

ExpressionCompiler::Node ExpressionCompiler::compiled_node(const ast::NakedReference& node) const {
    return value_text(node.text);
}

ExpressionCompiler::Node ExpressionCompiler::compiled_node(const ast::Identifier& node) const {
    return Word{SharedText(node.name)};
}

ExpressionCompiler::Node ExpressionCompiler::compiled_node(const ast::List& node) const {
    return ListOf{expressions(node.items)};
}

ExpressionCompiler::Node ExpressionCompiler::compiled_node(const ast::Call& node) const {
    const Function* function = find_function(node.name);
    if (function == nullptr) {
        // Not a function: a bundle in bundlesequence, with its arguments.
        return BundleUse{value_text(node.name), expressions(node.arguments)};
    }
    return FunctionCall{function, expressions(node.arguments), argument_error(*function, node)};
}

std::vector<Expression> ExpressionCompiler::expressions(const std::vector<ast::Expression>& sources
) const {
    std::vector<Expression> made;
    made.reserve(sources.size());
    for (const ast::Expression& source : sources)
        made.push_back(expression(source));
    return made;
}

Expression ExpressionCompiler::list_value(const ast::Expression& source) const {
    if (const auto* list = boxed_if<ast::List>(source.node)) {
        if (auto literal = literal_list(*list)) return {*std::move(literal), source.span};
    }
    return expression(source);
}

/// nullopt if an element is not a text without references.
std::optional<LiteralList> ExpressionCompiler::literal_list(const ast::List& list) const {
    std::vector<std::string> elements;
    elements.reserve(list.items.size());
    for (const ast::Expression& item : list.items) {
        const auto* quoted = std::get_if<ast::Quoted>(&item.node);
        if (quoted == nullptr) return {};
        const Text text = value_text(quoted->text);
        if (!text.is_literal()) return {};
        elements.emplace_back(text.literal());
    }
    return LiteralList{list_of(std::move(elements))};
}

/// A bundle that @(bundle.name) names in an argument of a bundle belongs to the namespace of the
/// call.
void ExpressionCompiler::replace_list(Expression& argument, const ast::Expression& source) const {
    const auto* text = std::get_if<Text>(&argument.node);
    const Reference* whole = text ? text->sole_reference() : nullptr;
    if (whole && whole->shape == Reference::Shape::list)
        argument = {this->text(whole->source), source.span};
}

Expression ExpressionCompiler::bundle_use(const ast::Expression& source) const {
    if (const auto* call = boxed_if<ast::Call>(source.node)) {
        BundleUse use{value_text(call->name), expressions(call->arguments)};
        for (std::size_t index = 0; index < use.arguments.size(); ++index)
            replace_list(use.arguments[index], call->arguments[index]);
        return {std::move(use), source.span};
    }
    if (const auto* name = std::get_if<ast::Identifier>(&source.node)) {
        return {BundleUse{value_text(name->name), {}}, source.span};
    }
    Expression made = expression(source);
    if (const auto* name = std::get_if<Text>(&made.node)) made.node = BundleUse{*name, {}};
    return made;
}

BodyUse ExpressionCompiler::body_use(std::string_view type, const ast::Expression& source) const {
    if (const auto* call = boxed_if<ast::Call>(source.node)) {
        return {definition_key(type, call->name, name_space_), expressions(call->arguments)};
    }
    if (const auto* quoted = std::get_if<ast::Quoted>(&source.node))
        return {definition_key(type, quoted->text, name_space_), {}};
    return {definition_key(type, source.span.text(), name_space_), {}};
}

std::vector<Symbol> ExpressionCompiler::symbols(const std::vector<ast::Parameter>& parameters
) const {
    std::vector<Symbol> made;
    made.reserve(parameters.size());
    for (const ast::Parameter& parameter : parameters)
        made.push_back(names_.symbol(parameter.name));
    return made;
}

} // namespace vow::cfengine
