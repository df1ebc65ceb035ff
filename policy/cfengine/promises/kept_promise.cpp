#include "policy/cfengine/promises/kept_promise.h"

#include "policy/cfengine/expansion/choice_check.h"
#include "policy/cfengine/promises/custom_type.h"
#include "policy/cfengine/promises/kept_concurrently.h"
#include "policy/cfengine/promises/module_value.h"
#include "policy/cfengine/promises/promise_terms.h"
#include "policy/cfengine/promises/steps.h"
#include "policy/cfengine/vocabulary/normal_order.h"
#include "policy/run/keep.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {
namespace {

/// What a bundled module that judges programs by how they end is told of the `classes` body.
constexpr std::array<std::string_view, 3> return_codes = {
    "kept_returncodes", "repaired_returncodes", "failed_returncodes"};

bool runs_programs(std::string_view type) {
    return type == "commands" || type == "files";
}

/// The terms of a promise say its action policy, in every run alike.
bool is_agents_own(std::string_view attribute) {
    return is_kept_by_agent(attribute) || attribute == "action_policy";
}

AttributeValue value_of(const Evaluated& value) {
    if (const List* list = value.list()) return **list;
    if (const Data* data = value.data()) return *data;
    return value.value ? value.value->as_text() : std::string();
}

/// The text of a value that still holds a reference, for the message.
std::string described(const AttributeStatement& attribute) {
    return "attribute '" + attribute.name + "'";
}

/// Whether $(this.promiser) in an attribute stands for each file that is found.
bool is_for_each_file(std::string_view type, std::string_view attribute) {
    return type == "files" && (attribute == "transformer" || attribute == "file_select");
}

/// Evaluates with $(this.promiser) left for whoever keeps the promise.
Evaluated with_promiser_open(PromiseRound& round, const Expression& source) {
    Expander& expander = round.expander();
    expander.set_promiser("$(this.promiser)");
    Evaluated value = expander.evaluate(source);
    expander.set_promiser(round.promiser());
    return value;
}

} // namespace

Resolved resolved_attributes(PromiseRound& round) {
    Resolved resolved;
    const bool built_in = is_built_in(round.type());
    if (!round.promiser_resolved()) resolved.unresolved = "promiser '" + round.promiser() + "'";
    for (const AttributeStatement& attribute : round.statement().attributes) {
        if (is_agents_own(attribute.name)) continue;
        Evaluated value = is_for_each_file(round.type(), attribute.name)
                              ? with_promiser_open(round, attribute.value)
                              : round.expander().evaluate(attribute.value);
        if (built_in && value.text()) check_choice(round.type(), attribute, *value.text());
        if (value.failed() || !value.resolved) {
            if (resolved.unresolved.empty()) resolved.unresolved = described(attribute);
            if (value.failed()) resolved.failed = true;
        }
        if (value.failed()) continue;
        AttributeValue promised = value_of(value);
        if (!built_in) {
            resolved.attributes.set(attribute.name, std::move(promised));
        } else if (auto told = value_for_module(round.type(), attribute.name, std::move(promised))) {
            resolved.attributes.set(attribute.name, *std::move(told));
        }
    }
    if (!runs_programs(round.type()) || !round.statement().find("classes")) return resolved;
    const Data classes = round.body("classes");
    for (const std::string_view name : return_codes) {
        if (const Data* codes = classes.find(name)) {
            resolved.attributes.set(std::string(name), scalar_children(*codes));
        }
    }
    return resolved;
}

namespace {

/// What a module says in data: texts and lists of texts are what they are in the language.
Value value_of(const Data& data) {
    if (data.kind() == Data::Kind::array) {
        std::vector<std::string> texts;
        for (const Data& item : data.items()) {
            if (item.kind() != Data::Kind::string) return Value::data(data);
            texts.emplace_back(item.text());
        }
        return Value::list(std::move(texts));
    }
    return data.is_container() ? Value::data(data) : Value::string(std::string(data.text()));
}

/// Variables of the module are TYPE[PROMISER][NAME] and, of a promise that has a handle,
/// HANDLE[NAME].
void define_variables(PromiseRound& round, const Outcome& outcome) {
    Evaluation& evaluation = round.evaluation();
    const Symbol bundle = round.frame().bundle.qualified;
    const auto handle = round.text("handle");
    for (const auto& [name, data] : outcome.variables) {
        const Variable variable{value_of(data), {"source=promise-module"}};
        const std::string indices[] = {round.promiser(), name};
        evaluation.define(bundle, evaluation.names().symbol(round.type()), indices, variable);
        if (!handle) continue;
        const std::string own[] = {name};
        evaluation.define(bundle, evaluation.names().symbol(*handle), own, variable);
    }
}

} // namespace

/// Result classes of the language's own types hold everywhere.
void take_in(PromiseRound& round, const Outcome& outcome) {
    Evaluation& evaluation = round.evaluation();
    const bool own = is_built_in(round.type());
    const ClassScope scope = own ? ClassScope::name_space : ClassScope::bundle;
    const std::string tag = own ? "source=promise" : "source=promise-module";
    for (const std::string& name : outcome.classes)
        evaluation.define_class(round.frame(), name, scope, {tag});
    define_variables(round, outcome);
    // What was changed on the machine may be seen by what is evaluated again.
    if (outcome.result() != Verdict::kept) evaluation.changed();
}

Promise promise_of(PromiseRound& round, const PromiseType& type, Attributes attributes) {
    return {
        .type = &type,
        .promiser = round.promiser(),
        .attributes = std::move(attributes),
        .origin = round.expander().origin(),
        .terms = terms_of(round)};
}

Outcome keep_round(PromiseRound& round, const Promise& promise) {
    Outcome outcome = keep(round.evaluation().world(), promise);
    take_in(round, outcome);
    return outcome;
}

Outcome keep_part_of(PromiseRound& round, const PromiseType& type, Attributes attributes) {
    const Promise part = promise_of(round, type, std::move(attributes));
    Outcome outcome = keep_part(round.evaluation().world(), part);
    take_in(round, outcome);
    return outcome;
}

namespace {

/// A promise that nobody can be asked to keep is not kept, and observers know. It is so once a run.
void leave_unkept(PromiseRound& round) {
    if (!round.evaluation().begin_once(identity_of(round, {}))) return;
    const PromiseType type{std::string(round.type())};
    const Promise promise{
        .type = &type, .promiser = round.promiser(), .origin = round.expander().origin()};
    Observer& observer = round.evaluation().world().observer;
    observer.receive(PromiseStarted{promise});
    observer.receive(PromiseDone{promise, Outcome::of(Verdict::not_kept)});
}

} // namespace

namespace {

/// The agent's own attributes as they tell promises apart. A call is not asked again: one in a
/// condition came out true, or the promise would not be made.
Attributes own_attributes(PromiseRound& round) {
    Attributes own;
    for (const AttributeStatement& attribute : round.statement().attributes) {
        if (!is_agents_own(attribute.name)) continue;
        if (std::holds_alternative<FunctionCall>(attribute.value.node)) {
            const bool decides = attribute.name != "with";
            own.set(attribute.name, decides ? "any" : std::string(attribute.value.span.text()));
            continue;
        }
        Evaluated value = round.expander().evaluate(attribute.value);
        if (!value.failed()) own.set(attribute.name, value_of(value));
    }
    return own;
}

/// Promises that differ in what the agent does around them are different promises (semantics 5.4).
std::uint64_t whole_identity(PromiseRound& round, const Attributes& attributes) {
    const std::uint64_t identity = identity_of(round, attributes);
    Attributes own = own_attributes(round);
    if (own.empty()) return identity;
    own.set("the rest", std::to_string(identity));
    return identity_of(round, own);
}

} // namespace

void run_kept(PromiseRound& round) {
    Evaluation& evaluation = round.evaluation();
    const bool custom = !is_built_in(round.type());
    const PromiseType* type = promise_type_of(round);
    if (type == nullptr) {
        leave_unkept(round);
        return round.conclude({Verdict::not_kept});
    }
    Resolved resolved = resolved_attributes(round);
    const bool waits = custom ? !resolved.unresolved.empty() : resolved.failed;
    if (waits) {
        if (!round.is_last_pass()) return round.skip(SkipReason::unresolved, resolved.unresolved);
        evaluation.log(
            LogLevel::error,
            std::string(round.type()) + " promise with promiser '" + round.promiser() +
                "' has unresolved/unexpanded variables in " + resolved.unresolved + " (" +
                round.statement().span.source->path() + ":" +
                std::to_string(round.statement().span.position().line) + ")"
        );
        // Once in a run is enough, and the classes of a failure are not for what was never tried.
        Frame& frame = round.frame();
        frame.verdicts.add(Verdict::not_kept);
        return leave_unkept(round);
    }
    const std::uint64_t identity = whole_identity(round, resolved.attributes);
    if (may_run_concurrently(round, *type)) {
        return keep_concurrently(round, *type, std::move(resolved.attributes), identity);
    }
    if (!begin(round, identity)) return;
    const Outcome outcome = keep_in_steps(round, *type, std::move(resolved.attributes));
    round.conclude(outcome.verdicts);
    finish(round, identity);
}

} // namespace vow::cfengine
