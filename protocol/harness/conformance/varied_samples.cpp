#include "protocol/harness/conformance/varied_samples.h"

#include "protocol/client/quotation.h"
#include "protocol/harness/scratch_folder.h"

#include <filesystem>
#include <set>

namespace vow::harness {
namespace {

bool has_few_values(
    const Examination& examination, const SentPromise& sample, const Data::Member& attribute
) {
    const auto* description = std::get_if<Description>(&examination.contact().description);
    const auto* type = description == nullptr ? nullptr : description->promise_type(sample.type);
    const auto* described = type == nullptr ? nullptr : type->attribute(attribute.first);
    return described != nullptr &&
           (!described->choices.empty() || described->type == AttributeType::bool_);
}

} // namespace

std::vector<VariedSample> samples_with_attributes(
    const Examination& examination, const std::function<std::string(std::string_view)>& change
) {
    std::vector<VariedSample> varied;
    std::set<std::pair<std::string, std::string>> seen;
    for (const SentPromise& sample : examination.samples()) {
        for (std::size_t i = 0; i < sample.attributes.size(); ++i) {
            const auto& [name, value] = sample.attributes[i];
            if (value.kind() != Data::Kind::string ||
                has_few_values(examination, sample, sample.attributes[i]) ||
                !seen.emplace(sample.type, name).second)
                continue;
            VariedSample one{
                .place = "the attribute " + client::quoted_excerpt(name),
                .usual = sample,
                .promise = sample};
            one.promise.attributes[i].second = Data::string(change(value.text()));
            varied.push_back(std::move(one));
        }
    }
    return varied;
}

std::vector<VariedSample> samples_with_promisers(
    const Examination& examination, const std::function<std::string(std::string_view)>& change
) {
    std::vector<VariedSample> varied;
    std::set<std::string> seen;
    for (const SentPromise& sample : examination.samples()) {
        if (!seen.insert(sample.type).second) continue;
        varied.push_back({.place = "the promiser", .usual = sample, .promise = sample});
        varied.back().promise.promiser = change(sample.promiser);
    }
    return varied;
}

VariedSample with_own_folder(const VariedSample& sample, const SampleFolder& folder) {
    if (!folder.own.empty()) std::filesystem::create_directories(folder.own);
    return {
        .place = sample.place,
        .usual = relocated(sample.usual, folder.given, folder.own),
        .promise = relocated(sample.promise, folder.given, folder.own)};
}

void end_run(const SampleFolder& folder) {
    std::error_code error;
    if (!folder.own.empty()) std::filesystem::remove_all(folder.own, error);
}

} // namespace vow::harness
