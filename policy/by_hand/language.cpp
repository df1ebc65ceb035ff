#include "policy/by_hand/language.h"

#include "policy/by_hand/given.h"
#include "policy/by_hand/written_words.h"
#include "policy/run/description_check.h"
#include "policy/run/promise_call.h"
#include "protocol/description/fault.h"
#include "protocol/description/secrets.h"

#include <string_view>
#include <utility>

namespace vow::by_hand {
namespace {

constexpr DiagnosticKind unknown_type{"unknown-promise-type", "unknown promise type '{}'"};
constexpr DiagnosticKind not_a_body{
    "not-a-body", "'{}' has a value of its own, and attributes as a body has them"};

constexpr DiagnosticKind body_against_description{"body-against-description", "{}"};

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
        const std::vector<Given> attributes = given_by(assignments);
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
        DescriptionResult answer = world.descriptions.describe(type);
        const std::vector<AttributeDescription> unknown;
        const auto* description = std::get_if<Description>(&answer);
        const PromiseTypeDescription* described =
            description != nullptr ? description->promise_type(type.name) : nullptr;
        Promise promise{
            .type = &type,
            .promiser = words_.promiser(),
            .origin = origin_at(words_.span_of_promiser()),
            .terms = {.policy = world.options.policy}};
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
        if (described == nullptr) return promise;
        world.observer.receive(SecretLearned{Secrets().note(promise, *described)});
        for (const Fault& fault : faults_of(promise, *described)) {
            if (fault.body.empty()) continue; // the check above has found it
            diagnostics.add(
                body_against_description, place_in_body(attributes, fault), {text_of(fault)}
            );
        }
        return promise;
    }

    const WrittenWords words_;
};

} // namespace

std::unique_ptr<Language> make_language(const std::vector<std::string>& words) {
    return std::make_unique<HandMadeLanguage>(words);
}

} // namespace vow::by_hand
