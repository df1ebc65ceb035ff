#include "policy/cfengine/checking/promise_check.h"
#include "policy/cfengine/vocabulary/literal.h"

namespace vow::cfengine {

namespace {

using Form = WrittenValue::Form;

WrittenValue written_list(const ast::List& list, Span span) {
    WrittenValue value{.form = Form::list, .span = span};
    value.items.reserve(list.items.size());
    for (const ast::Expression& item : list.items) {
        const auto* text = std::get_if<ast::Quoted>(&item.node);
        if (text != nullptr && !has_reference(text->text)) {
            value.items.push_back({std::string(text->text), item.span});
        } else {
            value.has_unknown_items = true;
        }
    }
    return value;
}

WrittenValue written_value(const ast::Expression& source) {
    if (const auto* list = boxed_if<ast::List>(source.node))
        return written_list(*list, source.span);
    const std::string written(source.span.text());
    if (const auto* word = std::get_if<ast::Identifier>(&source.node)) {
        return {
            .form = Form::word,
            .span = source.span,
            .text = std::string(word->name),
            .as_text = "\"" + written + "\"",
            .as_list = "{ \"" + written + "\" }, or @(" + written + ")"};
    }
    const auto* quoted = std::get_if<ast::Quoted>(&source.node);
    if (quoted == nullptr || has_reference(quoted->text)) return {.span = source.span};
    return {
        .form = Form::text,
        .span = source.span,
        .text = std::string(quoted->text),
        .as_list = "{ " + written + " }"};
}

} // namespace

WrittenPromise
written_promise(const ast::Section& section, const ast::Promise& promise, Span type_span) {
    WrittenPromise written{
        .type = section.type,
        .type_span = type_span,
        .promiser = promise.promiser,
        .is_promiser_known = !has_reference(promise.promiser),
        .span = promise.span};
    for (const ast::Attribute& attribute : promise.attributes) {
        written.attributes.push_back(
            {attribute.name, attribute.span, written_value(attribute.value)}
        );
    }
    return written;
}

} // namespace vow::cfengine
