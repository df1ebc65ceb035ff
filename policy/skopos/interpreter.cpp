#include "policy/skopos/interpreter.h"

namespace vow::skopos {
namespace {

constexpr int most_visits = 1000;

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
      unfinished_(unfinished),
      answers_(answers),
      scheduler_(world),
      report_(world.observer),
      actions_(scheduler_.main().world(), setup.programs, setup.action_limit) {}

Ending Interpreter::run() {
    report_.state("running", nullptr, {});
    report_.flush();
    if (!describe_instances()) {
        result_ = Chained::fail;
        return finish();
    }
    if (auto ending = run_steps()) return *std::move(ending);
    return finish();
}

Ending Interpreter::resume(Place place) {
    place_ = std::move(place);
    report_.state("running", nullptr, {});
    announce_resumed();
    report_.flush();
    if (auto ending = run_steps()) return *std::move(ending);
    return finish();
}

std::optional<Ending> Interpreter::run_steps() {
    while (!place_.frames.empty()) {
        if (auto ending = run_next()) return ending;
    }
    return std::nullopt;
}

// --- the steps ----------------------------------------------------------------------------------

std::optional<Ending> Interpreter::run_next() {
    if (chain_at(place_.frames.size() - 1).empty()) {
        leave(Chained::pass);
        return std::nullopt;
    }
    const Step& step = due_step();
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
    if (frame.visits.add(frame.at) <= most_visits) {
        report_.begin(step, index(), RunReport::Begin::first);
        return true;
    }
    report_.log(
        LogLevel::error, "step '" + step.id + "' has run " + std::to_string(most_visits) + " times"
    );
    fail_plan();
    return false;
}

std::optional<Ending> Interpreter::run_leaf(const Step& step) {
    const auto* gate = step.as<Gate>();
    std::optional<bool> answer;
    if (gate != nullptr && !is_dry()) {
        answer = answers_.take(step.id);
        if (!answer) return wait("gate-wait", Place::Progress::waits);
    }
    place_.progress = Place::Progress::begun;
    if (!commit()) return lost_place();
    const StepResult result = answer && !*answer ? StepResult::failure("rejected") : perform(step);
    if (result.kind == StepResult::Kind::interrupted) return interrupted();
    ++(result.has_passed() ? place_.passed : place_.failed);
    place_.ended.add(step.number);
    is_pause_due_ = is_pause_due_ || setup_.is_stepwise;
    end(step, result);
    return std::nullopt;
}

StepResult Interpreter::perform(const Step& step) {
    StepResult result;
    try {
        if (const auto* delay = step.as<Delay>())
            result = pass_delay(*delay);
        else if (step.as<Gate>() != nullptr)
            result.is_assumed = is_dry();
        else
            result = actions_.run(step, scope_for(step), place_.instances, report_.scope());
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
    if (is_dry()) return {.is_assumed = true};
    Task& task = scheduler_.main();
    const std::chrono::duration<double> span(delay.seconds);
    if (delay.seconds > 0)
        task.sleep_until(task.now() + std::chrono::duration_cast<Task::Clock::duration>(span));
    return {};
}

void Interpreter::enter(const Step& step) {
    place_.progress = Place::Progress::due;
    Frame inside;
    if (const auto* loop = step.as<Loop>()) {
        const std::string name = component();
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
    report_.end(step, index(), result, flow);
    is_pause_due_ = is_pause_due_ || flow.pauses;
    Frame& frame = place_.frames.back();
    const bool is_top = place_.frames.size() == 1;
    if (flow.label == Flow::Label::fail && is_top) failed_at_ = step.id;
    switch (flow.label) {
    case Flow::Label::pass: return leave(Chained::pass);
    case Flow::Label::fail: return leave(Chained::fail);
    case Flow::Label::step: frame.at = flow.target; return;
    case Flow::Label::next: break;
    }
    const Chain& chain = chain_at(place_.frames.size() - 1);
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
        place_.frames.push_back({.index = *frame.index + 1, .end = frame.end});
        return;
    }
    StepResult ended;
    if (result == Chained::fail) ended.kind = StepResult::Kind::fail;
    end(due_step(), ended);
}

/// Ends the plan and the steps that are open, regardless of their flow.
void Interpreter::fail_plan() {
    failed_at_ = setup_.plan.steps[place_.frames.front().at].id;
    place_.frames.pop_back();
    while (!place_.frames.empty()) {
        const StepResult failure{.kind = StepResult::Kind::fail};
        report_.end(due_step(), index(), failure, failing_flow());
        place_.frames.pop_back();
    }
    result_ = Chained::fail;
}

// --- the place ----------------------------------------------------------------------------------

const Chain& Interpreter::chain_at(std::size_t depth) const {
    const Chain* chain = &setup_.plan.steps;
    for (std::size_t at = 0; at < depth; ++at)
        chain = &(*chain)[place_.frames[at].at].steps;
    return *chain;
}

const Step& Interpreter::due_step() const {
    return chain_at(place_.frames.size() - 1)[place_.frames.back().at];
}

std::optional<std::int64_t> Interpreter::index() const {
    return place_.frames.back().index;
}

/// The component that the innermost chain belongs to; empty in a group.
std::string Interpreter::component() const {
    const Step& top = setup_.plan.steps[place_.frames.front().at];
    const auto* component = top.as<Component>();
    return component == nullptr ? std::string() : component->name;
}

StepScope Interpreter::scope_for(const Step& step) const {
    const auto* action = step.as<Action>();
    return {
        .descriptors = setup_.head.descriptors,
        .instances = place_.instances,
        .project = setup_.project,
        .component = component(),
        .index = index(),
        .selector = action == nullptr ? std::nullopt : action->selector};
}

const Step* Interpreter::step_at(const Plan& plan, const Place& place) {
    const Chain* chain = &plan.steps;
    const Step* step = nullptr;
    for (const Frame& frame : place.frames) {
        if (frame.at >= chain->size()) return nullptr;
        step = &(*chain)[frame.at];
        chain = &step->steps;
    }
    return step;
}

// --- beginning and end --------------------------------------------------------------------------

/// False, with an error logged, if the core plugin fails.
bool Interpreter::describe_instances() {
    const Descriptors& descriptors = setup_.head.descriptors;
    Data described;
    if (const Data* listed = descriptors.instances()) {
        described = *listed;
    } else if (!is_dry() && !descriptors.core_plugin().empty()) {
        const std::string plugin(descriptors.core_plugin());
        try {
            described = actions_.describe(plugin, setup_.project);
            if (described.kind() == Data::Kind::null)
                report_.log(LogLevel::warning, "no core plugin '" + plugin + "'");
        } catch (const StepFailure& failure) {
            report_.log(LogLevel::error, "core plugin '" + plugin + "' failed: " + failure.what());
            return false;
        }
    }
    for (const auto& [component, instances] : described.members())
        place_.instances.replace(component, Selector::old_ones, instances);
    return true;
}

void Interpreter::announce_resumed() {
    const Step& due = due_step();
    if (place_.progress == Place::Progress::begun) {
        report_.log(
            LogLevel::warning,
            "step '" + due.id + "' had begun when the last run was killed; it runs again"
        );
    }
    report_.log(LogLevel::notice, "resumed at '" + due.id + "'");
    const Chain* chain = &setup_.plan.steps;
    for (const Frame& frame : place_.frames) {
        const Step& step = (*chain)[frame.at];
        const bool is_open = &step != &due || place_.progress != Place::Progress::due;
        if (is_open) report_.begin(step, frame.index, RunReport::Begin::resumed);
        chain = &step.steps;
    }
}

/// A signal or a pause, before a step begins.
std::optional<Ending> Interpreter::reason_to_stop() {
    if (world_.stop.signal() != 0) {
        report_.close_scopes();
        if (!commit()) return lost_place();
        return Ending{.how = Ending::How::interrupted, .summary = ""};
    }
    if (!is_dry() && (is_pause_due_ || world_.stop.is_pause_requested()))
        return wait("paused", Place::Progress::due);
    return std::nullopt;
}

/// Stores the place, then lets observers know what led to it.
bool Interpreter::commit() {
    const bool is_stored = is_dry() || unfinished_.store(setup_.head, place_);
    report_.flush();
    return is_stored;
}

Ending Interpreter::wait(std::string_view state, Place::Progress progress) {
    const Step& step = due_step();
    place_.progress = progress;
    std::string go_on = setup_.command + " --resume";
    if (const auto* gate = step.as<Gate>(); gate != nullptr && progress == Place::Progress::waits) {
        report_.log(LogLevel::notice, "gate '" + step.id + "' waits: " + gate->message);
        go_on += " --approve " + step.id + "', or with --reject " + step.id;
    } else {
        report_.log(LogLevel::notice, "paused before '" + step.id + "'");
        go_on += "'";
    }
    report_.log(LogLevel::notice, "go on with '" + go_on);
    const auto* gate = step.as<Gate>();
    report_.state(state, &step, gate == nullptr ? std::string_view() : gate->message);
    report_.close_scopes();
    if (!commit()) return lost_place();
    return {.how = Ending::How::waiting, .reason = step.id, .summary = summary("waits")};
}

Ending Interpreter::interrupted() {
    place_.progress = Place::Progress::interrupted;
    report_.interrupt(due_step(), index());
    report_.close_scopes();
    commit();
    return {.how = Ending::How::interrupted, .summary = ""};
}

Ending Interpreter::lost_place() {
    report_.log(LogLevel::error, "the place of the run cannot be stored; the plan ends here");
    report_.state("failed", nullptr, {});
    report_.close_scopes();
    report_.flush();
    return {.verdict = Verdict::not_kept, .summary = summary("failed")};
}

Ending Interpreter::finish() {
    const bool has_passed = result_ == Chained::pass;
    if (!failed_at_.empty() && !has_passed)
        report_.log(LogLevel::error, "plan failed at step '" + failed_at_ + "'");
    report_.state(has_passed ? "completed" : "failed", nullptr, {});
    if (!is_dry()) unfinished_.forget();
    report_.flush();
    return {
        .verdict = has_passed ? Verdict::kept : Verdict::not_kept,
        .summary = summary(has_passed ? "completed" : "failed")};
}

std::string Interpreter::summary(std::string_view how) const {
    const std::size_t never = setup_.plan.leaves - place_.ended.size();
    return "plan " + std::string(how) + ": " + std::to_string(place_.passed) + " passed, " +
           std::to_string(place_.failed) + " failed, " + std::to_string(never) + " never run";
}

} // namespace vow::skopos
