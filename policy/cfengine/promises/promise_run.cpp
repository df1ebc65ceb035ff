#include "policy/cfengine/promises/promise_run.h"

#include "policy/cfengine/expansion/iteration.h"
#include "policy/cfengine/promises/outcome_classes.h"

#include <array>
#include <exception>

namespace vow::cfengine {
namespace {

/// What happens to a promise of a type.
struct PromiseKind {
    /// `settles`: evaluating it again changes nothing while nothing else has changed.
    enum class Repeats { settles, each_pass };
    /// Whether `$(this.promiser)` is its own promiser (semantics 11.1).
    enum class Names { itself, nothing };

    std::string_view type;
    void (*run)(PromiseRound&);
    Repeats repeats;
    Names names;
};

using Repeats = PromiseKind::Repeats;
using Own = PromiseKind::Names;

constexpr std::array kinds = {
    PromiseKind{"vars", run_variable, Repeats::settles, Own::itself},
    PromiseKind{"meta", run_meta, Repeats::settles, Own::itself},
    PromiseKind{"defaults", run_default, Repeats::settles, Own::itself},
    PromiseKind{"classes", run_class, Repeats::settles, Own::itself},
    PromiseKind{"methods", run_method, Repeats::each_pass, Own::itself},
    PromiseKind{"reports", run_report, Repeats::each_pass, Own::nothing},
    PromiseKind{"insert_lines", run_edit, Repeats::each_pass, Own::nothing},
    PromiseKind{"delete_lines", run_edit, Repeats::each_pass, Own::nothing},
    PromiseKind{"replace_patterns", run_edit, Repeats::each_pass, Own::nothing},
    PromiseKind{"field_edits", run_edit, Repeats::each_pass, Own::nothing},
};

constexpr PromiseKind kept_by_others{"", run_kept, Repeats::each_pass, Own::itself};

const PromiseKind& kind_of(std::string_view type) {
    for (const PromiseKind& kind : kinds) {
        if (kind.type == type) return kind;
    }
    return kept_by_others;
}

constexpr std::array<std::string_view, 3> conditions = {"if", "ifvarclass", "unless"};

} // namespace

// --- one round ---

void PromiseRound::run() {
    const PromiseKind& kind = kind_of(type_);
    expander_.set_with({});
    if (statement().find("with")) expander_.set_with(text("with"));
    expander_.set_promiser({});
    expander_.set_handle(text("handle").value_or(std::string()));
    promiser_ = expander_.text(statement().promiser);
    if (kind.names == Own::itself) {
        expander_.set_promiser(promiser_.text);
        if (const auto handle = text("handle")) expander_.set_handle(*handle);
    }
    if (!guard_holds() || !conditions_hold() || !dependencies_met()) return;
    introduce();
    kind.run(*this);
}

/// For who wants to follow: which promise comes now, and what its author said of it.
void PromiseRound::introduce() {
    if (!evaluation().world().observer.wants(LogLevel::verbose)) return;
    evaluation().log(
        LogLevel::verbose,
        "P: BEGIN promise '" + expander_.handle() + "' of type \"" + std::string(type_) +
            "\" (pass " + std::to_string(frame().pass) + ")"
    );
    evaluation().log(LogLevel::verbose, "P:    Promiser/affected object: '" + promiser_.text + "'");
    if (const auto comment = text("comment")) {
        evaluation().log(LogLevel::verbose, "P:    Comment:  " + *comment);
    }
}

bool PromiseRound::guard_holds() {
    const Guard& guard = statement().guard;
    if (!guard.dynamic) return true; // asked before iterating
    const Expanded expression = expander_.text(*guard.dynamic);
    if (expression.resolved && evaluation().holds(frame(), expression.text).value_or(false))
        return true;
    skip(SkipReason::guard, expression.text);
    return false;
}

PromiseRound::Answer PromiseRound::answer(const Expression& condition) {
    const Evaluated value = expander_.evaluate(condition);
    if (value.failed() || !value.resolved) return Answer::unknown;
    if (const bool* truth = value.condition()) return *truth ? Answer::yes : Answer::no;
    const std::string* expression = value.text();
    if (expression == nullptr) return Answer::unknown;
    const auto holds = evaluation().holds(frame(), *expression);
    if (!holds) return Answer::unknown;
    return *holds ? Answer::yes : Answer::no;
}

/// `if` and `ifvarclass` must hold, `unless` must not. What cannot be told yet skips the promise;
/// only `unless` lets it through in the last pass (semantics 3.10, 3.11).
bool PromiseRound::conditions_hold() {
    for (const std::string_view name : conditions) {
        const Expression* condition = statement().find(name);
        if (condition == nullptr) continue;
        const Answer told = answer(*condition);
        const bool holds = name == "unless"
                               ? told == Answer::no || (told == Answer::unknown && is_last_pass())
                               : told == Answer::yes;
        if (holds) continue;
        if (told == Answer::unknown) expander_.wait_for_last_pass();
        skip(SkipReason::condition, name);
        return false;
    }
    return true;
}

bool PromiseRound::dependencies_met() {
    if (!statement().find("depends_on")) return true;
    for (const std::string& handle : list("depends_on")) {
        if (evaluation().is_satisfied(qualified_handle(frame().bundle, handle))) continue;
        evaluation().log(
            LogLevel::verbose,
            "Skipping promise '" + expander_.handle() + "', as promise dependency '" + handle +
                "' has not yet been kept"
        );
        skip(SkipReason::dependency, handle);
        return false;
    }
    return true;
}

void PromiseRound::skip(SkipReason reason, std::string_view because) {
    Observer& observer = evaluation().world().observer;
    if (!observer.wants_details()) return;
    observer.receive(PromiseSkipped{type_, promiser_.text, expander_.origin(), reason, because});
}

void PromiseRound::conclude(const Verdicts& verdicts) {
    frame().verdicts.add(verdicts);
    const Verdict result = verdicts.worst();
    if (result == Verdict::kept || result == Verdict::repaired) {
        evaluation().handle_satisfied(qualified_handle(frame().bundle, expander_.handle()));
    }
    if (statement().find("classes")) define_outcome_classes(*this, verdicts);
}

// --- attributes ---

std::optional<std::string> PromiseRound::text(std::string_view attribute) {
    const Expression* source = statement().find(attribute);
    if (source == nullptr) return {};
    const Evaluated value = expander_.evaluate(*source);
    if (value.list() || value.data()) {
        type_error(attribute, *source, "Attempted to give a list to a non-list type");
        return {};
    }
    if (const bool* truth = value.condition()) return *truth ? "any" : "!any";
    return value.text() ? std::optional(*value.text()) : std::nullopt;
}

void PromiseRound::type_error(
    std::string_view attribute, const Expression& value, std::string_view why
) {
    std::string message = "In attribute '" + std::string(attribute) + "', ";
    message += why;
    FatalError error{std::move(message), value.span};
    if (frame().pass > 0) throw error;
    evaluation().note(std::move(error));
}

std::vector<std::string> PromiseRound::list(std::string_view attribute) {
    const Expression* source = statement().find(attribute);
    if (source == nullptr) return {};
    const Evaluated value = expander_.evaluate(*source);
    if (const List* list = value.list()) return **list;
    if (const Data* data = value.data()) return scalar_children(*data);
    return value.text() ? std::vector{*value.text()} : std::vector<std::string>();
}

bool PromiseRound::truth(std::string_view attribute) {
    const auto word = text(attribute);
    return word && (*word == "true" || *word == "yes" || *word == "on");
}

std::string PromiseRound::comment() {
    if (!evaluation().world().observer.wants_details()) return {};
    return text("comment").value_or("");
}

Data PromiseRound::body(std::string_view attribute) {
    const Expression* source = statement().find(attribute);
    if (source == nullptr) return Data::object({});
    const Evaluated value = expander_.evaluate(*source);
    return value.data() ? *value.data() : Data::object({});
}

// --- all rounds ---

void run_promise(
    Evaluation& evaluation, Frame& frame, const Section& section, const PromiseStatement& promise
) {
    if (!promise.guard.dynamic && !evaluation.holds(frame, promise.guard.compiled)) {
        Observer& observer = evaluation.world().observer;
        if (observer.wants_details()) {
            const Expander skipped(evaluation, frame, &promise);
            observer.receive(PromiseSkipped{
                .type = section.type,
                .promiser = promise.promiser.source(),
                .origin = skipped.origin(),
                .reason = SkipReason::guard,
                .because = promise.guard.text});
        }
        return;
    }
    const bool settles = kind_of(section.type).repeats == Repeats::settles;
    if (settles && evaluation.evaluated_at(promise) == evaluation.generation()) return;
    Expander expander(evaluation, frame, &promise);
    try {
        for_each_round(expander, [&] {
            if (!frame.ended) PromiseRound(expander, section.type).run();
        });
    } catch (const std::exception& failure) {
        PromiseRound failed(expander, section.type);
        log_failure(failed, failure);
    }
    if (settles && !expander.waits_for_last_pass())
        evaluation.evaluated_at(promise) = evaluation.generation();
}

void log_failure(PromiseRound& round, const std::exception& failure) {
    const PromiseStatement& promise = round.statement();
    round.evaluation().log(
        LogLevel::error,
        promise.span.source->path() + ":" + std::to_string(promise.span.position().line) + ": " +
            std::string(round.type()) + " promise '" + promise.promiser.source() +
            "' failed: " + failure.what()
    );
    round.frame().verdicts.add(Verdict::error);
}

std::uint64_t identity_of(PromiseRound& round, const Attributes& attributes) {
    Identity identity;
    identity.add(round.evaluation().names().text(round.frame().bundle.qualified));
    identity.add(round.type());
    identity.add(round.promiser());
    for (const Attribute& attribute : attributes) {
        identity.add(attribute.name);
        // What a template is rendered with changes as the policy goes on; the promise does not.
        if (attribute.name == "template_data") continue;
        if (const auto* text = std::get_if<std::string>(&attribute.value))
            identity.add(*text);
        else if (const auto* data = std::get_if<Data>(&attribute.value))
            identity.add(json_text(*data));
        else {
            for (const std::string& item : std::get<std::vector<std::string>>(attribute.value)) {
                identity.add(item);
            }
        }
    }
    return identity.value();
}

} // namespace vow::cfengine
