#include "policy/cfengine/promises/promise_writes.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

constexpr int max_chain_length = 30; ///< evaluating a longer chain of bodies ends the run

bool has_cancelling_clause(const Body& body) {
    return std::ranges::any_of(body.clauses, [](const BodyClause& clause) {
        return clause.attribute.name.starts_with("cancel_");
    });
}

bool may_cancel_classes(const Program& program, const BodyUse& use) {
    const Body* body = program.find_body(use.key);
    for (int depth = 0; body != nullptr && depth < max_chain_length; ++depth) {
        if (has_cancelling_clause(*body)) return true;
        body = body->parent ? program.find_body(body->parent->key) : nullptr;
    }
    return false;
}

bool may_cancel_classes(PromiseRound& round) {
    const Expression* classes = round.statement().find(CommonAttribute::classes);
    if (classes == nullptr) return false;
    const auto* use = boxed_if<BodyUse>(classes->node);
    return use == nullptr || may_cancel_classes(round.run().program, *use);
}

} // namespace

bool may_stay_pending(PromiseRound& round, const PromiseType& type) {
    RunState& run = round.run();
    const Control& control = run.control;
    return control.abort_classes.empty() && control.abort_bundle_classes.empty() &&
           run.pending.takes(type);
}

PendingPromises::Writes writes_of(PromiseRound& round) {
    Names& names = round.run().names();
    PendingPromises::Writes writes{
        .bundle = round.frame().bundle.qualified,
        .type = names.symbol(round.type()),
        .handle = round.expander().handle(),
        .cancels_classes = may_cancel_classes(round)};
    if (const auto handle = round.text(CommonAttribute::handle))
        writes.name = names.symbol(*handle);
    return writes;
}

} // namespace vow::cfengine
