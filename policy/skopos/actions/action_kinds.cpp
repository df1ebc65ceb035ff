#include "policy/skopos/actions/action_kinds.h"

#include "policy/run/promise_call.h"
#include "policy/skopos/values/step_scope.h"
#include "protocol/data/conversion.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace vow::skopos {

namespace {

const PromiseType& commands_type() {
    static const PromiseType type{.name = "commands"};
    return type;
}

/// A command line of one word: the type `commands` splits others at blanks.
std::string quoted_path(const std::string& path) {
    return path.find(' ') == std::string::npos ? path : '"' + path + '"';
}

Data contain_body(const std::string& folder, double limit) {
    const auto seconds = std::max<long long>(1, std::llround(std::ceil(limit)));
    return Data::object(
        {{"chdir", Data::string(folder)},
         {"umask", Data::string("inherited")},
         {"exec_timeout", Data::string(std::to_string(seconds))}}
    );
}

/// Lines of the program's output get the id of its step in front; errors are left to the end of the
/// step, which reports them.
LineFilter step_lines(const std::string& id) {
    return [&id](
               LogLevel level, std::string_view text
           ) -> std::optional<std::pair<LogLevel, std::string>> {
        if (level == LogLevel::error) return std::nullopt;
        if (level != LogLevel::info) return std::pair(level, std::string(text));
        return std::pair(level, id + ": " + std::string(text));
    };
}

/// "2" or "0.5": seconds as plans write them.
std::string seconds_text(double seconds) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%g", seconds);
    return text.data();
}

} // namespace

CommandResult CommandAction::run(CommandOrder order) {
    if (!world_.host.may(Access::execute, order.program))
        throw StepFailure("cannot start: Permission denied");
    Attributes attributes = {
        {"arglist", std::move(order.arguments)},
        {"environment", std::move(order.environment)},
        {"unset", std::move(order.unset)},
        {"capture", "apart"},
        {"inform", "false"},
        {"contain", contain_body(folder_, limit_)}};
    if (!order.input.empty()) attributes.set("stdin", std::move(order.input));
    if (order.output == CommandOrder::Output::returned) attributes.set("module", "true");
    KeptCall kept = keep_for_language(
        world_,
        {.type = &commands_type(),
         .promiser = quoted_path(order.program),
         .attributes = std::move(attributes),
         .origin = order.origin,
         .terms = {.policy = Terms::Policy::fix}},
        {.filter = step_lines(order.id)}
    );
    StepResult result = result_of(kept.outcome, kept.first_error);
    log_errors(order, kept.outcome, result.has_passed());
    return {std::move(result), std::move(kept.outcome.output)};
}

StepResult CommandAction::result_of(const Outcome& outcome, const std::string& first_error) const {
    if (outcome.result() <= Verdict::repaired) return {};
    if (outcome.exit_code) {
        StepResult result =
            StepResult::failure("exit status " + std::to_string(*outcome.exit_code));
        result.exit_code = outcome.exit_code;
        return result;
    }
    if (world_.stop.signal() != 0) return {.kind = StepResult::Kind::interrupted};
    if (outcome.signal) return StepResult::failure("signal " + std::to_string(*outcome.signal));
    if (outcome.result() == Verdict::timed_out)
        return StepResult::failure("timed out after " + seconds_text(limit_) + " s");
    return StepResult::failure("cannot start: " + first_error);
}

void CommandAction::log_errors(const CommandOrder& order, const Outcome& outcome, bool has_passed) {
    const LogLevel level = has_passed ? LogLevel::info : LogLevel::error;
    if (outcome.errors.empty() || !world_.observer.wants(level)) return;
    std::string_view errors = outcome.errors;
    if (errors.ends_with('\n')) errors.remove_suffix(1);
    for (const std::string_view line : split_at(errors, '\n'))
        world_.observer.receive(LogLine{
            level, order.id + ": " + std::string(line), order.origin.scope});
}

StepResult
keep_promise(World& world, const PromiseType& type, const Data& arguments, Origin origin) {
    const Data* promiser = arguments.find("promiser");
    if (promiser == nullptr || promiser->is_container())
        throw StepFailure("the arguments have no promiser");
    Promise promise{
        .type = &type,
        .promiser = std::string(promiser->text()),
        .origin = std::move(origin),
        .terms = {.policy = world.options.policy}};
    for (const auto& [name, value] : arguments.members()) {
        const bool is_attribute = name != "promiser" && value.kind() != Data::Kind::null;
        if (is_attribute) promise.attributes.set(name, plain_value(value));
    }
    const KeptCall kept = keep_for_language(world, std::move(promise), {});
    if (kept.is_kept() || kept.has_changed()) return {};
    if (world.stop.signal() != 0) return {.kind = StepResult::Kind::interrupted};
    return StepResult::failure(std::string(text_of(kept.outcome.result())));
}

} // namespace vow::skopos
