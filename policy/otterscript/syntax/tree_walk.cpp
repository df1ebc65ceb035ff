#include "policy/otterscript/syntax/tree_walk.h"

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

} // namespace vow::otterscript
