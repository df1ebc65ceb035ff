#pragma once

#include "policy/otterscript/syntax/tree.h"

#include <cstddef>
#include <set>

namespace vow::otterscript {

/// Where a signal has ended a run, and the operations that it has kept from running: those written
/// after that place, in the blocks that were open. Operations of a branch or a handler count,
/// whether or not they would have run, and those of a loop once. Not counted are those
/// of a loop that has begun, which may all have run in an earlier round, of modules that would be
/// called, and of a pass that would follow.
class Interruption {
public:
    enum class Enclosing { block, loop };

    /// A block was open at one of its statements. The innermost block comes first.
    void add(const Block& block, const Statement& at, Enclosing enclosing);
    /// A script was not begun.
    void add(const Script& script);

    /// The innermost statement that was running; `source` is null if none was.
    Span place() const { return place_; }
    std::size_t operations_left() const { return left_.size(); }

private:
    Span place_ = {};
    /// Each counts once, as several servers may have been about to run it.
    std::set<const Statement*> left_;
};

} // namespace vow::otterscript
