#include "policy/otterscript/syntax/tree_walk.h"

#include "protocol/data/overload.h"

namespace vow::otterscript {

void for_each_step(const Block& block, const VisitStep& visit) {
    for (const Statement& statement : block.statements)
        for_each_step(statement, visit);
}

void for_each_step(const Statement& statement, const VisitStep& visit) {
    if (statement.is_left_out) return;
    const bool is_step = std::holds_alternative<Action>(statement.content) ||
                         std::holds_alternative<CallModule>(statement.content);
    if (is_step) visit(statement);
    for_each_block(statement, [&](const Block& block) { for_each_step(block, visit); });
    const auto* branch = std::get_if<If>(&statement.content);
    if (branch != nullptr && branch->otherwise != nullptr) for_each_step(*branch->otherwise, visit);
}

namespace {

class NameWalk {
public:
    explicit NameWalk(const NameVisitor& visitor) : visitor_(visitor) {}

    void operator()(const Expression& expression) const {
        std::visit(*this, expression.content);
        for (const Expression& index : expression.indexes)
            (*this)(index);
    }
    void operator()(const TextExpression& text) const {
        for (const Piece& piece : text.pieces)
            std::visit(*this, piece.content);
    }
    void operator()(const VectorExpression& vector) const {
        for (const Expression& item : vector.items)
            (*this)(item);
    }
    void operator()(const MapExpression& map) const {
        for (const auto& [key, item] : map.items) {
            (*this)(key);
            (*this)(item);
        }
    }
    void operator()(const Reference& reference) const { visitor_.reference(reference); }
    void operator()(const Call& call) const {
        if (visitor_.call) visitor_.call(call);
        for (const Expression& argument : call.arguments)
            (*this)(argument);
    }
    void operator()(const std::string&) const {}
    void operator()(const std::unique_ptr<Expression>& inner) const { (*this)(*inner); }

    void operator()(const Condition& condition) const {
        for (const Condition& part : condition.parts)
            (*this)(part);
        for (const Expression& operand : condition.operands)
            (*this)(operand);
    }
    void operator()(const std::vector<Argument>& arguments) const {
        for (const Argument& argument : arguments) {
            if (const Expression* input = argument.input()) (*this)(*input);
        }
    }
    void operator()(const std::optional<Expression>& expression) const {
        if (expression) (*this)(*expression);
    }

private:
    const NameVisitor& visitor_;
};

} // namespace

void for_each_name(const Expression& expression, const NameVisitor& visitor) {
    NameWalk{visitor}(expression);
}

void for_each_name(const Condition& condition, const NameVisitor& visitor) {
    NameWalk{visitor}(condition);
}

void for_each_name(const Statement& statement, const NameVisitor& visitor) {
    const NameWalk walk(visitor);
    std::visit(
        Overload{
            [&](const Action& action) {
                walk(action.positional);
                walk(action.arguments);
            },
            [&](const CallModule& call) { walk(call.arguments); },
            [&](const Set& set) {
                for (const Expression& index : set.indexes)
                    walk(index);
                walk(set.value);
            },
            [&](const Log& log) { walk(log.message); },
            [&](const Throw& thrown) { walk(thrown.message); },
            [&](const For& loop) { walk(loop.name); },
            [&](const Foreach& loop) { walk(loop.source); },
            [&](const With& with) { walk(with.credentials); },
            [&](const If& branch) { walk(branch.condition); },
            [](const auto&) {}},
        statement.content
    );
}

} // namespace vow::otterscript
