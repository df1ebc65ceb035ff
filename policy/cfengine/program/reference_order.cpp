#include "policy/cfengine/program/reference_order.h"

#include <string_view>
#include <unordered_set>

namespace vow::cfengine {
namespace {

using References = std::vector<const Reference*>;

void append_from(const Expression& expression, References& found);

void append_from(const std::vector<Expression>& expressions, References& found) {
    for (const Expression& expression : expressions)
        append_from(expression, found);
}

void append_from(const Text& text, References& found) {
    append_references(text, found);
}

void append_from(const Word&, References&) {}

void append_from(const ListOf& list, References& found) {
    append_from(list.items, found);
}

void append_from(const FunctionCall& call, References& found) {
    append_from(call.arguments, found);
}

void append_from(const BodyUse& use, References& found) {
    append_from(use.arguments, found);
}

void append_from(const BundleUse& use, References& found) {
    append_references(use.name, found);
    append_from(use.arguments, found);
}

void append_from(const Expression& expression, References& found) {
    std::visit([&](const auto& node) { append_from(node, found); }, expression.node);
}

} // namespace

std::vector<const Reference*> references_of(const PromiseStatement& promise) {
    References found;
    if (promise.guard.dynamic) append_from(*promise.guard.dynamic, found);
    append_from(promise.promiser, found);
    for (const AttributeStatement& attribute : promise.attributes)
        append_from(attribute.value, found);
    return found;
}

std::vector<const Reference*> loop_references(const PromiseStatement& promise, const Names& names) {
    References loops;
    std::unordered_set<std::string_view> seen;
    for (const Reference* reference : references_of(promise)) {
        const bool of_this = reference->fixed && reference->fixed->bundle &&
                             names.text(*reference->fixed->bundle) == "this";
        if (reference->shape == Reference::Shape::list || of_this) continue;
        if (seen.insert(reference->source).second) loops.push_back(reference);
    }
    return loops;
}

} // namespace vow::cfengine
