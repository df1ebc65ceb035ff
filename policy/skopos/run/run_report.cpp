#include "policy/skopos/run/run_report.h"

#include "policy/run/written_promise.h"

#include <utility>

namespace vow::skopos {
namespace {

Data text_of_event(std::string_view text) {
    return Data::string(text);
}

std::vector<Data::Member> members_of(const Step& step, RunReport::Index index) {
    std::vector<Data::Member> members = {
        {"id", text_of_event(step.id)}, {"class", text_of_event(step.class_name())}};
    if (index) members.emplace_back("index", Data::integer(*index));
    return members;
}

/// "step 'a'" or, in a loop, "step 'a' (0)".
std::string title_of(const Step& step, RunReport::Index index) {
    const std::string title = "step '" + step.id + "'";
    return index ? title + " (" + std::to_string(*index) + ")" : title;
}

} // namespace

void RunReport::begin(const Step& step, Index index, Begin begin) {
    const Position place = step.span.position();
    const std::string& file = step.span.source->path();
    const ScopeId parent = scope();
    open_.push_back({ScopeId{++last_scope_}, Clock::now()});
    if (observer_.wants_scopes()) {
        Origin origin = origin_at(step.span);
        origin.handle = step.id;
        origin.scope = scope();
        held_.emplace_back(ScopeBegan{scope(), parent, "step", step.id, origin});
    }
    auto members = members_of(step, index);
    members.emplace_back("label", text_of_event(step.label));
    if (step.is_cleanup) members.emplace_back("cleanup", Data::boolean(true));
    members.emplace_back("file", text_of_event(file));
    members.emplace_back("line", Data::integer(place.line));
    if (begin == Begin::resumed) members.emplace_back("resumed", Data::boolean(true));
    send("step", std::move(members));
}

void RunReport::end(const Step& step, Index index, const StepResult& result, const Flow& flow) {
    auto members = members_of(step, index);
    members.emplace_back("result", text_of_event(text_of(result.kind)));
    members.emplace_back("then", text_of_event(flow.word));
    if (!result.reason.empty()) members.emplace_back("reason", text_of_event(result.reason));
    if (result.exit_code) members.emplace_back("exit_code", Data::integer(*result.exit_code));
    if (result.is_assumed) members.emplace_back("assumed", Data::boolean(true));
    const std::chrono::duration<double> duration = Clock::now() - open_.back().begin;
    members.emplace_back("duration", Data::real(duration.count()));
    send("step_outcome", std::move(members));
    end_scope(result.has_passed() ? Verdict::kept : Verdict::not_kept);
    log_result(step, index, result, flow);
}

void RunReport::interrupt(const Step& step, Index index) {
    auto members = members_of(step, index);
    members.emplace_back("result", text_of_event(text_of(StepResult::Kind::interrupted)));
    const std::chrono::duration<double> duration = Clock::now() - open_.back().begin;
    members.emplace_back("duration", Data::real(duration.count()));
    send("step_outcome", std::move(members));
    end_scope(Verdict::error);
}

void RunReport::close_scopes() {
    while (!open_.empty())
        end_scope(Verdict::not_kept);
}

void RunReport::state(std::string_view state, const Step* step, std::string_view message) {
    std::vector<Data::Member> members = {{"state", text_of_event(state)}};
    if (step != nullptr) members.emplace_back("step", text_of_event(step->id));
    if (step != nullptr && step->as<Gate>() != nullptr)
        members.emplace_back("message", text_of_event(message));
    send("state", std::move(members));
}

void RunReport::log(LogLevel level, std::string_view text) {
    if (observer_.wants(level)) held_.emplace_back(LogLine{level, text, scope()});
}

void RunReport::flush() {
    for (const StoredEvent& event : std::exchange(held_, {}))
        event.send_to(observer_);
}

void RunReport::send(std::string_view name, std::vector<Data::Member> members) {
    const Data data = Data::object(std::move(members));
    held_.emplace_back(LanguageEvent{name, data, scope()});
}

void RunReport::end_scope(Verdict verdict) {
    if (observer_.wants_scopes()) held_.emplace_back(ScopeEnded{scope(), verdict});
    open_.pop_back();
}

void RunReport::log_result(
    const Step& step, Index index, const StepResult& result, const Flow& flow
) {
    const std::string line = title_of(step, index) + (result.has_passed() ? " passed" : " failed");
    const std::string reason = result.reason.empty() ? "" : ": " + result.reason;
    log(result.has_passed() ? LogLevel::info : LogLevel::error, line + reason);
    if (flow.informs) log(LogLevel::info, line + ", then " + flow.word);
    if (flow.warns) log(LogLevel::warning, line + ", then " + flow.word);
}

} // namespace vow::skopos
