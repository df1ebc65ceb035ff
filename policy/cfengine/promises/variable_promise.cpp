#include "policy/cfengine/promises/completion.h"
#include "policy/cfengine/promises/promise_run.h"
#include "policy/cfengine/promises/variable_definition.h"
#include "policy/cfengine/promises/withheld.h"
#include "policy/cfengine/values/variable_name.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

/// The list without each `@(name)` that is undefined.
Value without_undefined(Value value) {
    const List* list = value.list();
    if (list == nullptr) return value;
    std::vector<std::string> defined;
    for (const std::string& item : **list) {
        if (!begins_with_list_name(item)) defined.push_back(item);
    }
    return Value::list(list_of(std::move(defined)), value.type());
}

/// A value that refers to the variable itself, while that is undefined, would grow without limit.
void refuse_self_reference(PromiseRound& round, const Definition& definition, const Value& value) {
    if (std::holds_alternative<Boxed<FunctionCall>>(definition.source->node)) return;
    const auto check = [&](const std::string& text) {
        if (!refers_to(text, round.promiser())) return;
        throw FatalError{
            "Variable '" + round.promiser() + "' contains itself: '" + text.substr(0, 200) + "'",
            definition.source->span};
    };
    if (const std::string* text = value.text()) check(*text);
    if (const List* list = value.list()) {
        for (const std::string& item : **list)
            check(item);
    }
}

struct Place {
    Symbol bundle;
    Symbol name;
    std::vector<std::string> indices;
};

/// The variable that a promiser names: in its own bundle, unless it names another. `suffix` is
/// "_meta" for `meta` promises, whose variables belong to BUNDLE_meta.
std::optional<Place> place_of(PromiseRound& round, std::string_view suffix) {
    const auto name = read_variable_name(round.promiser());
    if (!name) return {};
    Names& names = round.run().names();
    const Bundle& bundle = round.frame().bundle;
    Place place{bundle.qualified, names.symbol(name->name), {}};
    if (!name->bundle.empty()) {
        const std::string_view space =
            name->name_space.empty() ? std::string_view(bundle.name_space) : name->name_space;
        place.bundle = names.symbol(qualified_bundle(space, name->bundle));
    } else if (!suffix.empty()) {
        place.bundle =
            names.symbol(std::string(names.text(bundle.qualified)) + std::string(suffix));
    }
    for (const auto index : name->indices)
        place.indices.emplace_back(index);
    return place;
}

/// Whether the variable is of another bundle of the policy.
bool belongs_to_other(PromiseRound& round, const Place& place) {
    if (place.bundle == round.frame().bundle.qualified) return false;
    const std::deque<Bundle>& bundles = round.run().program.bundles;
    return std::ranges::find(bundles, place.bundle, &Bundle::qualified) != bundles.end();
}

/// place_of(); nullopt, with the mistake logged, if the promise may not define it.
std::optional<Place> permitted_place(PromiseRound& round, std::string_view suffix) {
    RunState& run = round.run();
    auto place = place_of(round, suffix);
    if (!place) {
        run.log(LogLevel::error, "'" + round.promiser() + "' cannot be the name of a variable");
        return {};
    }
    if (!belongs_to_other(round, *place)) return place;
    run.log_once(LogLevel::error, "Remote bundle variable injection detected!");
    run.log_once(LogLevel::error, "Variable identifier '" + round.promiser() + "' is not legal");
    return {};
}

/// False, with the mistake logged, for a container in an array of the reference.
bool is_permitted(PromiseRound& round, const Place& place, const Value& value) {
    RunState& run = round.run();
    if (!run.control.manner.lacks_containers_in_arrays) return true;
    if (place.indices.empty() || value.data() == nullptr) return true;
    run.log_once(
        LogLevel::error,
        "Cannot assign a container to an indexed variable name '" +
            std::string(run.names().text(place.bundle)) + "." + round.promiser() +
            "'. Should be assigned to '" + std::string(run.names().text(place.name)) + "' instead"
    );
    return false;
}

void define(PromiseRound& round, std::string_view suffix) {
    RunState& run = round.run();
    const auto definition = definition_of(round.statement());
    if (!definition) {
        run.log(
            LogLevel::warning,
            "Incomplete " + std::string(round.type()) + " promise: " + round.promiser()
        );
        return;
    }
    if (!round.is_promiser_resolved()) return;
    const auto place = permitted_place(round, suffix);
    if (!place) return;
    const auto policy = round.text("policy");
    if (policy == "constant" && run.variables.find(place->bundle, place->name, place->indices))
        return;
    auto value = value_of(round, *definition);
    if ((!value && reads_secret(*definition->source)) ||
        uses_withheld(round, *definition->source)) {
        run.withheld.emplace(place->bundle, place->name);
        return;
    }
    if (!value) return;
    run.withheld.erase({place->bundle, place->name});
    if (policy == "ifdefined") value = without_undefined(std::move(*value));
    if (!is_permitted(round, *place, *value)) return;
    refuse_self_reference(round, *definition, *value);
    Tags tags = round.list(CommonAttribute::meta);
    tags.insert(tags.begin(), "source=promise");
    run.variables.define(
        place->bundle,
        place->name,
        place->indices,
        {std::move(*value), std::move(tags), round.comment()}
    );
    conclude(round, {Verdict::kept});
}

} // namespace

void run_variable(PromiseRound& round) {
    define(round, {});
}

void run_meta(PromiseRound& round) {
    define(round, "_meta");
}

namespace {

/// Whether a text, or any item of a list, matches the pattern.
bool has_match(RegexCache& regexes, const std::string& pattern, const Value& value) {
    const auto regex = regexes.find(pattern);
    const auto* compiled = std::get_if<std::shared_ptr<const Regex>>(&regex);
    if (compiled == nullptr || value.data()) return false;
    const List items = value.as_list();
    return std::ranges::any_of(*items, [&](const auto& item) { return (*compiled)->fits(item); });
}

bool is_to_be_replaced(PromiseRound& round, const Value& value) {
    RunState& run = round.run();
    const auto pattern = round.text("if_match_regex");
    if (run.control.manner.replaces_lists_by_defaults &&
        (value.data() != nullptr || (value.list() != nullptr && !pattern)))
        return true;
    return pattern && has_match(run.regexes, *pattern, value);
}

} // namespace

/// Gives a default to a variable that is not defined or matches `if_match_regex`
/// (semantics 6.16).
void run_default(PromiseRound& round) {
    const auto definition = definition_of(round.statement());
    const auto place = place_of(round, {});
    if (!definition || !place) return;
    RunState& run = round.run();
    const LookupResult found = run.variables.find(place->bundle, place->name, place->indices);
    if (found && !is_to_be_replaced(round, found.value())) return;
    if (auto value = value_of(round, *definition)) {
        run.variables.define(
            place->bundle, place->name, place->indices, {std::move(*value), {"source=promise"}}
        );
    }
}

} // namespace vow::cfengine
