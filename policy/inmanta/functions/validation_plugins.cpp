#include "policy/inmanta/functions/native_plugins.h"
#include "policy/inmanta/types/text_pattern.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vow::inmanta {
namespace {

using Arguments = std::span<const Value>;

enum class Family { integer, number, text, truth };

struct ValidatedType {
    std::string_view name;
    Family family;
};

constexpr std::array validated_types = {
    ValidatedType{"int", Family::integer},
    ValidatedType{"pydantic.conint", Family::integer},
    ValidatedType{"pydantic.PositiveInt", Family::integer},
    ValidatedType{"float", Family::number},
    ValidatedType{"pydantic.confloat", Family::number},
    ValidatedType{"str", Family::text},
    ValidatedType{"pydantic.constr", Family::text},
    ValidatedType{"bool", Family::truth},
    ValidatedType{"pydantic.StrictBool", Family::truth}};

bool is_in(Family family, const Value& value) {
    switch (family) {
    case Family::integer: return value.integer() != nullptr;
    case Family::number: return value.integer() != nullptr || value.real() != nullptr;
    case Family::text: return value.string() != nullptr;
    case Family::truth: return value.truth() != nullptr;
    }
    return false;
}

double number_of(const Value& value) {
    if (value.integer() != nullptr) return static_cast<double>(*value.integer());
    return value.real() != nullptr ? *value.real() : std::nan("");
}

double characters_of(const Value& value) {
    return static_cast<double>(std::ranges::count_if(*value.string(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

ModelError unknown_rule(const std::string& name) {
    return plugin_error("validate_type", "Exception: unknown validation parameter '" + name + "'");
}

bool matches_pattern(const Value& value, const Value& pattern) {
    if (pattern.string() == nullptr)
        throw plugin_error("validate_type", "Exception: a pattern has to be a text");
    return TextPattern(*pattern.string()).matches(*value.string());
}

bool fulfills(const Value& value, const std::string& rule, const Value& bound) {
    if (value.string() != nullptr) {
        if (rule == "regex" || rule == "pattern") return matches_pattern(value, bound);
        if (rule == "min_length") return characters_of(value) >= number_of(bound);
        if (rule == "max_length") return characters_of(value) <= number_of(bound);
        throw unknown_rule(rule);
    }
    const double number = number_of(value);
    const double limit = number_of(bound);
    if (rule == "gt") return number > limit;
    if (rule == "ge") return number >= limit;
    if (rule == "lt") return number < limit;
    if (rule == "le") return number <= limit;
    if (rule == "multiple_of") return limit != 0 && std::fmod(number, limit) == 0;
    throw unknown_rule(rule);
}

/// Whether a value has a type of Python with further rules: {"ge": 0, "le": 10}.
Value is_valid(PluginContext&, Arguments given) {
    const std::string& name = *given[0].string();
    const auto type = std::ranges::find(validated_types, name, &ValidatedType::name);
    if (type == validated_types.end())
        throw plugin_error("validate_type", "Exception: Unknown type '" + name + "'");
    if (!is_in(type->family, given[1])) return false;
    if (name == "pydantic.PositiveInt" && *given[1].integer() <= 0) return false;
    if (given[2].dict() == nullptr) return true;
    return std::ranges::all_of(given[2].dict()->members(), [&](const auto& member) {
        return fulfills(given[1], member.first, member.second);
    });
}

} // namespace

std::vector<Plugin> validation_plugins() {
    AttributeType rules = dict_type();
    rules.is_nullable = true;
    return {
        {"validate_type",
         {{"fq_type_name", string_type()},
          {"value", any_type()},
          {"validation_parameters", rules, Value()}},
         is_valid},
    };
}

} // namespace vow::inmanta
