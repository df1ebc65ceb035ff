#include "policy/otterscript/run/execution.h"

#include "policy/otterscript/syntax/tree_walk.h"

namespace vow::otterscript {

void Interruption::add(const Block& block, const Statement& at, Enclosing enclosing) {
    if (place_.source == nullptr) place_ = at.span;
    if (enclosing == Enclosing::loop) return;
    const auto running = static_cast<std::size_t>(&at - block.statements.data());
    for (std::size_t next = running + 1; next < block.statements.size(); ++next)
        for_each_step(block.statements[next], [&](const Statement& step) { left_.insert(&step); });
}

void Interruption::add(const Script& script) {
    for_each_step(script.body, [&](const Statement& step) { left_.insert(&step); });
}

std::string_view status_name(Status status) {
    switch (status) {
    case Status::normal: return "normal";
    case Status::warning: return "warning";
    case Status::error: return "error";
    }
    return {};
}

Answer<std::string> Execution::text_of(const SecuredProperty& property) {
    if (const auto* text = std::get_if<std::string>(&property)) return {.value = *text};
    auto text = read_secret(world.host, std::get<SecretSource>(property));
    if (text) keep_secret(Data::string(*text));
    return text;
}

} // namespace vow::otterscript
