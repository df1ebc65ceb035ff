#include "policy/cfengine/promises/completion.h"
#include "policy/cfengine/promises/outcome_classes.h"
#include "policy/cfengine/promises/promise_run.h"
#include "policy/cfengine/values/table_order.h"
#include "policy/cfengine/values/variable_name.h"
#include "protocol/text/number.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {
namespace {

/// nullopt while the expression has unresolved parts.
std::optional<bool> truth_of(PromiseRound& round, const Evaluation& value) {
    if (value.failed()) return {};
    if (const bool* truth = value.condition()) return *truth;
    const std::string* expression = value.text();
    if (expression == nullptr) return {};
    if (!value.resolved) return {};
    return round.run().classes.holds(round.frame(), *expression);
}

/// The operands of `and`, `or`, `xor`: those of a list, spliced lists included.
std::vector<std::optional<bool>> operands(PromiseRound& round, const Expression& source) {
    std::vector<std::optional<bool>> truths;
    const auto add = [&](const Expression& item) {
        const Evaluation value = round.expander().evaluate(item);
        if (const List* list = value.list()) {
            for (const std::string& expression : **list) {
                truths.push_back(round.run().classes.holds(round.frame(), expression));
            }
        } else {
            truths.push_back(truth_of(round, value));
        }
    };
    if (const auto* list = std::get_if<ListOf>(&source.node)) {
        for (const Expression& item : list->items)
            add(item);
        return truths;
    }
    const Evaluation value = round.expander().evaluate(source);
    if (const List* list = value.list()) {
        for (const std::string& expression : **list)
            truths.push_back(round.run().classes.holds(round.frame(), expression));
        return truths;
    }
    if (value.resolved) {
        throw FatalError{
            "Attempted to give a scalar to a non-scalar type. Given attribute value '" +
                std::string(source.span.text()) + "'",
            source.span};
    }
    truths.emplace_back();
    return truths;
}

long long count_true(const std::vector<std::optional<bool>>& truths) {
    return std::count(truths.begin(), truths.end(), std::optional(true));
}

bool expression_holds(PromiseRound& round, const Expression& source) {
    return truth_of(round, round.expander().evaluate(source)).value_or(false);
}

/// An expression that is not known yet is false, so `not` of it holds; but that of a call that
/// failed does not (semantics 3.12).
bool not_holds(PromiseRound& round, const Expression& source) {
    const Evaluation value = round.expander().evaluate(source);
    if (value.failed()) return false;
    return !truth_of(round, value).value_or(false);
}

bool and_holds(PromiseRound& round, const Expression& source) {
    const auto truths = operands(round, source);
    return count_true(truths) == static_cast<long long>(truths.size());
}

bool or_holds(PromiseRound& round, const Expression& source) {
    return count_true(operands(round, source)) > 0;
}

bool xor_holds(PromiseRound& round, const Expression& source) {
    return count_true(operands(round, source)) % 2 == 1;
}

std::string text_of_fact(PromiseRound& round, const char* name) {
    const Fact* fact = round.run().world.facts.find(name);
    const auto* text = fact ? std::get_if<std::string>(fact) : nullptr;
    return text ? *text : std::string();
}

/// A number in [0, 1) that is the same for this host and this promise in every run.
double steady_fraction(PromiseRound& round) {
    Identity identity;
    identity.add(text_of_fact(round, "fqhost"));
    identity.add(round.promiser());
    return static_cast<double>(identity.value() >> 11U) / static_cast<double>(1ULL << 53U);
}

void set(PromiseRound& round, std::string_view name);

/// Sets the class and one of NAME_WEIGHT, by weight.
bool dist_holds(PromiseRound& round, const Expression&) {
    const std::vector<std::string> weights = round.list("dist");
    double total = 0;
    for (const std::string& weight : weights)
        total += real_from(weight).value_or(0);
    if (total <= 0) return false;
    double left = steady_fraction(round) * total;
    for (const std::string& weight : weights) {
        left -= real_from(weight).value_or(0);
        if (left >= 0 && &weight != &weights.back()) continue;
        set(round, round.promiser() + "_" + weight);
        return true;
    }
    return false;
}

/// Of this host and user, as the reference has it: a host keeps its classes when the agent changes.
std::uint32_t hash_of_host(PromiseRound& round) {
    const auto user = round.run().world.host.self().uid;
    return OneAtATime()
        .add(text_of_fact(round, "fqhost"))
        .add("+" + text_of_fact(round, "ipv4"))
        .add("+" + std::to_string(user))
        .value();
}

/// Sets the class and one of the names, the same one in every run on a host.
bool select_class_holds(PromiseRound& round, const Expression&) {
    const std::vector<std::string> names = round.list("select_class");
    if (names.empty()) return false;
    set(round, names[hash_of_host(round) % names.size()]);
    return true;
}

struct Operator {
    std::string_view attribute;
    bool (*holds)(PromiseRound&, const Expression&);
};

constexpr std::array operators = {
    Operator{"expression", expression_holds},
    Operator{"not", not_holds},
    Operator{"and", and_holds},
    Operator{"or", or_holds},
    Operator{"xor", xor_holds},
    Operator{"dist", dist_holds},
    Operator{"select_class", select_class_holds},
};

/// Classes of a common bundle are global, others belong to their bundle, unless `scope` differs.
ClassScope scope_of(PromiseRound& round) {
    const auto scope = round.text("scope");
    if (scope) return *scope == "namespace" ? ClassScope::name_space : ClassScope::bundle;
    return round.frame().bundle.type == "common" ? ClassScope::name_space : ClassScope::bundle;
}

TimerPolicy timer_policy(PromiseRound& round) {
    return round.text("timer_policy") == "reset" ? TimerPolicy::reset : TimerPolicy::absolute;
}

void set(PromiseRound& round, std::string_view name) {
    Tags tags = round.list(CommonAttribute::meta);
    tags.insert(tags.begin(), "source=promise");
    const auto promised = round.text("persistence");
    const long long minutes = promised ? integer_from(*promised).value_or(0) : 0;
    const ClassScope scope = minutes > 0 ? ClassScope::name_space : scope_of(round);
    RunState& run = round.run();
    run.classes.define(
        round.frame(), run.classes.symbol(name, round.frame()), scope, {tags, round.comment()}
    );
    if (minutes > 0) persist_class(round, name, minutes, timer_policy(round), std::move(tags));
}

/// Cancels the class if a policy defined it.
void cancel(PromiseRound& round) {
    const PromiseStatement& statement = round.statement();
    RunState& run = round.run();
    if (statement.find("persistence") || statement.find("scope") ||
        statement.find("timer_policy")) {
        run.log(
            LogLevel::error,
            "The 'cancel' attribute cannot be combined with 'persistence', 'scope', or "
            "'timer_policy' (class '" +
                round.promiser() + "')"
        );
        return;
    }
    if (!round.is_true("cancel")) return;
    const Symbol name = run.classes.symbol(round.promiser(), round.frame());
    if (run.classes.is_hard(round.frame(), name)) {
        run.log(LogLevel::warning, "Cannot cancel reserved hard class '" + round.promiser() + "'");
        return;
    }
    run.classes.cancel(round.frame(), round.promiser());
}

} // namespace

void run_class(PromiseRound& round) {
    const Operator* decides = nullptr;
    const Expression* source = nullptr;
    const bool cancels = round.statement().find("cancel") != nullptr;
    for (const Operator& candidate : operators) {
        const Expression* found = round.statement().find(candidate.attribute);
        if (found == nullptr) continue;
        if (decides || cancels) {
            round.run().log(
                LogLevel::error,
                "Irreconcilable constraints in classes for '" + round.promiser() + "'"
            );
            return;
        }
        decides = &candidate;
        source = found;
    }
    if (cancels) return cancel(round);
    if (round.statement().find("timer_policy") && !round.statement().find("persistence")) {
        round.run().log(
            LogLevel::error,
            "Cannot use 'timer_policy' without 'persistence' in classes promise for '" +
                round.promiser() + "'"
        );
        return;
    }
    // A class stays set when its expression no longer holds.
    const Symbol name = round.run().classes.symbol(round.promiser(), round.frame());
    if (!round.run().classes.has(round.frame(), name)) {
        if (decides == nullptr || decides->holds(round, *source)) set(round, round.promiser());
    } else if (timer_policy(round) == TimerPolicy::reset) {
        set(round, round.promiser());
    } else {
        round.run().log(
            LogLevel::debug,
            "Skipping evaluation of classes promise as class '" + round.promiser() +
                "' is already set"
        );
        // The reference agent skips the promise, which then counts for no `depends_on`.
        if (round.run().control.manner.skips_set_classes) return;
    }
    conclude(round, {Verdict::kept});
}

} // namespace vow::cfengine
