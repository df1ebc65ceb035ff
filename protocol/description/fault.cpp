#include "protocol/description/fault.h"

#include "protocol/description/attribute_values.h"
#include "protocol/text/name_grammar.h"

#include <algorithm>
#include <iterator>

namespace vow {
namespace {

constexpr std::string_view always_allowed[] = {"action_policy", "comment", "handle"};

/// The form of a text of a type, and its name in messages.
struct Shape {
    AttributeType type;
    std::string_view pattern;
    std::string_view wanted;
};

constexpr Shape shapes[] = {
    {AttributeType::int_, "[+-]?[0-9]+", "an integer"},
    {AttributeType::real, R"([+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?)", "a number"},
    {AttributeType::bool_, "true|yes|on|false|no|off", "true or false"},
};

std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "'" : ", '") + word + "'";
    return text;
}

/// Finds the faults of attributes, and of the attributes of bodies among them.
class Judgement {
public:
    explicit Judgement(CompiledPatterns& patterns) : patterns_(patterns) {}

    /// `body` is the name of the body that has them; empty for those of a promise.
    void judge(
        const std::vector<AttributeDescription>& described,
        const std::vector<AttributeRule>& rules,
        const AttributeValues& held,
        const std::string& body
    ) {
        for (const AttributeDescription& attribute : described) {
            if (const ValueView* value = held.find(attribute.name)) {
                judge(attribute, *value, body);
            } else if (attribute.required) {
                add({Fault::Kind::missing, attribute.name, "is missing", body});
            }
        }
        std::vector<std::string_view> unknown = held.names();
        std::erase_if(unknown, [&](std::string_view name) {
            return attribute_named(name, described) != nullptr ||
                   (body.empty() && is_always_allowed(name));
        });
        std::ranges::sort(unknown);
        for (const std::string_view name : unknown)
            add({Fault::Kind::unknown, std::string(name), "is unknown", body});
        for (const AttributeRule& rule : rules)
            judge(rule, described, held, body);
    }

    void judge(
        const AttributeDescription& described, const ValueView& value, const std::string& body = {}
    ) {
        const auto found = [&](Fault::Kind kind, std::string text) {
            add({kind, described.name, std::move(text), body});
        };
        if (const std::string_view wanted = wanted_type(described.type, value); !wanted.empty()) {
            std::string text = "must be " + std::string(wanted);
            if (value.scalar) text += instead_of(described, *value.scalar);
            return found(Fault::Kind::type, std::move(text));
        }
        for (const std::string_view text : value.texts) {
            if (!is_choice(described, text)) {
                return found(
                    Fault::Kind::choice,
                    "must be one of " + listed(described.choices) + instead_of(described, text)
                );
            }
            if (!patterns_.matches(text, described.pattern)) {
                return found(
                    Fault::Kind::pattern,
                    wanted_form(described.pattern) + instead_of(described, text)
                );
            }
        }
        if (value.body != nullptr && !described.attributes.empty()) {
            judge(
                described.attributes, described.rules, AttributeValues(*value.body), described.name
            );
        }
    }

    void judge_promiser(const PromiseTypeDescription& described, std::string_view promiser) {
        const std::string& pattern = described.promiser_pattern;
        if (patterns_.matches(promiser, pattern)) return;
        add(
            {Fault::Kind::promiser,
             {},
             wanted_form(pattern) + ", not '" + std::string(promiser) + "'"}
        );
    }

    std::vector<Fault> take() { return std::move(faults_); }

private:
    void judge(
        const AttributeRule& rule,
        const std::vector<AttributeDescription>& described,
        const AttributeValues& held,
        const std::string& body
    ) {
        const auto is_promised = [&](const std::string& name) {
            const ValueView* value = held.find(name);
            const auto* attribute = attribute_named(name, described);
            const bool is_truth = attribute && attribute->type == AttributeType::bool_;
            return value != nullptr && !(is_truth && value->is_false());
        };
        for (Fault& fault : faults_of_rule(rule, is_promised, body))
            add(std::move(fault));
    }

    /// The expected type, for messages; empty if the value has it.
    std::string_view wanted_type(AttributeType type, const ValueView& value) {
        switch (type) {
        case AttributeType::string: return value.is_text ? "" : "a text";
        case AttributeType::slist: return value.is_list ? "" : "a list of texts";
        case AttributeType::body: return value.body != nullptr ? "" : "a body";
        case AttributeType::int_:
        case AttributeType::real:
        case AttributeType::bool_: {
            const Shape& shape = *std::ranges::find(shapes, type, &Shape::type);
            const bool fits = value.scalar && patterns_.matches(*value.scalar, shape.pattern);
            return fits ? "" : shape.wanted;
        }
        case AttributeType::data: break;
        }
        return {};
    }

    static bool is_choice(const AttributeDescription& described, std::string_view text) {
        const auto& choices = described.choices;
        return choices.empty() || std::ranges::find(choices, text) != choices.end();
    }

    static std::string instead_of(const AttributeDescription& described, std::string_view text) {
        return described.secret ? "" : ", not '" + std::string(text) + "'";
    }

    void add(Fault fault) { faults_.push_back(std::move(fault)); }

    CompiledPatterns& patterns_;
    std::vector<Fault> faults_;
};

std::optional<Fault> first_of(std::vector<Fault> faults) {
    return faults.empty() ? std::nullopt : std::optional(std::move(faults.front()));
}

} // namespace

std::string text_of(const Fault& fault) {
    if (fault.kind == Fault::Kind::promiser) return "Promiser " + fault.text;
    const std::string place = fault.body.empty() ? "" : " in '" + fault.body + "'";
    if (fault.kind == Fault::Kind::unknown)
        return "Unknown attribute '" + fault.attribute + "'" + place;
    return "Attribute '" + fault.attribute + "'" + place + " " + fault.text;
}

std::vector<Fault> faults_of(
    const Promise& promise, const PromiseTypeDescription& described, CompiledPatterns& patterns
) {
    Judgement judgement(patterns);
    judgement.judge_promiser(described, promise.promiser);
    judgement.judge(described.attributes, described.rules, AttributeValues(promise.attributes), "");
    return judgement.take();
}

std::vector<Fault> faults_of(const Promise& promise, const PromiseTypeDescription& described) {
    CompiledPatterns patterns;
    return faults_of(promise, described, patterns);
}

std::vector<Fault> faults_of_attributes(
    const Data& attributes, const PromiseTypeDescription& described, CompiledPatterns& patterns
) {
    Judgement judgement(patterns);
    judgement.judge(described.attributes, described.rules, AttributeValues(attributes), "");
    return judgement.take();
}

std::optional<Fault> fault_of(const AttributeDescription& described, const AttributeValue& value) {
    CompiledPatterns patterns;
    Judgement judgement(patterns);
    judgement.judge(described, ValueView(value));
    return first_of(judgement.take());
}

std::optional<Fault>
fault_of_promiser(const PromiseTypeDescription& described, std::string_view promiser) {
    CompiledPatterns patterns;
    Judgement judgement(patterns);
    judgement.judge_promiser(described, promiser);
    return first_of(judgement.take());
}

bool is_always_allowed(std::string_view attribute) {
    return std::ranges::find(always_allowed, attribute) != std::end(always_allowed);
}

} // namespace vow
