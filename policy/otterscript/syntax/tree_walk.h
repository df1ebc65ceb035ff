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

/// Receives the names in expressions, in written order.
struct NameVisitor {
    std::function<void(const Reference&)> reference;
    std::function<void(const Call&)> call = {}; ///< before the names in its arguments; may be empty
};

void for_each_name(const Expression& expression, const NameVisitor& visitor);
void for_each_name(const Condition& condition, const NameVisitor& visitor);
/// Those of the statement itself, without those of the statements in it.
void for_each_name(const Statement& statement, const NameVisitor& visitor);

} // namespace vow::otterscript
