#include "protocol/promise/fault.h"

#include "protocol/promise/pattern.h"

#include <algorithm>

namespace vow {
namespace {

constexpr std::string_view always_allowed[] = {"action_policy", "comment", "handle"};

/// How a text has to look to be of a type, and what it is called when it does not.
struct Shape {
    AttributeType type;
    std::string_view pattern;
    std::string_view wanted;
};

constexpr Shape shapes[] = {
    {AttributeType::int_, "[+-]?[0-9]+", "a whole number"},
    {AttributeType::real, R"([+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?)", "a number"},
    {AttributeType::bool_, "true|yes|on|false|no|off", "true or false"},
};

/// A dot ends with its line, as in most languages.
bool matches(std::string_view text, std::string_view pattern) {
    const auto compiled = Pattern::compile("(?-sm:" + std::string(pattern) + ")");
    return compiled && compiled->matches(text);
}

/// A text, a number or truth; none: a container, or null.
std::optional<std::string_view> scalar(const AttributeValue& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    const auto* data = std::get_if<Data>(&value);
    if (data == nullptr || data->is_container() || data->kind() == Data::Kind::null) {
        return std::nullopt;
    }
    return data->text();
}

/// What one value should be and is not.
class Judgement {
public:
    Judgement(const AttributeDescription& described, const AttributeValue& value)
        : described_(described),
          value_(value) {}

    std::optional<Fault> fault() const {
        if (const std::string wanted = wanted_type(); !wanted.empty()) {
            return made(Fault::Kind::type, "must be " + wanted + instead_of(scalar(value_)));
        }
        if (const auto* list = std::get_if<std::vector<std::string>>(&value_)) {
            for (const std::string& item : *list) {
                if (auto fault = text_fault(item)) return fault;
            }
            return std::nullopt;
        }
        const auto* text = std::get_if<std::string>(&value_);
        return text == nullptr ? std::nullopt : text_fault(*text);
    }

private:
    /// What it should be; empty: it is.
    std::string wanted_type() const {
        const auto text = scalar(value_);
        const auto* data = std::get_if<Data>(&value_);
        switch (described_.type) {
        case AttributeType::string:
            return std::holds_alternative<std::string>(value_) ? "" : "a text";
        case AttributeType::slist:
            return std::holds_alternative<std::vector<std::string>>(value_) ? ""
                                                                            : "a list of texts";
        case AttributeType::body:
            return data != nullptr && data->kind() == Data::Kind::object ? "" : "a body";
        case AttributeType::int_:
        case AttributeType::real:
        case AttributeType::bool_: {
            const Shape& shape = *std::ranges::find(shapes, described_.type, &Shape::type);
            return std::string(text && matches(*text, shape.pattern) ? "" : shape.wanted);
        }
        case AttributeType::data: break;
        }
        return {};
    }

    std::optional<Fault> text_fault(const std::string& text) const {
        const auto& choices = described_.choices;
        if (!choices.empty() && std::ranges::find(choices, text) == choices.end()) {
            std::string named;
            for (const std::string& choice : choices)
                named += (named.empty() ? "'" : ", '") + choice + "'";
            return made(Fault::Kind::choice, "must be one of " + named + instead_of(text));
        }
        if (!described_.pattern.empty() && !matches(text, described_.pattern)) {
            return made(
                Fault::Kind::pattern, "must match '" + described_.pattern + "'" + instead_of(text)
            );
        }
        return std::nullopt;
    }

    std::string instead_of(std::optional<std::string_view> text) const {
        return text && !described_.secret ? ", not '" + std::string(*text) + "'" : "";
    }

    Fault made(Fault::Kind kind, std::string text) const {
        return {kind, described_.name, std::move(text)};
    }

    const AttributeDescription& described_;
    const AttributeValue& value_;
};

} // namespace

std::string text_of(const Fault& fault) {
    switch (fault.kind) {
    case Fault::Kind::promiser: return "Promiser " + fault.text;
    case Fault::Kind::unknown: return "Unknown attribute '" + fault.attribute + "'";
    case Fault::Kind::missing:
    case Fault::Kind::type:
    case Fault::Kind::choice:
    case Fault::Kind::pattern: break;
    }
    return "Attribute '" + fault.attribute + "' " + fault.text;
}

std::vector<Fault> faults_of(const Promise& promise, const PromiseTypeDescription& described) {
    std::vector<Fault> faults;
    if (auto fault = fault_of_promiser(described, promise.promiser)) faults.push_back(*fault);
    for (const AttributeDescription& attribute : described.attributes) {
        if (const AttributeValue* value = promise.attributes.find(attribute.name)) {
            if (auto fault = fault_of(attribute, *value)) faults.push_back(*fault);
        } else if (attribute.required) {
            faults.push_back({Fault::Kind::missing, attribute.name, "is missing"});
        }
    }
    std::vector<std::string> unknown;
    for (const Attribute& attribute : promise.attributes) {
        const bool is_known = described.attribute(attribute.name) != nullptr;
        if (!is_known && !is_always_allowed(attribute.name)) unknown.push_back(attribute.name);
    }
    std::ranges::sort(unknown);
    for (std::string& name : unknown)
        faults.push_back({Fault::Kind::unknown, std::move(name), "is unknown"});
    return faults;
}

std::optional<Fault> fault_of(const AttributeDescription& described, const AttributeValue& value) {
    return Judgement(described, value).fault();
}

std::optional<Fault>
fault_of_promiser(const PromiseTypeDescription& described, std::string_view promiser) {
    const std::string& pattern = described.promiser_pattern;
    if (pattern.empty() || matches(promiser, pattern)) return std::nullopt;
    return Fault{
        Fault::Kind::promiser,
        {},
        "must match '" + pattern + "', not '" + std::string(promiser) + "'"};
}

bool is_always_allowed(std::string_view attribute) {
    return std::ranges::find(always_allowed, attribute) != std::end(always_allowed);
}

} // namespace vow
