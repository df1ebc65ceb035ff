#include "policy/cfengine/promises/bundle_run.h"

#include "policy/cfengine/promises/promise_run.h"

namespace vow::cfengine {
namespace {

constexpr int passes = 3;

/// Variables may be written before what they need; a chain settles in as many rounds as it is long.
/// What grows with each round is given up on after this many.
constexpr int most_rounds = 16;

/// No promise is under way beyond the end of its section, even where something ends the run.
void run_section(Evaluation& evaluation, Frame& frame, const Section& section) {
    try {
        for (const PromiseStatement& promise : section.promises) {
            if (frame.ended || evaluation.world().stop.signal() != 0) break;
            run_promise(evaluation, frame, section, promise);
        }
    } catch (...) {
        evaluation.pending_promises().finish();
        throw;
    }
    evaluation.pending_promises().finish();
}

void run_sections_of(Evaluation& evaluation, Frame& frame, std::string_view type) {
    for (const Section& section : frame.bundle.sections) {
        if (section.type == type) run_section(evaluation, frame, section);
    }
}

/// Evaluates until nothing changes any more, or just what changed the time before: a variable that
/// is promised twice changes in every round, and goes in a circle.
template <class Evaluate>
void settle(Evaluation& evaluation, const Evaluate& evaluate) {
    evaluation.take_changes();
    std::uint64_t before = 0;
    for (int round = 0; round < most_rounds; ++round) {
        evaluate();
        const std::uint64_t changes = evaluation.take_changes();
        if (changes == 0 || changes == before) return;
        before = changes;
    }
}

void settle_variables(Evaluation& evaluation, Frame& frame) {
    settle(evaluation, [&] { run_sections_of(evaluation, frame, "vars"); });
}

template <class Visit>
void for_each_of_type(
    const std::deque<Bundle>& bundles, std::string_view type, const Visit& visit
) {
    for (const Bundle& bundle : bundles) {
        if (bundle.type != type) continue;
        Frame frame{.bundle = bundle, .pass = 0};
        visit(frame);
    }
}

} // namespace

void run_bundle(Evaluation& evaluation, Frame& frame) {
    // The caller's classes and this call's arguments are new to every promise of the bundle.
    evaluation.changed();
    settle_variables(evaluation, frame);
    for (frame.pass = 1; frame.pass <= passes && !frame.ended; ++frame.pass) {
        for (const Section& section : frame.bundle.sections) {
            run_section(evaluation, frame, section);
            // What the new classes guard is known to the promises that follow.
            if (section.type == "classes") run_sections_of(evaluation, frame, "vars");
        }
    }
}

void pre_evaluate_common(Evaluation& evaluation, const std::deque<Bundle>& bundles) {
    settle(evaluation, [&] {
        for_each_of_type(bundles, "common", [&](Frame& frame) {
            run_sections_of(evaluation, frame, "vars");
        });
    });
    for_each_of_type(bundles, "common", [&](Frame& frame) {
        run_sections_of(evaluation, frame, "classes");
        settle_variables(evaluation, frame);
        run_sections_of(evaluation, frame, "meta");
    });
    // A bundle may be guarded by what a later one says.
    for_each_of_type(bundles, "common", [&](Frame& frame) {
        run_sections_of(evaluation, frame, "vars");
    });
}

void pre_evaluate_agent(Evaluation& evaluation, const std::deque<Bundle>& bundles) {
    for_each_of_type(bundles, "agent", [&](Frame& frame) {
        settle_variables(evaluation, frame);
        run_sections_of(evaluation, frame, "meta");
    });
}

} // namespace vow::cfengine
