#include "policy/inmanta/python/wire_value.h"

#include "policy/inmanta/values/value_data.h"

namespace vow::inmanta {
namespace {

constexpr std::string_view instance_key = "$instance";
constexpr std::string_view unknown_key = "$unknown";
constexpr std::string_view reference_key = "$reference";

std::string text_in(const Data& object, std::string_view name) {
    const Data* found = object.find(name);
    return found != nullptr ? std::string(found->text()) : "";
}

Value deferred_of(const Data& object, const Data& number) {
    const Value position = inmanta::value_of(number);
    if (position.integer() == nullptr) return Value::Unknown{};
    return Deferred{*position.integer(), text_in(object, "type"), text_in(object, "text")};
}

} // namespace

Data WireValues::data_of(Object& instance) {
    const auto [found, is_new] = numbers_.try_emplace(&instance, instances_.size());
    if (is_new) instances_.push_back(&instance);
    return Data::object(
        {{std::string(instance_key), Data::integer(static_cast<std::int64_t>(found->second))},
         {"type", Data::string(instance.type_name())}}
    );
}

Data WireValues::data_of(const Value& value) {
    return inmanta::data_of(value, [this](const Value& special) {
        if (Object* instance = special.object()) return data_of(*instance);
        if (const Deferred* deferred = special.deferred())
            return Data::object({{std::string(reference_key), Data::integer(deferred->number)}});
        return Data::object({{std::string(unknown_key), Data::boolean(true)}});
    });
}

Object* WireValues::instance(const Data& number) const {
    const Value read = inmanta::value_of(number);
    const std::int64_t* position = read.integer();
    const bool is_known = position != nullptr && *position >= 0 &&
                          static_cast<std::size_t>(*position) < instances_.size();
    return is_known ? instances_[static_cast<std::size_t>(*position)] : nullptr;
}

std::optional<Value> WireValues::value_of(const Data& data) const {
    bool is_known = true;
    Value value = inmanta::value_of(data, [&](const Data& object) -> std::optional<Value> {
        if (object.find(unknown_key)) return Value(Value::Unknown{});
        if (const Data* reference = object.find(reference_key))
            return deferred_of(object, *reference);
        const Data* number = object.find(instance_key);
        if (number == nullptr) return std::nullopt;
        Object* found = instance(*number);
        is_known = is_known && found != nullptr;
        return found != nullptr ? Value(*found) : Value();
    });
    return is_known ? std::optional(std::move(value)) : std::nullopt;
}

} // namespace vow::inmanta
