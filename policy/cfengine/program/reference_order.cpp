#include "policy/cfengine/program/reference_order.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace vow::cfengine {
namespace {

using References = std::vector<const Reference*>;

/// Functions that map bind names of their own, so the reference agent does not repeat a promise for
/// the lists in their arguments.
bool maps(const FunctionCall& call) {
    const Function* function = call.function;
    return function != nullptr &&
           std::ranges::any_of(function->parameters, [](const Parameter& parameter) {
               return parameter.kind == ParameterKind::mapped;
           });
}

class Collector {
public:
    enum class Calls { all, not_mapping };

    explicit Collector(Calls calls) : calls_(calls) {}

    References of(const PromiseStatement& promise) {
        if (promise.guard->dynamic) add(*promise.guard->dynamic);
        add(promise.promiser);
        for (const AttributeStatement& attribute : promise.attributes)
            add(attribute.value);
        return std::move(found_);
    }

    References of(const Expression& value) {
        add(value);
        return std::move(found_);
    }

private:
    void add(const Expression& expression) {
        std::visit([&](const auto& node) { add(node); }, expression.node);
    }
    void add(const std::vector<Expression>& expressions) {
        for (const Expression& expression : expressions)
            add(expression);
    }
    void add(const Text& text) { append_references(text, found_); }
    void add(const Word&) {}
    void add(const ListOf& list) { add(list.items); }
    void add(const LiteralList&) {}
    void add(const FunctionCall& call) {
        if (calls_ == Calls::all || !maps(call)) add(call.arguments);
    }
    void add(const BodyUse& use) { add(use.arguments); }
    void add(const BundleUse& use) {
        append_references(use.name, found_);
        add(use.arguments);
    }

    Calls calls_;
    References found_ = {};
};

} // namespace

std::vector<const Reference*> references_of(const PromiseStatement& promise) {
    return Collector(Collector::Calls::all).of(promise);
}

std::vector<const Reference*> references_of(const Expression& value) {
    return Collector(Collector::Calls::all).of(value);
}

std::vector<const Reference*> loop_references(const PromiseStatement& promise, const Names& names) {
    References loops;
    std::unordered_set<std::string_view> seen;
    for (const Reference* reference : Collector(Collector::Calls::not_mapping).of(promise)) {
        const bool of_this = reference->fixed && reference->fixed->bundle &&
                             names.text(*reference->fixed->bundle) == "this";
        if (reference->shape == Reference::Shape::list || of_this) continue;
        if (seen.insert(reference->source).second) loops.push_back(reference);
    }
    return loops;
}

} // namespace vow::cfengine
