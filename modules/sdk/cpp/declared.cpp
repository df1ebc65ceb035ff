#include "modules/sdk/cpp/declared.h"

#include "modules/sdk/cpp/pattern.h"
#include "modules/sdk/cpp/text.h"

#include <algorithm>
#include <optional>

namespace vow::modules {
namespace {

constexpr std::string_view everywhere[] = {"action_policy", "comment", "handle"};

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

/// The fault of one value in words that follow the attribute's name; empty: none.
class Judgement {
public:
    Judgement(const AttributeDescription& described, const AttributeValue& value)
        : described_(described),
          value_(value) {}

    std::string fault() const {
        if (const std::string wanted = wanted_type(); !wanted.empty()) {
            return "must be " + wanted + instead_of(scalar(value_));
        }
        if (const auto* list = std::get_if<std::vector<std::string>>(&value_)) {
            for (const std::string& item : *list) {
                if (std::string fault = text_fault(item); !fault.empty()) return fault;
            }
            return {};
        }
        const auto* text = std::get_if<std::string>(&value_);
        return text == nullptr ? std::string() : text_fault(*text);
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

    std::string text_fault(const std::string& text) const {
        const auto& choices = described_.choices;
        if (!choices.empty() && std::ranges::find(choices, text) == choices.end()) {
            std::string named;
            for (const std::string& choice : choices)
                named += (named.empty() ? "'" : ", '") + choice + "'";
            return "must be one of " + named + instead_of(text);
        }
        if (!described_.pattern.empty() && !matches(text, described_.pattern)) {
            return "must match '" + described_.pattern + "'" + instead_of(text);
        }
        return {};
    }

    std::string instead_of(std::optional<std::string_view> text) const {
        return text && !described_.secret ? modules::text({", not '", *text, "'"}) : "";
    }

    const AttributeDescription& described_;
    const AttributeValue& value_;
};

} // namespace

std::vector<std::string>
faults_of(const Promise& promise, const PromiseTypeDescription& described) {
    std::vector<std::string> faults;
    if (const std::string& pattern = described.promiser_pattern;
        !pattern.empty() && !matches(promise.promiser, pattern)) {
        faults.push_back(text({"Promiser must match '", pattern, "', not '", promise.promiser, "'"})
        );
    }
    for (const AttributeDescription& attribute : described.attributes) {
        const AttributeValue* value = promise.attributes.find(attribute.name);
        std::string fault = value != nullptr     ? Judgement(attribute, *value).fault()
                            : attribute.required ? "is missing"
                                                 : "";
        if (!fault.empty()) faults.push_back(text({"Attribute '", attribute.name, "' ", fault}));
    }
    std::vector<std::string> unknown;
    for (const Attribute& attribute : promise.attributes) {
        if (described.attribute(attribute.name) == nullptr &&
            std::ranges::find(everywhere, attribute.name) == std::end(everywhere)) {
            unknown.push_back(text({"Unknown attribute '", attribute.name, "'"}));
        }
    }
    std::ranges::sort(unknown);
    faults.insert(faults.end(), unknown.begin(), unknown.end());
    return faults;
}

Attributes with_defaults(const Promise& promise, const PromiseTypeDescription& described) {
    Attributes attributes = promise.attributes;
    for (const AttributeDescription& attribute : described.attributes) {
        if (!attribute.fallback || attributes.find(attribute.name) != nullptr) continue;
        const Data& fallback = *attribute.fallback;
        if (fallback.kind() == Data::Kind::string) {
            attributes.set(attribute.name, std::string(fallback.text()));
        } else {
            attributes.set(attribute.name, fallback);
        }
    }
    return attributes;
}

} // namespace vow::modules
