#pragma once

#include "policy/run/scheduler.h"
#include "policy/skopos/actions/action.h"
#include "policy/skopos/plan/plan.h"
#include "policy/skopos/run/run_journal.h"
#include "policy/skopos/settings.h"

#include <deque>
#include <map>
#include <optional>
#include <string>

namespace vow::skopos {

/// The answers of the command line to the gates of a plan. Each answers one time that its gate is
/// reached, in their order; those for `*` answer all gates that have none of their own.
class GateAnswers {
public:
    /// Throws UsageError for a gate that the plan does not have.
    GateAnswers(const std::vector<Settings::Answer>& answers, const Plan& plan);

    /// The next answer to a gate: whether it passes. nullopt without one.
    std::optional<bool> take(const std::string& gate);

private:
    std::map<std::string, std::deque<bool>, std::less<>> answers_; ///< by gate
    std::optional<bool> all_;
};

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
