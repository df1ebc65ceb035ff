#include "policy/cfengine/promises/variable_definition.h"

#include "policy/cfengine/values/data_text.h"
#include "protocol/text/number.h"

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
/// neither, or not an object or array. The name of a container without a value is left for a later
/// evaluation.
std::optional<Value> data_of(PromiseRound& round, const std::string& text) {
    if (begins_with_list_name(text)) return {};
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

} // namespace

std::optional<Definition> definition_of(const PromiseStatement& promise) {
    std::optional<Definition> last;
    for (const AttributeStatement& attribute : promise.attributes) {
        for (const auto& [name, type] : types) {
            if (attribute.name == name) last = Definition{type, &attribute.value};
        }
    }
    return last;
}

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

} // namespace vow::cfengine
