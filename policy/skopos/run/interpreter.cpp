#include "policy/skopos/run/interpreter.h"

#include "policy/run/guarded.h"
#include "protocol/data/overload.h"

namespace vow::skopos {
namespace {

constexpr int max_visits = 1000;

Flow failing_flow() {
    Flow flow;
    flow.label = Flow::Label::fail;
    flow.word = "fail";
    return flow;
}

} // namespace

Interpreter::Interpreter(
    const RunSetup& setup, World& world, UnfinishedRun& unfinished, GateAnswers& answers
)
    : setup_(setup),
      world_(world),
      answers_(answers),
      scheduler_(world),
      report_(world.observer),
      actions_(scheduler_.main().world(), setup.programs, setup.action_limit),
      cursor_(setup.plan, place_),
      journal_(setup, unfinished, report_, place_) {}

Ending Interpreter::run() {
    place_.frames.back().at = first_step(setup_.plan.steps);
    report_.state("running", nullptr, {});
    report_.flush();
    const bool is_begun = guarded(
        [&] {
            place_.instances = first_instances(setup_, actions_, report_);
            return true;
        },
        [&](const std::string& reason) {
            report_.log(LogLevel::error, reason);
            return false;
        }
    );
    return is_begun ? run_to_end() : journal_.finish(false, {});
}

Ending Interpreter::resume(Place place) {
    place_ = std::move(place);
    report_.state("running", nullptr, {});
    journal_.announce_resumed();
    report_.flush();
    return run_to_end();
}

Ending Interpreter::run_to_end() {
    while (!place_.frames.empty()) {
        if (auto ending = run_next()) return *std::move(ending);
    }
    return journal_.finish(result_ == Chained::pass, failed_at_);
}

std::optional<Ending> Interpreter::run_next() {
    if (cursor_.chain().empty()) {
        leave(Chained::pass);
        return std::nullopt;
    }
    const Step& step = cursor_.step();
    if (step.is_left_out) {
        go_on_after(step);
        return std::nullopt;
    }
    if (place_.progress == Place::Progress::due) {
        if (auto ending = reason_to_stop()) return ending;
        if (!begin(step)) return std::nullopt;
    }
    if (!step.is_holder()) return run_leaf(step);
    enter(step);
    return std::nullopt;
}

/// False if it has begun too often, which fails the plan.
bool Interpreter::begin(const Step& step) {
    Frame& frame = place_.frames.back();
    if (frame.visits.add(frame.at) <= max_visits) {
        report_.begin(step, cursor_.index(), RunReport::Begin::first);
        return true;
    }
    report_.log(
        LogLevel::error, "step '" + step.id + "' has run " + std::to_string(max_visits) + " times"
    );
    fail_plan();
    return false;
}

std::optional<Ending> Interpreter::run_leaf(const Step& step) {
    const auto* gate = step.as<Gate>();
    std::optional<bool> answer;
    if (gate != nullptr && !setup_.is_dry) {
        answer = answers_.take(step.id);
        if (!answer) {
            place_.progress = Place::Progress::waits;
            return journal_.wait();
        }
    }
    place_.progress = Place::Progress::begun;
    if (!journal_.store()) return journal_.lose();
    const StepResult result = answer && !*answer ? StepResult::failure("rejected") : perform(step);
    if (result.kind == StepResult::Kind::interrupted) {
        place_.progress = Place::Progress::interrupted;
        return journal_.interrupt();
    }
    ++(result.has_passed() ? place_.passed : place_.failed);
    place_.ended.add(step.number);
    is_pause_due_ = is_pause_due_ || setup_.is_stepwise;
    end(step, result);
    return std::nullopt;
}

StepResult Interpreter::perform(const Step& step) {
    const auto run = [&]() -> StepResult {
        const Overload perform_leaf{
            [&](const Delay& delay) { return pass_delay(delay); },
            [&](const Gate&) { return StepResult{.is_assumed = setup_.is_dry}; },
            [&](const Action&) {
                return actions_.run(step, scope_for(step), place_.instances, report_.scope());
            },
            // Steps that hold others are entered instead.
            [](const Group&) { return StepResult(); },
            [](const Component&) { return StepResult(); },
            [](const Loop&) { return StepResult(); }};
        return std::visit(perform_leaf, step.what);
    };
    StepResult result;
    try {
        result = guarded(run, StepResult::failure);
    } catch (const Cancelled&) {
        return {.kind = StepResult::Kind::interrupted};
    }
    if (result.has_passed() && setup_.assumed_to_fail.contains(step.id)) {
        result = StepResult::failure("assumed");
        result.is_assumed = true;
    }
    return result;
}

StepResult Interpreter::pass_delay(const Delay& delay) {
    if (setup_.is_dry) return {.is_assumed = true};
    Task& task = scheduler_.main();
    const std::chrono::duration<double> span(delay.seconds);
    if (delay.seconds > 0)
        task.sleep_until(task.now() + std::chrono::duration_cast<Task::Clock::duration>(span));
    return {};
}

void Interpreter::enter(const Step& step) {
    place_.progress = Place::Progress::due;
    Frame inside{.at = first_step(step.steps)};
    if (const auto* loop = step.as<Loop>()) {
        const std::string name = cursor_.component();
        inside.index = loop->begin;
        if (loop->count)
            inside.end = loop->begin + *loop->count;
        else if (loop->selector == Selector::target)
            inside.end = setup_.head.descriptors.replicas(name);
        else
            inside.end = place_.instances.end(name, loop->selector);
        if (*inside.index >= inside.end) return end(step, {});
    }
    if (step.steps.empty()) return end(step, {});
    place_.frames.push_back(std::move(inside));
}

/// Records the end of the step that is due in the innermost chain, and moves on along its flow.
void Interpreter::end(const Step& step, const StepResult& result) {
    const Flow& flow = result.has_passed() ? step.on_pass : step.on_fail;
    place_.progress = Place::Progress::due;
    report_.end(step, cursor_.index(), result, flow);
    is_pause_due_ = is_pause_due_ || flow.pauses;
    Frame& frame = place_.frames.back();
    if (flow.label == Flow::Label::fail && cursor_.is_at_top()) failed_at_ = step.id;
    switch (flow.label) {
    case Flow::Label::pass: return leave(Chained::pass);
    case Flow::Label::fail: return leave(Chained::fail);
    case Flow::Label::step: frame.at = flow.target; return;
    case Flow::Label::next: return go_on_after(step);
    }
}

/// Moves on to the next step of the innermost chain, or leaves the chain at its end.
void Interpreter::go_on_after(const Step& step) {
    Frame& frame = place_.frames.back();
    const bool is_top = cursor_.is_at_top();
    const Chain& chain = cursor_.chain();
    const std::size_t next = frame.at + 1;
    const bool is_last =
        next == chain.size() || (!is_top && chain[next].is_cleanup != step.is_cleanup);
    if (is_last) return leave(step.is_cleanup && !is_top ? Chained::fail : Chained::pass);
    frame.at = next;
}

/// The innermost chain has ended.
void Interpreter::leave(Chained result) {
    Frame frame = std::move(place_.frames.back());
    place_.frames.pop_back();
    if (place_.frames.empty()) {
        result_ = result;
        return;
    }
    if (frame.index && result == Chained::pass && *frame.index + 1 < frame.end) {
        const std::size_t first = first_step(cursor_.step().steps);
        place_.frames.push_back({.at = first, .index = *frame.index + 1, .end = frame.end});
        return;
    }
    StepResult ended;
    if (result == Chained::fail) ended.kind = StepResult::Kind::fail;
    end(cursor_.step(), ended);
}

/// Ends the plan and the steps that are open, regardless of their flow.
void Interpreter::fail_plan() {
    failed_at_ = cursor_.top_step().id;
    place_.frames.pop_back();
    while (!place_.frames.empty()) {
        const StepResult failure{.kind = StepResult::Kind::fail};
        report_.end(cursor_.step(), cursor_.index(), failure, failing_flow());
        place_.frames.pop_back();
    }
    result_ = Chained::fail;
}

/// A signal or a pause, before a step begins.
std::optional<Ending> Interpreter::reason_to_stop() {
    if (world_.stop.signal() != 0) return journal_.interrupt();
    const bool is_pausing = is_pause_due_ || world_.stop.is_pause_requested();
    if (!setup_.is_dry && is_pausing) return journal_.wait();
    return std::nullopt;
}

StepScope Interpreter::scope_for(const Step& step) const {
    const auto* action = step.as<Action>();
    return {
        .descriptors = setup_.head.descriptors,
        .instances = place_.instances,
        .project = setup_.project,
        .component = cursor_.component(),
        .index = cursor_.index(),
        .selector = action == nullptr ? std::nullopt : action->selector};
}

} // namespace vow::skopos
