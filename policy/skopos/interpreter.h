#pragma once

#include "policy/run/language.h"
#include "policy/run/scheduler.h"
#include "policy/skopos/action.h"
#include "policy/skopos/gate_answers.h"
#include "policy/skopos/run_report.h"
#include "policy/skopos/unfinished_run.h"

#include <optional>
#include <set>
#include <string>

namespace vow::skopos {

/// The parts that a plan runs with. Borrowed for one run.
struct RunSetup {
    const Plan& plan;
    const RunHead& head;
    const std::string& project;
    const ProgramSearch& programs;
    std::set<std::string> assumed_to_fail; ///< steps, in a dry run
    std::string command;                   ///< the command line that goes on with the run
    bool is_stepwise;
    double action_limit; ///< seconds
};

/// Runs a plan step by step, from the place where it is. It keeps no stack of its own: the place is
/// all it knows, and is on disk before a step begins and after it has ended.
class Interpreter {
public:
    enum class Begin { first, resumed };

    Interpreter(
        const RunSetup& setup, World& world, UnfinishedRun& unfinished, GateAnswers& answers
    );

    /// Runs the plan from its beginning, or from `place`.
    Ending run();
    Ending resume(Place place);

    /// The step at which a place is. Null if the plan does not have the place.
    static const Step* step_at(const Plan& plan, const Place& place);

private:
    enum class Chained { pass, fail };

    // --- the steps ---
    std::optional<Ending> run_steps();
    std::optional<Ending> run_next();
    bool begin(const Step& step);
    std::optional<Ending> run_leaf(const Step& step);
    StepResult perform(const Step& step);
    StepResult pass_delay(const Delay& delay);
    void enter(const Step& step);
    void end(const Step& step, const StepResult& result);
    void leave(Chained result);
    void fail_plan();

    // --- the place ---
    const Chain& chain_at(std::size_t depth) const;
    const Step& holder_of_top() const;
    const Step& due_step() const;
    std::optional<std::int64_t> index() const;
    std::string component() const;
    StepScope scope_for(const Step& step) const;

    // --- beginning and end ---
    bool describe_instances();
    void announce_resumed();
    std::optional<Ending> reason_to_stop();
    bool commit();
    Ending wait(std::string_view state, Place::Progress progress);
    Ending interrupted();
    Ending lost_place();
    Ending finish();
    std::string summary(std::string_view how) const;
    bool is_dry() const { return !world_.options.changes_allowed(); }

    const RunSetup& setup_;
    World& world_;
    UnfinishedRun& unfinished_;
    GateAnswers& answers_;
    Scheduler scheduler_;
    RunReport report_;
    ActionRunner actions_;
    Place place_;
    bool is_pause_due_ = false;
    Chained result_ = Chained::pass; ///< of the plan, at its end
    std::string failed_at_ = {};     ///< the step at which the plan failed
};

} // namespace vow::skopos
