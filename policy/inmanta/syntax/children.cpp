#include "policy/inmanta/syntax/tree.h"

namespace vow::inmanta {
namespace {

/// Visits the children of each kind of expression.
struct Children {
    const std::function<void(Expression&)>& visit;

    void one(ExpressionPtr& child) const {
        if (child != nullptr) visit(*child);
    }
    void all(std::vector<ExpressionPtr>& children) const {
        for (ExpressionPtr& child : children)
            one(child);
    }
    void all(std::vector<NamedArgument>& arguments) const {
        for (NamedArgument& argument : arguments)
            one(argument.value);
    }
    void all(std::vector<Format::Part>& parts) const {
        for (Format::Part& part : parts) {
            one(part.value);
            all(part.specification);
        }
    }

    void operator()(Literal&) const {}
    void operator()(Reference&) const {}
    void operator()(PatternMatch&) const {}
    void operator()(AttributeReference& node) const { one(node.owner); }
    void operator()(Call& node) const {
        all(node.arguments);
        all(node.named);
    }
    void operator()(Constructor& node) const { all(node.arguments); }
    void operator()(ListDisplay& node) const { all(node.items); }
    void operator()(DictDisplay& node) const {
        for (auto& [key, value] : node.members)
            one(value);
    }
    void operator()(Format& node) const { all(node.parts); }
    void operator()(DictLookup& node) const {
        one(node.dict);
        one(node.key);
    }
    void operator()(IndexLookup& node) const { all(node.arguments); }
    void operator()(RelationLookup& node) const {
        one(node.owner);
        all(node.arguments);
    }
    void operator()(Operation& node) const {
        one(node.left);
        one(node.right);
    }
    void operator()(Conditional& node) const {
        one(node.condition);
        one(node.if_true);
        one(node.if_false);
    }
    void operator()(IsDefined& node) const { one(node.value); }
    void operator()(Comprehension& node) const {
        one(node.value);
        for (Comprehension::Loop& loop : node.loops)
            one(loop.items);
        one(node.guard);
    }
};

} // namespace

void each_child(Expression& expression, const std::function<void(Expression&)>& visit) {
    std::visit(Children{visit}, expression.node);
}

void each_child(const Expression& expression, const std::function<void(const Expression&)>& visit) {
    // The children are only read.
    each_child(const_cast<Expression&>(expression), [&visit](Expression& child) { visit(child); });
}

} // namespace vow::inmanta
