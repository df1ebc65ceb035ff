#include "policy/otterscript/run/interruption.h"

namespace vow::otterscript {

void Interruption::add(const Block& block, const Statement& at, Enclosing enclosing) {
    if (place_.source == nullptr) place_ = at.span;
    if (enclosing == Enclosing::loop) return;
    const auto running = static_cast<std::size_t>(&at - block.statements.data());
    for (std::size_t next = running + 1; next < block.statements.size(); ++next)
        add(block.statements[next]);
}

void Interruption::add(const Script& script) {
    add(script.body);
}

void Interruption::add(const Block& block) {
    for (const Statement& statement : block.statements)
        add(statement);
}

void Interruption::add(const Statement& statement) {
    const auto& content = statement.content;
    if (std::holds_alternative<Action>(content) || std::holds_alternative<CallModule>(content)) {
        left_.insert(&statement);
    } else if (const auto* block = std::get_if<Block>(&content)) {
        add(*block);
    } else if (const auto* loop = std::get_if<For>(&content)) {
        add(loop->body);
    } else if (const auto* each = std::get_if<Foreach>(&content)) {
        add(each->body);
    } else if (const auto* with = std::get_if<With>(&content)) {
        add(with->body);
    } else if (const auto* attempt = std::get_if<Try>(&content)) {
        add(attempt->body);
        add(attempt->handler);
    } else if (const auto* branch = std::get_if<If>(&content)) {
        add(branch->then);
        if (branch->otherwise != nullptr) add(*branch->otherwise);
    }
}

} // namespace vow::otterscript
