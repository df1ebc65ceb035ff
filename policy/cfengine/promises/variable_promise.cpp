#include "policy/cfengine/promises/completion.h"
#include "policy/cfengine/promises/promise_run.h"
#include "policy/cfengine/promises/withheld.h"
#include "policy/cfengine/values/data_text.h"
#include "policy/cfengine/values/variable_name.h"
#include "protocol/text/number.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace vow::cfengine {
namespace {

constexpr std::array<std::pair<std::string_view, ValueType>, 7> types = {{
    {"string", ValueType::string},
    {"int", ValueType::integer},
    {"real", ValueType::real},
    {"slist", ValueType::slist},
    {"ilist", ValueType::ilist},
    {"rlist", ValueType::rlist},
    {"data", ValueType::data},
}};

struct Definition {
    ValueType type;
    const Expression* source;
};

std::optional<Definition> definition_of(const PromiseStatement& promise) {
    for (const AttributeStatement& attribute : promise.attributes) {
        for (const auto& [name, type] : types) {
            if (attribute.name == name) return Definition{type, &attribute.value};
        }
    }
    return {};
}

bool is_list(ValueType type) {
    return type == ValueType::slist || type == ValueType::ilist || type == ValueType::rlist;
}

/// 3k is 3000, `now` the start of the run, 1.5 is 1.500000; nullopt when the text is not a number.
std::optional<Value> number_of(PromiseRound& round, ValueType type, const std::string& text) {
    if (type == ValueType::integer) {
        if (text == "now")
            return Value::integer(std::chrono::system_clock::to_time_t(round.run().started));
        const auto number = integer_from(text);
        return number ? std::optional(Value::integer(*number)) : std::nullopt;
    }
    const auto number = real_from(text);
    return number ? std::optional(Value::real(*number)) : std::nullopt;
}

/// The JSON or YAML in a text that is promised as data; nullopt, with the error logged, when it is
/// neither, or not an object or array.
std::optional<Value> data_of(PromiseRound& round, const std::string& text) {
    auto read = parse_data_text(text);
    const auto* data = std::get_if<Data>(&read);
    if (data != nullptr && data->is_container()) return Value::data(*data);
    const std::string shown = "JSON expression '" + text.substr(0, 200) + "'";
    round.run().log(
        LogLevel::error,
        data ? "Non-container from parsing " + shown
             : "Error parsing " + shown + " for variable '" + round.promiser() +
                   "': " + std::get<DataError>(read).message
    );
    return {};
}

/// A list, or the scalars of a container; nullopt for a text.
std::optional<Value> list_value(const Evaluation& value, ValueType type) {
    if (const List* list = value.list()) return Value::list(*list, type);
    if (const Data* data = value.data()) return Value::list(list_of(scalar_children(*data)), type);
    return {};
}

std::optional<Value> data_value(PromiseRound& round, const Evaluation& value) {
    if (const Data* data = value.data()) return Value::data(*data);
    if (const List* list = value.list()) return Value::data(array_of(**list));
    const std::string* text = value.text();
    if (text == nullptr) return {};
    Expander& expander = round.expander();
    const bool is_open = expander.manner().expands_values_again
                             ? expander.has_scalar_reference(*text)
                             : !value.resolved;
    return is_open ? std::nullopt : data_of(round, *text);
}

/// nullopt for a list, and for a text that is not a number where one is promised (semantics 6.7).
std::optional<Value>
scalar_value(PromiseRound& round, const Definition& definition, const Evaluation& value) {
    const ValueType type = definition.type;
    if (const bool* truth = value.condition()) return Value::string(*truth ? "any" : "!any");
    const std::string* text = value.text();
    if (text == nullptr) {
        if (value.data() && !value.data()->is_container())
            return Value::of(type, scalar_text(*value.data()));
        round.type_error(
            text_of(type), *definition.source, "Attempted to give a list to a non-list type"
        );
        return {};
    }
    if (type == ValueType::string) return Value::string(*text);
    if (!value.resolved) return {};
    auto number = number_of(round, type, *text);
    if (!number) {
        const std::string kind = type == ValueType::integer ? "integer" : "real";
        round.type_error(
            text_of(type),
            *definition.source,
            "Cannot parse value as " + kind + ". Given attribute value '" + *text + "'"
        );
    }
    return number;
}

/// A call that fails, and whose result type is not that of the variable, ends the run; before the
/// run it is an error (semantics 6.6). One that succeeds is converted to text.
void check_type(PromiseRound& round, const Definition& definition, const FunctionCall& call) {
    const std::string_view gives = text_of(call.function->result);
    if (gives == text_of(definition.type)) return;
    throw FatalError{
        "While setting variable '" + round.promiser() + "' in bundle '" +
            round.frame().bundle.name + "', variable declared type '" +
            std::string(text_of(definition.type)) + "' but function '" +
            std::string(call.function->name) + "' returns type '" + std::string(gives) + "'",
        definition.source->span};
}

/// The promised value; nullopt while it is not known.
std::optional<Value> value_of(PromiseRound& round, const Definition& definition) {
    Evaluation value = round.expander().evaluate(*definition.source);
    if (value.failed()) {
        if (const auto* call = boxed_if<FunctionCall>(definition.source->node))
            check_type(round, definition, *call);
        return {};
    }
    const bool is_number =
        definition.type == ValueType::integer || definition.type == ValueType::real;
    if (is_number && !value.resolved) return {};
    const bool is_call = std::holds_alternative<Boxed<FunctionCall>>(definition.source->node);
    if (is_list(definition.type) && is_call && value.text()) {
        round.type_error(
            text_of(definition.type),
            *definition.source,
            "Attempted to give a scalar to a non-scalar type"
        );
        return {};
    }
    // The reference agent reads the JSON before it would expand a value again.
    if (definition.type == ValueType::data) return data_value(round, value);
    value = round.expander().expand_again(std::move(value));
    if (is_list(definition.type)) return list_value(value, definition.type);
    return scalar_value(round, definition, value);
}

/// The list without each `@(name)` that is undefined.
Value without_undefined(Value value) {
    const List* list = value.list();
    if (list == nullptr) return value;
    std::vector<std::string> defined;
    for (const std::string& item : **list) {
        if (!item.starts_with("@(") && !item.starts_with("@{")) defined.push_back(item);
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
    auto place = place_of(round, suffix);
    if (place && belongs_to_other(round, *place)) {
        run.log_once(LogLevel::error, "Remote bundle variable injection detected!");
        run.log_once(
            LogLevel::error, "Variable identifier '" + round.promiser() + "' is not legal"
        );
        return;
    }
    if (!place) {
        run.log(LogLevel::error, "'" + round.promiser() + "' cannot be the name of a variable");
        return;
    }
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

} // namespace

/// Gives a default to a variable that is not defined or matches `if_match_regex`
/// (semantics 6.16).
void run_default(PromiseRound& round) {
    const auto definition = definition_of(round.statement());
    const auto place = place_of(round, {});
    if (!definition || !place) return;
    RunState& run = round.run();
    const LookupResult found = run.variables.find(place->bundle, place->name, place->indices);
    if (found) {
        const auto pattern = round.text("if_match_regex");
        if (!pattern || !has_match(run.regexes, *pattern, found.value())) return;
    }
    if (auto value = value_of(round, *definition)) {
        run.variables.define(
            place->bundle, place->name, place->indices, {std::move(*value), {"source=promise"}}
        );
    }
}

} // namespace vow::cfengine
