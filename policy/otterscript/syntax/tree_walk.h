#pragma once

#include "policy/otterscript/syntax/tree.h"

#include <functional>
#include <type_traits>
#include <variant>

namespace vow::otterscript {

/// Calls `visit` for each block of a statement; what follows `else` is a statement of its own.
template <class AnyStatement, class Visit>
void for_each_block(AnyStatement& statement, const Visit& visit) {
    std::visit(
        [&visit](auto& content) {
            using Content = std::remove_cvref_t<decltype(content)>;
            if constexpr (std::is_same_v<Content, Block>) {
                visit(content);
            } else if constexpr (std::is_same_v<Content, If>) {
                visit(content.then);
            } else if constexpr (std::is_same_v<Content, Try>) {
                visit(content.body);
                visit(content.handler);
            } else if constexpr (requires { content.body; }) {
                visit(content.body);
            }
        },
        statement.content
    );
}

using VisitStep = std::function<void(const Statement&)>;

/// Calls `visit` for each operation and module call, in written order: those of inner blocks and of
/// all branches are included, those of the modules that a block declares are not, nor those that
/// are left out.
void for_each_step(const Block& block, const VisitStep& visit);
void for_each_step(const Statement& statement, const VisitStep& visit);

} // namespace vow::otterscript
