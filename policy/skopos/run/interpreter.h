#pragma once

#include "policy/run/scheduler.h"
#include "policy/skopos/actions/action.h"
#include "policy/skopos/plan/plan.h"
#include "policy/skopos/run/run_journal.h"
#include "policy/skopos/run/run_setup.h"

#include <optional>
#include <string>

namespace vow::skopos {

/// Runs a plan step by step, from the place where it is. It keeps no stack of its own: the place is
/// all it knows, and is on disk before a step begins and after it has ended.
class Interpreter {
public:
    Interpreter(
        const RunSetup& setup, World& world, UnfinishedRun& unfinished, GateAnswers& answers
    );

    /// Runs the plan from its beginning, or from `place`.
    Ending run();
    Ending resume(Place place);

private:
    enum class Chained { pass, fail };

    Ending run_to_end();
    std::optional<Ending> run_next();
    std::optional<Ending> reason_to_stop();
    bool begin(const Step& step);
    std::optional<Ending> run_leaf(const Step& step);
    StepResult perform(const Step& step);
    StepResult pass_delay(const Delay& delay);
    void enter(const Step& step);
    void end(const Step& step, const StepResult& result);
    void go_on_after(const Step& step);
    void leave(Chained result);
    void fail_plan();
    StepScope scope_for(const Step& step) const;

    const RunSetup& setup_;
    World& world_;
    GateAnswers& answers_;
    Scheduler scheduler_;
    RunReport report_;
    ActionRunner actions_;
    Place place_;
    Cursor cursor_;
    RunJournal journal_;
    bool is_pause_due_ = false;
    Chained result_ = Chained::pass; ///< of the plan, at its end
    std::string failed_at_ = {};     ///< the step at which the plan failed
};

} // namespace vow::skopos
