#include "protocol/description/description.h"
#include "protocol/text/regex.h"

#include <stdexcept>
#include <utility>

namespace vow {
namespace {

/// The fault of a description that cannot be used; description_from() returns it as a text.
class UnusableDescription : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

const Data& object_named(const std::string& name, const Data& data) {
    if (data.kind() == Data::Kind::object) return data;
    throw UnusableDescription("has " + name + ", which is not an object");
}

/// Reads the members of a description and collects the mistakes in them. `place` is where a member
/// stands: "attribute 'state' of promise type 'setting'".
class DescriptionReader {
public:
    explicit DescriptionReader(std::vector<std::string>& mistakes) : mistakes_(mistakes) {}

    PromiseTypeDescription promise_type(const std::string& name, const Data& data) {
        const std::string place = "promise type '" + name + "'";
        object_named("the " + place, data);
        PromiseTypeDescription type{.name = name, .summary = text(data, "summary", place)};
        if (const Data* promiser =
                member(data, "promiser", Data::Kind::object, "an object", place)) {
            type.promiser_summary = text(*promiser, "summary", "the promiser of " + place);
            type.promiser_pattern = pattern(*promiser, "the promiser of " + place);
        }
        if (const Data* attributes = data.find("attributes"))
            type.attributes =
                attributes_in(object_named("'attributes' of " + place, *attributes), place);
        type.rules = rules(data, place);
        type.result_classes = list(data, "result_classes", place);
        type.examples = list(data, "examples", place);
        return type;
    }

    std::string text(const Data& of, std::string_view name, const std::string& place) {
        const Data* found = member(of, name, Data::Kind::string, "a text", place);
        return found == nullptr ? std::string() : std::string(found->text());
    }

private:
    void add(const std::string& subject, std::string_view fault) {
        mistakes_.push_back(subject + " " + std::string(fault));
    }

    /// The member `name`, which must be of `kind`. Null when it is missing or another.
    const Data* member(
        const Data& of,
        std::string_view name,
        Data::Kind kind,
        const std::string& wanted,
        const std::string& place
    ) {
        const Data* found = of.find(name);
        if (found == nullptr || found->kind() == kind) return found;
        add(member_name(name, place), "is not " + wanted);
        return nullptr;
    }

    static std::string member_name(std::string_view name, const std::string& place) {
        return "'" + std::string(name) + "'" + (place.empty() ? "" : " of " + place);
    }

    bool truth(const Data& of, std::string_view name, const std::string& place) {
        const Data* found = member(of, name, Data::Kind::boolean, "true or false", place);
        return found != nullptr && found->truth();
    }

    std::vector<std::string> list(const Data& of, std::string_view name, const std::string& place) {
        constexpr auto wanted = "a list of texts";
        std::vector<std::string> texts;
        const Data* found = member(of, name, Data::Kind::array, wanted, place);
        if (found == nullptr) return texts;
        for (const Data& item : found->items()) {
            if (item.kind() != Data::Kind::string) {
                add(member_name(name, place), std::string("is not ") + wanted);
                return {};
            }
            texts.emplace_back(item.text());
        }
        return texts;
    }

    std::string pattern(const Data& of, const std::string& place) {
        std::string expression = text(of, "pattern", place);
        const auto compiled = Regex::compile(expression);
        if (std::holds_alternative<Regex>(compiled)) return expression;
        add(member_name("pattern", place), "is not a regular expression");
        return {};
    }

    /// A rule with a mistake is dropped as a whole: without a part of it, it would forbid more.
    std::vector<AttributeRule> rules(const Data& of, const std::string& place) {
        std::vector<AttributeRule> rules;
        const Data* data = member(of, "rules", Data::Kind::array, "a list", place);
        if (data == nullptr) return rules;
        for (const Data& rule : data->items()) {
            const std::string name = "a rule of " + place;
            const std::size_t before = mistakes_.size();
            if (rule.kind() != Data::Kind::object) {
                add(name, "is not an object");
                continue;
            }
            AttributeRule read{
                .with = list(rule, "with", name),
                .needs = list(rule, "needs", name),
                .excludes = list(rule, "excludes", name),
                .summary = text(rule, "summary", name)};
            if (mistakes_.size() == before) rules.push_back(std::move(read));
        }
        return rules;
    }

    /// An attribute with a mistake in its type, or in its members, may have any value.
    AttributeDescription
    attribute(const std::string& name, const Data& data, const std::string& owner) {
        AttributeDescription attribute{.name = name};
        const std::string place = "attribute '" + name + "' of " + owner;
        if (data.kind() != Data::Kind::object) {
            add(place, "is not an object");
            attribute.type = AttributeType::data;
            attribute.secret = true; // it may have been meant to be
            return attribute;
        }
        attribute.type = type(data, place);
        attribute.required = truth(data, "required", place);
        if (const Data* fallback = data.find("default")) attribute.fallback = *fallback;
        attribute.choices = list(data, "enum", place);
        attribute.pattern = pattern(data, place);
        attribute.secret = may_be_secret(data, place);
        attribute.summary = text(data, "summary", place);
        if (const Data* members =
                member(data, "attributes", Data::Kind::object, "an object", place))
            attribute.attributes = attributes_in(*members, place);
        attribute.rules = rules(data, place);
        return attribute;
    }

    AttributeType type(const Data& of, const std::string& place) {
        if (of.find("type") == nullptr) return AttributeType::string;
        const Data* found = member(of, "type", Data::Kind::string, "a text", place);
        if (found == nullptr) return AttributeType::data;
        if (const auto type = attribute_type_from(found->text())) return *type;
        add(member_name("type", place), "is unknown: '" + std::string(found->text()) + "'");
        return AttributeType::data;
    }

    bool may_be_secret(const Data& attribute, const std::string& place) {
        const Data* secret = attribute.find("secret");
        const Data* members = attribute.find("attributes");
        const bool is_unclear = secret != nullptr && secret->kind() != Data::Kind::boolean;
        const bool has_unknown_members =
            members != nullptr && members->kind() != Data::Kind::object;
        return truth(attribute, "secret", place) || is_unclear || has_unknown_members;
    }

    std::vector<AttributeDescription> attributes_in(const Data& data, const std::string& owner) {
        std::vector<AttributeDescription> attributes;
        attributes.reserve(data.members().size());
        for (const auto& [name, facts] : data.members())
            attributes.push_back(attribute(name, facts, owner));
        return attributes;
    }

    std::vector<std::string>& mistakes_;
};

} // namespace

std::variant<Description, std::string> description_from(const Data& data) {
    try {
        if (data.kind() != Data::Kind::object) return "is not an object";
        const Data* types = data.find("promise_types");
        if (types == nullptr) return "has no 'promise_types'";
        object_named("'promise_types'", *types);
        Description description;
        DescriptionReader reader(description.mistakes);
        description.summary = reader.text(data, "summary", "");
        for (const auto& [name, facts] : types->members())
            description.promise_types.push_back(reader.promise_type(name, facts));
        return description;
    } catch (const UnusableDescription& fault) {
        return fault.what();
    }
}

} // namespace vow
