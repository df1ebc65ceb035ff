#include "policy/inmanta/functions/native_plugins.h"
#include "policy/inmanta/functions/validated_types.h"
#include "policy/inmanta/types/text_pattern.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <unordered_map>

namespace vow::inmanta {
namespace {

using Arguments = std::span<const Value>;
using Bounds = ValidatedType::Bounds;
using Patterns = std::unordered_map<std::string, TextPattern>;

double characters_of(std::string_view text) {
    return static_cast<double>(std::ranges::count_if(text, [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

/// The first characters of a text.
std::string_view curtailed(std::string_view text, double characters) {
    std::size_t end = 0;
    while (end < text.size() && characters_of(text.substr(0, end + 1)) <= characters)
        ++end;
    return text.substr(0, end);
}

/// One call of validate_type: a value, and the bounds of its type.
class Validation {
public:
    Validation(
        const ValidatedType& type, const Value& value, const Dict& bounds, Patterns& patterns
    )
        : type_(type),
          value_(value),
          bounds_(bounds),
          patterns_(patterns) {}

    bool holds() {
        return std::ranges::all_of(bounds_.members(), [&](const auto& member) {
            return member.second.is_null() || holds(member.first, member.second);
        });
    }

private:
    bool holds(const std::string& rule, const Value& bound) {
        const auto text_rule =
            type_.bounds == Bounds::texts ? text_holds(rule, bound) : std::nullopt;
        if (text_rule) return *text_rule;
        const bool takes_numbers =
            type_.bounds == Bounds::numbers || type_.bounds == Bounds::decimals;
        const auto number_rule = takes_numbers ? number_holds(rule, bound) : std::nullopt;
        if (number_rule) return *number_rule;
        if (type_.bounds == Bounds::urls && rule == "tld_required") {
            static const TextPattern host(R"([^:]+://[^/?#]*\.[A-Za-z])");
            return bound.truth() == nullptr || !*bound.truth() || host.matches(*value_.string());
        }
        throw plugin_error(
            "validate_type",
            "TypeError: " + std::string(type_.name) + " does not take the bound '" + rule + "'"
        );
    }

    std::optional<bool> text_holds(const std::string& rule, const Value& bound) {
        const std::string& text = *value_.string();
        if (rule == "regex" || rule == "pattern") return matches(rule, text, bound);
        if (rule == "min_length") return characters_of(text) >= number_of(bound);
        if (rule == "max_length") return characters_of(text) <= number_of(bound);
        const bool changes_only_the_copy = rule == "strict" || rule == "strip_whitespace" ||
                                           rule == "to_lower" || rule == "to_upper" ||
                                           rule == "curtail_length";
        return changes_only_the_copy ? std::optional(true) : std::nullopt;
    }

    /// "regex" has to match from the start, "pattern" anywhere.
    bool matches(const std::string& rule, std::string_view text, const Value& bound) {
        if (bound.string() == nullptr)
            throw plugin_error("validate_type", "TypeError: the pattern is not a string");
        const Value* length = bounds_.find("curtail_length");
        if (length != nullptr && length->integer() != nullptr)
            text = curtailed(text, number_of(*length));
        const std::string pattern =
            rule == "regex" ? *bound.string() : "(?s:.*?)(?:" + *bound.string() + ")";
        return patterns_.try_emplace(pattern, pattern).first->second.matches(text);
    }

    std::optional<bool> number_holds(const std::string& rule, const Value& bound) const {
        const double number = number_of(value_);
        const double limit = number_of(bound);
        if (rule == "gt") return number > limit;
        if (rule == "ge") return number >= limit;
        if (rule == "lt") return number < limit;
        if (rule == "le") return number <= limit;
        if (rule == "multiple_of") {
            constexpr double tolerance = 1e-9;
            const double quotient = number / limit;
            return limit != 0 && std::abs(quotient - std::round(quotient)) < tolerance;
        }
        if (rule == "allow_inf_nan") return true;
        if (rule == "strict") return !bound.truth() || !*bound.truth() || !is_coerced();
        if (type_.bounds != Bounds::decimals) return std::nullopt;
        if (rule == "max_digits") return digits() <= limit;
        if (rule == "decimal_places") return decimal_places() <= limit;
        return std::nullopt;
    }

    /// Whether Python would convert the value to the type.
    bool is_coerced() const { return type_.has == is_integral && value_.integer() == nullptr; }

    double digits() const {
        const std::string text = text_of(value_);
        return static_cast<double>(std::ranges::count_if(text, [](char c) {
            return c >= '0' && c <= '9';
        }));
    }
    double decimal_places() const {
        const std::string text = text_of(value_);
        const std::size_t point = text.find('.');
        return point == std::string::npos ? 0 : static_cast<double>(text.size() - point - 1);
    }

    const ValidatedType& type_;
    const Value& value_;
    const Dict& bounds_;
    Patterns& patterns_;
};

/// Whether a value has a type of Python within bounds: {"ge": 0, "le": 10}.
Value is_valid(Arguments given, Patterns& patterns) {
    const std::string& name = *given[0].string();
    const ValidatedType* type = validated_type(name);
    if (type == nullptr)
        throw plugin_error("validate_type", "ValueError: Unknown fq_type_name: " + name);
    if (!type->has(given[1])) return false;
    if (given[2].dict() == nullptr) return true;
    return Validation(*type, given[1], *given[2].dict(), patterns).holds();
}

} // namespace

std::vector<Plugin> validation_plugins() {
    AttributeType rules = dict_type();
    rules.is_nullable = true;
    const auto patterns = std::make_shared<Patterns>();
    return {
        {"validate_type",
         {{"fq_type_name", string_type()},
          {"value", any_type()},
          {"validation_parameters", rules, Value()}},
         [patterns](PluginContext&, Arguments given) { return is_valid(given, *patterns); }},
    };
}

} // namespace vow::inmanta
