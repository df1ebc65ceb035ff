#include "protocol/harness/fuzz/trial.h"

#include "protocol/harness/answer_finding.h"
#include "protocol/harness/fuzz/generator.h"

#include <memory>

namespace vow::harness {
namespace {

using wire::Result;

bool mentions(const Answer& answer, const std::string& name) {
    for (const wire::LogLine& line : answer.log) {
        if (line.text.find(name) != std::string::npos) return true;
    }
    return false;
}

TrialFault of_any(const Answer& answer) {
    if (answer.result()) return {};
    return {
        answer_check.id, Judgement::violation, "it did not answer with a result", excerpt(answer)};
}

TrialFault of_valid(const Answer& answer, const PromiseTypeDescription& type) {
    if (TrialFault fault = of_any(answer); !fault.id.empty()) return fault;
    if (answer.result() == Result::valid) return {};
    // The relation between two attributes cannot always be described.
    bool is_explained = false;
    for (const AttributeDescription& attribute : type.attributes)
        is_explained = is_explained || mentions(answer, attribute.name);
    return {
        valid_check.id,
        is_explained ? Judgement::warning : Judgement::violation,
        is_explained ? "it rejects a promise that its description allows, with a reason"
                     : "it rejects a promise that its description allows",
        excerpt(answer)};
}

TrialFault of_near_miss(const Answer& answer, const NearMiss& miss) {
    if (TrialFault fault = of_any(answer); !fault.id.empty()) return fault;
    if (answer.result() == Result::valid) {
        return {
            invalid_check.id,
            Judgement::violation,
            "it is valid although '" + miss.attribute + "' " + miss.fault,
            excerpt(answer)};
    }
    if (mentions(answer, miss.attribute)) return {};
    return {
        names_check.id,
        Judgement::violation,
        "no log line names '" + miss.attribute + "', which " + miss.fault,
        excerpt(answer)};
}

std::optional<Trial>
valid_trial(const std::shared_ptr<Generator>& generator, const PromiseTypeDescription& type) {
    auto promise = generator->valid_promise();
    if (!promise) return std::nullopt;
    return Trial{
        .promise = *std::move(promise),
        .judge = [&type](const Answer& answer) { return of_valid(answer, type); },
        .may_be = [generator](const SentPromise& smaller
                  ) { return generator->faults_of(smaller).empty(); },
        .expected = "valid"};
}

std::optional<Trial> near_miss_trial(const std::shared_ptr<Generator>& generator) {
    const auto miss = generator->near_miss();
    if (!miss) return std::nullopt;
    const std::string fault = text_of(generator->faults_of(miss->promise).front());
    return Trial{
        .promise = miss->promise,
        .judge = [miss = *miss](const Answer& answer) { return of_near_miss(answer, miss); },
        .may_be =
            [generator, fault](const SentPromise& smaller) {
                const auto faults = generator->faults_of(smaller);
                return faults.size() == 1 && text_of(faults.front()) == fault;
            },
        .expected = "invalid",
        .attribute = miss->attribute};
}

using IsSmallEnough = std::function<bool(Members)>;

Members with_fewer(Members members, const IsSmallEnough& is_small_enough) {
    for (std::size_t i = members.size(); i > 0; --i) {
        Members smaller = members;
        smaller.erase(smaller.begin() + static_cast<std::ptrdiff_t>(i - 1));
        if (is_small_enough(smaller)) members = std::move(smaller);
    }
    return members;
}

} // namespace

Trial wild_trial(const PromiseTypeDescription& type, Dice& dice) {
    return {
        .promise = Generator(type, dice).wild_promise(),
        .judge = of_any,
        .may_be = [](const SentPromise&) { return true; },
        .expected = "invalid"};
}

std::optional<Trial> described_trial(const PromiseTypeDescription& type, Dice& dice) {
    const auto generator = std::make_shared<Generator>(type, dice);
    return dice.one_in(2) ? valid_trial(generator, type) : near_miss_trial(generator);
}

SentPromise shrunk(const Trial& trial, const std::function<bool(const SentPromise&)>& still_fails) {
    SentPromise promise = trial.promise;
    const IsSmallEnough is_small_enough = [&](Members smaller) {
        SentPromise with = promise;
        with.attributes = std::move(smaller);
        return still_fails(with);
    };
    promise.attributes = with_fewer(promise.attributes, is_small_enough);
    for (std::size_t i = 0; i < promise.attributes.size(); ++i) {
        if (promise.attributes[i].second.kind() != Data::Kind::object) continue;
        const auto is_small_enough_in_it = [&](Members smaller) {
            Members whole = promise.attributes;
            whole[i].second = Data::object(std::move(smaller));
            return is_small_enough(std::move(whole));
        };
        promise.attributes[i].second =
            Data::object(with_fewer(promise.attributes[i].second.members(), is_small_enough_in_it));
    }
    for (auto& [name, value] : promise.attributes) {
        if (name == trial.attribute) continue;
        while (value.kind() == Data::Kind::string && value.text().size() > 1) {
            const Data before = value;
            value = Data::string(std::string(value.text().substr(0, value.text().size() / 2)));
            if (still_fails(promise)) continue;
            value = before;
            break;
        }
    }
    return promise;
}

} // namespace vow::harness
