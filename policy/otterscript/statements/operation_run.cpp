#include "policy/otterscript/statements/operation_run.h"

#include "policy/otterscript/evaluation/evaluator.h"
#include "policy/otterscript/evaluation/function.h"
#include "policy/otterscript/statements/statements.h"
#include "policy/run/written_promise.h"
#include "protocol/description/fault.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::otterscript {

OperationRun::OperationRun(Executor& executor, const Action& action, Drift::Instance instance)
    : executor_(executor),
      action_(action),
      instance_(instance) {
    bind();
}

/// Evaluates the arguments in written order.
void OperationRun::bind() {
    const auto value_of = [&](const Expression& expression, const Property* property) {
        const bool is_raw = property != nullptr && property->use == Property::Use::raw;
        return is_raw ? Value(std::string(expression.body.text()))
                      : evaluate(expression, executor_);
    };
    const auto properties = operation().properties;
    if (action_.positional) {
        const Property* first = properties.empty() ? nullptr : &properties.front();
        Value value = value_of(*action_.positional, first);
        if (value.is_text()) written_ = value.text();
        values_[lower_case(first != nullptr ? first->name : "promiser")] = std::move(value);
    }
    for (const Argument& argument : action_.arguments) {
        const Expression* expression = argument.input();
        if (expression == nullptr) continue;
        const Property* property = find_property(properties, argument.name);
        const std::string name = lower_case(property != nullptr ? property->name : argument.name);
        Value value = value_of(*expression, property);
        if (operation().type != nullptr && name != "promiser")
            named_.emplace_back(argument.name, value);
        const bool names_promiser =
            !properties.empty() ? lower_case(properties.front().name) == name : name == "promiser";
        if (names_promiser && value.is_text()) written_ = value.text();
        values_[name] = std::move(value);
    }
}

void OperationRun::check_patterns() {
    for (const Property& property : operation().properties) {
        if (property.pattern.empty() || !has(property.name)) continue;
        for (const std::string& text : list(property.name))
            check_pattern(property, text);
    }
}

void OperationRun::check_pattern(const Property& property, const std::string& text) {
    if (property.pattern.empty()) return;
    const std::string name(property.name);
    const auto fault = fault_of({.name = name, .pattern = std::string(property.pattern)}, text);
    if (fault) fail("'" + name + "' " + fault->text);
}

// --- arguments ----------------------------------------------------------------------------------

const Value* OperationRun::find(std::string_view property) const {
    const auto found = values_.find(lower_case(property));
    return found == values_.end() ? nullptr : &found->second;
}

std::string OperationRun::text(std::string_view property, std::string_view fallback) const {
    const Value* value = find(property);
    if (value == nullptr) return std::string(fallback);
    if (!value->is_text()) raise("'" + std::string(property) + "' needs a scalar");
    return value->text();
}

std::optional<std::string>
OperationRun::text_or_variable(std::string_view property, const std::string& variable_name) {
    if (has(property)) return text(property);
    const Symbol name = variable(variable_name, Sign::scalar).name;
    const auto value = find_variable(Sign::scalar, name, executor_, action_.span);
    if (!value) return std::nullopt;
    if (const Property* known = find_property(operation().properties, property))
        check_pattern(*known, value->text());
    return value->text();
}

bool OperationRun::boolean(std::string_view property, bool fallback) const {
    const Value* value = find(property);
    if (value == nullptr) return fallback;
    const std::string written = text(property);
    const auto truth = boolean_value(written);
    if (!truth) raise(conversion_error(written, "boolean"));
    return *truth;
}

std::int64_t OperationRun::integer(std::string_view property, std::int64_t fallback) const {
    if (!has(property)) return fallback;
    const std::string written = text(property);
    const auto number = integer_value(written);
    if (!number) raise(conversion_error(written, "integer"));
    return *number;
}

std::vector<std::string> OperationRun::list(std::string_view property) const {
    const Value* value = find(property);
    if (value == nullptr) return {};
    if (value->is_text()) return {value->text()};
    if (value->sign() == Sign::map) raise("'" + std::string(property) + "' needs a vector");
    std::vector<std::string> texts;
    for (const Value& item : value->items()) {
        if (!item.is_text()) raise("an item of '" + std::string(property) + "' needs a scalar");
        texts.push_back(item.text());
    }
    return texts;
}

const Map* OperationRun::map(std::string_view property) const {
    const Value* value = find(property);
    if (value == nullptr) return nullptr;
    if (value->sign() != Sign::map) raise("'" + std::string(property) + "' needs a map");
    return &value->map();
}

std::string OperationRun::path(std::string_view property) const {
    return executor_.context().absolute(text(property));
}

// --- what it does -------------------------------------------------------------------------------

void OperationRun::log(LogLevel level, std::string_view text) {
    if (is_dry() && level == LogLevel::warning) level = LogLevel::notice;
    if (level <= LogLevel::error) has_error_line_ = true;
    if (level == LogLevel::warning) executor_.raise_status(Status::warning);
    executor_.log(level, text, Executor::By::operation, action_.span, operation().name);
}

void OperationRun::fail(const std::string& text) {
    log(LogLevel::error, text);
    throw OperationFailed{};
}

void OperationRun::raise(const std::string& words) const {
    executor_.raise(words, action_.span);
}

bool OperationRun::wants_output(std::string_view property) const {
    return std::ranges::any_of(action_.arguments, [&](const Argument& argument) {
        return argument.output() != nullptr && lower_case(argument.name) == lower_case(property);
    });
}

void OperationRun::set_output(const std::string& property, Value value) {
    outputs_[lower_case(property)] = std::move(value);
}

VariableName OperationRun::variable(const std::string& name, Sign sign) const {
    Names& names = executor_.execution().names;
    return {
        .sign = sign,
        .name = names.symbol(lower_case(name)),
        .spelling = names.symbol(name),
        .span = action_.span};
}

void OperationRun::set_variable(const std::string& name, Value value) {
    const VariableName assigned = variable(name, value.sign());
    assign(assigned, Place::nearest, std::move(value), executor_, action_.span);
}

Outcome OperationRun::keep(
    std::string_view type, std::string promiser, Attributes attributes, const LineFilter& filter
) {
    const PromiseType* known = world().catalogue.find(type);
    if (known == nullptr) fail("promise type '" + std::string(type) + "' is missing");
    return keep(*known, std::move(promiser), std::move(attributes), filter);
}

Outcome OperationRun::keep(
    const PromiseType& type, std::string promiser, Attributes attributes, const LineFilter& filter
) {
    if (&executor_.host() != &world().host && world().catalogue.find(type.name) == nullptr)
        fail("the module of '" + type.name + "' promises runs on this machine only");
    Promise promise{
        .type = &executor_.machines().type_in(executor_.context(), type),
        .promiser = std::move(promiser),
        .attributes = std::move(attributes),
        .origin = origin_at(action_.span),
        .terms = {.log_level = LogLevel::info}};
    promise.origin.scope = executor_.scope().id;
    if (is_dry() && is_collecting())
        promise.terms.policy = Terms::Policy::warn;
    else if (is_dry())
        promise.terms.policy = Terms::Policy::dry_run;
    World& shared = executor_.task().world();
    World own = shared.with(shared.keeper, executor_.observer());
    const auto as_own_line = [&](LogLevel level, std::string_view text
                             ) -> std::optional<std::pair<LogLevel, std::string>> {
        log_line(level, text, filter);
        return std::nullopt;
    };
    Outcome outcome = keep_for_language(own, std::move(promise), {.filter = as_own_line}).outcome;
    note(outcome);
    return outcome;
}

/// A line of a promise is one of the operation, which may want to change or drop it.
void OperationRun::log_line(LogLevel level, std::string_view text, const LineFilter& filter) {
    if (!filter) return log(level, text);
    if (const auto changed = filter(level, text)) log(changed->first, changed->second);
}

void OperationRun::note(const Outcome& outcome) {
    if (outcome.result() <= Verdict::repaired) return;
    (outcome.would_repair() ? has_drifted_ : has_failed_) = true;
    changes_.insert(changes_.end(), outcome.changes.begin(), outcome.changes.end());
}

void OperationRun::report_drift(const Finding& finding) {
    const std::string text = "Drift: " + operation().name + " " + written_ + " (" + finding.file +
                             ":" + std::to_string(finding.line) + ":" +
                             std::to_string(finding.column) + ")";
    executor_.log(LogLevel::notice, text, Executor::By::engine, action_.span);
    const Origin origin{
        .file = finding.file,
        .line = finding.line,
        .column = finding.column,
        .scope = executor_.scope().id};
    executor_.observer().receive(DriftFound{
        finding.operation, finding.promiser, origin, finding.server, changes_});
}

/// Records the comparison of a collect pass.
void OperationRun::record(Finding::State state) {
    const Position place = action_.span.position();
    Finding finding{
        .operation = operation().name,
        .promiser = promiser_.empty() ? written_ : promiser_,
        .server = executor_.context().server != nullptr ? executor_.context().server->name : "",
        .file = action_.span.source->path(),
        .line = place.line,
        .column = place.column,
        .blocks = executor_.scope().descriptions,
        .state = state};
    if (state == Finding::State::drifted) report_drift(finding);
    executor_.execution().drift.add(instance_, executor_.scope().path, std::move(finding));
}

void OperationRun::finish() {
    Drift& drift = executor_.execution().drift;
    const bool is_compared = is_collecting() && operation().kind != OperationKind::intrinsic &&
                             operation().kind != OperationKind::execute;
    if (has_failed_ || has_error_line_) {
        if (!has_error_line_)
            log(LogLevel::error, operation().name + " " + written_ + " is not kept");
        if (is_compared) record(Finding::State::failed);
        throw Raised(operation().name + " has failed");
    }
    if (is_compared) record(has_drifted_ ? Finding::State::drifted : Finding::State::kept);
    if (executor_.execution().pass == Pass::execute && !executor_.execution().is_simulation())
        drift.resolve(instance_);
}

} // namespace vow::otterscript
