#include "policy/skopos/checking/written_call.h"

#include "policy/skopos/plan/document.h"

#include <algorithm>

namespace vow::skopos {
namespace {

WrittenValue written_value(const YamlNode& node, const SourceText& source) {
    WrittenValue value{.span = span_of(source, node)};
    const bool is_known = !compile_text(node.text).has_references();
    if (node.kind == YamlNode::Kind::scalar && is_known) {
        value.form = WrittenValue::Form::text;
        value.text = typed_data(node).text();
    }
    const bool is_list = node.kind == YamlNode::Kind::sequence &&
                         std::ranges::all_of(node.items, [](const YamlNode& item) {
                             return item.kind == YamlNode::Kind::scalar;
                         });
    if (!is_list) return value;
    value.form = WrittenValue::Form::list;
    for (const YamlNode& item : node.items) {
        if (!compile_text(item.text).has_references())
            value.items.push_back({item.text, span_of(source, item)});
    }
    return value;
}

} // namespace

WrittenPromise written_promise(const PluginCall& call, const SourceText& source) {
    WrittenPromise promise{
        .type = call.plugin,
        .type_span = call.plugin_span,
        .promiser = {},
        .is_promiser_known = false,
        .span = call.plugin_span};
    for (const auto& [key, value] : call.arguments.members) {
        if (key.text == "promiser" || value.kind == YamlNode::Kind::null) continue;
        promise.attributes.push_back(
            {.name = key.text, .span = span_of(source, key), .value = written_value(value, source)}
        );
    }
    const YamlNode* promiser = attribute_of(call.arguments, "promiser");
    if (promiser == nullptr) return promise;
    promise.span = span_of(source, *promiser);
    promise.promiser = promiser->text;
    promise.is_promiser_known =
        promiser->kind == YamlNode::Kind::scalar && !compile_text(promiser->text).has_references();
    return promise;
}

} // namespace vow::skopos
