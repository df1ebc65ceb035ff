#include "policy/by_hand/language.h"

#include "policy/by_hand/written_words.h"
#include "policy/run/description_check.h"
#include "policy/run/promise_call.h"
#include "protocol/data/plain_data.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace vow::by_hand {
namespace {

constexpr DiagnosticKind unknown_type{"unknown-promise-type", "unknown promise type '{}'"};
constexpr DiagnosticKind not_a_body{
    "not-a-body", "'{}' has a value of its own, and attributes as a body has them"};

/// An attribute with all that the words give it: values, or attributes of a body.
struct Given {
    std::string name;
    Span span = {};
    std::vector<const Assignment*> values = {};
    std::vector<Given> members = {};
};

/// The attribute that a path names, from its name at `depth` on; added if it is new.
Given& given_in(std::vector<Given>& among, const Assignment& assignment, std::size_t depth = 0) {
    const std::string& name = assignment.path[depth];
    auto found = std::ranges::find(among, name, &Given::name);
    if (found == among.end()) found = among.insert(found, {.name = name, .span = assignment.span});
    const bool is_last = depth + 1 == assignment.path.size();
    return is_last ? *found : given_in(found->members, assignment, depth + 1);
}

/// Several values are the items of a list.
PlainValue list_of(const std::vector<const Assignment*>& values) {
    Data::Array items;
    for (const Assignment* each : values) {
        const Data value = data_of(each->value);
        const bool is_list = value.kind() == Data::Kind::array;
        if (!is_list) items.push_back(value);
        items.insert(items.end(), value.items().begin(), value.items().end());
    }
    return plain_value(Data::array(std::move(items)));
}

/// A single text is a list of one item where the module wants a list.
PlainValue
value_of(const Given& attribute, const std::vector<AttributeDescription>& described_among) {
    const AttributeDescription* described = attribute_named(attribute.name, described_among);
    if (attribute.members.empty()) {
        const bool is_list = described != nullptr && described->type == AttributeType::slist;
        const bool is_one = attribute.values.size() == 1 && !is_list;
        return is_one ? attribute.values.front()->value : list_of(attribute.values);
    }
    std::vector<Data::Member> members;
    members.reserve(attribute.members.size());
    const std::vector<AttributeDescription> unknown;
    for (const Given& member : attribute.members) {
        const auto& among = described != nullptr ? described->attributes : unknown;
        members.emplace_back(member.name, data_of(value_of(member, among)));
    }
    return Data::object(std::move(members));
}

WrittenValue written_value(const PlainValue& value, const Given& attribute) {
    if (!attribute.members.empty())
        return {.form = WrittenValue::Form::word, .span = attribute.span, .text = attribute.name};
    const Span span = attribute.values.front()->value_span;
    if (const auto* text = std::get_if<std::string>(&value))
        return {.form = WrittenValue::Form::text, .span = span, .text = *text};
    const auto* list = std::get_if<std::vector<std::string>>(&value);
    if (list == nullptr) return {.span = span};
    WrittenValue written{.form = WrittenValue::Form::list, .span = span};
    written.items.reserve(list->size());
    for (const std::string& item : *list)
        written.items.push_back({item, span});
    return written;
}

/// The promise, ready to be kept.
class HandMadePolicy final : public Policy {
public:
    HandMadePolicy(Promise promise, World& world) : promise_(std::move(promise)), world_(world) {}

    Ending run() override {
        const Outcome outcome = keep(world_, std::move(promise_));
        if (world_.stop.signal() != 0) return {.how = Ending::How::interrupted};
        return {};
    }

private:
    Promise promise_;
    World& world_;
};

class HandMadeLanguage final : public Language {
public:
    explicit HandMadeLanguage(const std::vector<std::string>& words) : words_(words) {}

    std::unique_ptr<Policy>
    load(const std::string& /*path*/, World& world, Diagnostics& diagnostics) override {
        const PromiseType* type = world.catalogue.find(words_.type());
        if (type == nullptr) {
            diagnostics.add(
                unknown_type, words_.span_of_type(), {words_.type()}, hint_for_type(world.catalogue)
            );
            return nullptr;
        }
        const auto assignments = words_.assignments(diagnostics);
        std::vector<Given> attributes;
        for (const Assignment& each : assignments)
            given_in(attributes, each).values.push_back(&each);
        for (const Given& attribute : attributes)
            require_one_form(attribute, diagnostics);
        if (diagnostics.has_errors()) return nullptr;
        Promise promise = promise_with(*type, attributes, world, diagnostics);
        if (diagnostics.has_errors()) return nullptr;
        return std::make_unique<HandMadePolicy>(std::move(promise), world);
    }
    bool excludes_runs_itself() const override { return true; } // it takes no lock

private:
    std::string hint_for_type(const Catalogue& catalogue) const {
        std::vector<std::string_view> names;
        for (const PromiseType& type : catalogue.types())
            names.push_back(type.name);
        const std::string nearest = did_you_mean(words_.type(), names);
        return nearest.empty() ? "'vow module list' shows the promise types" : nearest;
    }

    static void require_one_form(const Given& attribute, Diagnostics& diagnostics) {
        if (!attribute.values.empty() && !attribute.members.empty())
            diagnostics.add(not_a_body, attribute.span, {attribute.name});
        for (const Given& member : attribute.members)
            require_one_form(member, diagnostics);
    }

    Promise promise_with(
        const PromiseType& type,
        const std::vector<Given>& attributes,
        World& world,
        Diagnostics& diagnostics
    ) const {
        const DescriptionResult answer = world.descriptions.describe(type);
        const std::vector<AttributeDescription> unknown;
        const auto* description = std::get_if<Description>(&answer);
        const PromiseTypeDescription* described =
            description != nullptr ? description->promise_type(type.name) : nullptr;
        Promise promise{
            .type = &type,
            .promiser = words_.promiser(),
            .origin = {.file = words_.text().path(), .line = 1},
            .terms = {.policy = world.options.policy}};
        promise.origin.column = words_.span_of_promiser().position().column;
        WrittenPromise written{
            .type = words_.type(),
            .type_span = words_.span_of_type(),
            .promiser = words_.promiser(),
            .is_promiser_known = true,
            .span = words_.span_of_promiser()};
        for (const Given& attribute : attributes) {
            PlainValue value =
                value_of(attribute, described != nullptr ? described->attributes : unknown);
            written.attributes.push_back(
                {.name = attribute.name,
                 .span = attribute.span,
                 .value = written_value(value, attribute)}
            );
            promise.attributes.set(attribute.name, std::move(value));
        }
        const auto validate = [&](const std::string&, Promise untyped) {
            untyped.type = &type;
            return world.descriptions.validate(untyped);
        };
        DescriptionCheck([&](const std::string&) { return answer; }, {}, diagnostics, validate)
            .check(written);
        return promise;
    }

    const WrittenWords words_;
};

} // namespace

std::unique_ptr<Language> make_language(const std::vector<std::string>& words) {
    return std::make_unique<HandMadeLanguage>(words);
}

} // namespace vow::by_hand
