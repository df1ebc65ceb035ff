#pragma once

#include "policy/otterscript/run/executor.h"

#include <optional>

namespace vow::otterscript {

/// The part of the script that a statement leaves: nothing, an item of the nearest loop, that loop,
/// or the module.
enum class Flow { next, continue_loop, break_loop, return_all };

// Statements that hold others run them by these functions, which the runner implements.

Flow run_statement(const Statement& statement, Executor& executor);
/// The statements of a block in the current scope.
Flow run_items(const Block& block, Executor& executor);
/// The same in a scope of their own; `round` counts the items of a loop.
Flow run_block(const Block& block, Executor& executor, std::uint64_t round = 0);

/// The scope of a block, or of one round of a loop.
class BlockScope {
public:
    BlockScope(const Block& block, Executor& executor, std::uint64_t round)
        : variables_(executor.scope().variables),
          instance_(executor.scope().path, instance_of(block, executor, round)) {
        if (!block.modules.empty()) modules_.emplace(executor.scope().module_blocks, &block);
    }

private:
    static std::uint64_t
    instance_of(const Block& block, const Executor& executor, std::uint64_t round) {
        const std::uint64_t outer =
            executor.scope().path.empty() ? 0 : executor.scope().path.back();
        const auto place = reinterpret_cast<std::uintptr_t>(&block); // NOLINT: an identity
        return Drift::instance(Drift::instance(outer, place), round);
    }

    Variables::NestedScope variables_;
    Pushed<std::uint64_t> instance_;
    std::optional<Pushed<const Block*>> modules_;
};

} // namespace vow::otterscript
