#include "policy/cfengine/promises/kept_concurrently.h"

#include "policy/cfengine/promises/kept_promise.h"
#include "policy/cfengine/promises/outcome_classes.h"
#include "policy/cfengine/promises/promise_terms.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <utility>

namespace vow::cfengine {
namespace {

/// A round that waits for its outcome. A copy: iteration goes on to the next element meanwhile.
struct Awaiting {
    explicit Awaiting(PromiseRound& original)
        : expander(original.expander()),
          round(original, expander) {}
    Awaiting(const Awaiting&) = delete;
    Awaiting& operator=(const Awaiting&) = delete;

    void take_in_outcome(const Outcome& outcome, std::uint64_t identity) {
        try {
            take_in(round, outcome);
            round.conclude(outcome.verdicts);
            finish(round, identity);
        } catch (const std::exception& failure) {
            log_failure(round, failure);
        }
    }

    Expander expander;
    PromiseRound round;
};

constexpr int most_parents = 30; ///< a longer chain of bodies ends the run elsewhere

bool cancels(const Program& program, const BodyUse& use) {
    const Body* body = program.find_body(use.key);
    for (int depth = 0; body != nullptr && depth < most_parents; ++depth) {
        const auto is_cancelling = [](const BodyClause& clause) {
            return clause.attribute.name.starts_with("cancel_");
        };
        if (std::any_of(body->clauses.begin(), body->clauses.end(), is_cancelling)) return true;
        body = body->parent ? program.find_body(body->parent->key) : nullptr;
    }
    return false;
}

/// Whether what comes of the promise may take classes away.
bool may_cancel_classes(PromiseRound& round) {
    const Expression* classes = round.statement().find("classes");
    if (classes == nullptr) return false;
    const auto* use = std::get_if<BodyUse>(&classes->node);
    return use == nullptr || cancels(round.evaluation().program(), *use);
}

PendingPromises::Writes writes_of(PromiseRound& round) {
    Names& names = round.evaluation().names();
    const Bundle& bundle = round.frame().bundle;
    PendingPromises::Writes writes{
        .bundle = bundle.qualified,
        .type = names.symbol(round.type()),
        .handle = qualified_handle(bundle, round.expander().handle()),
        .cancels_classes = may_cancel_classes(round)};
    if (const auto handle = round.text("handle")) writes.name = names.symbol(*handle);
    return writes;
}

} // namespace

bool may_run_concurrently(PromiseRound& round, const PromiseType& type) {
    Evaluation& evaluation = round.evaluation();
    const Control& control = evaluation.control();
    return control.abort_classes.empty() && control.abort_bundle_classes.empty() &&
           evaluation.pending_promises().takes(type);
}

void keep_concurrently(
    PromiseRound& round, const PromiseType& type, Attributes attributes, std::uint64_t identity
) {
    PendingPromises& pending_promises = round.evaluation().pending_promises();
    pending_promises.wait_for_promiser(round.promiser());
    if (!begin(round, identity)) return;
    const auto awaiting = std::make_shared<Awaiting>(round);
    pending_promises.begin(
        promise_of(round, type, std::move(attributes)),
        writes_of(round),
        [awaiting, identity](const Outcome& outcome) {
            awaiting->take_in_outcome(outcome, identity);
        }
    );
}

} // namespace vow::cfengine
