#include "policy/otterscript/syntax/tree_walk.h"

#include "protocol/data/overload.h"

namespace vow::otterscript {

void for_each_step(const Block& block, const VisitStep& visit) {
    for (const Statement& statement : block.statements)
        for_each_step(statement, visit);
}

void for_each_step(const Statement& statement, const VisitStep& visit) {
    std::visit(
        Overload{
            [&](const Action&) { visit(statement); },
            [&](const CallModule&) { visit(statement); },
            [&](const Block& block) { for_each_step(block, visit); },
            [&](const For& loop) { for_each_step(loop.body, visit); },
            [&](const Foreach& loop) { for_each_step(loop.body, visit); },
            [&](const With& with) { for_each_step(with.body, visit); },
            [&](const Try& attempt) {
                for_each_step(attempt.body, visit);
                for_each_step(attempt.handler, visit);
            },
            [&](const If& branch) {
                for_each_step(branch.then, visit);
                if (branch.otherwise != nullptr) for_each_step(*branch.otherwise, visit);
            },
            [](const auto&) {}},
        statement.content
    );
}

} // namespace vow::otterscript
