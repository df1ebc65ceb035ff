#include "agent/pull/conclusion.h"

#include "protocol/text/digest.h"

#include <algorithm>
#include <charconv>

namespace vow::agent {
namespace {

std::string basis_of(const FetchWish& wish, const PullSettings& settings) {
    std::vector<Data::Member> metadata;
    for (const auto& [role, bytes] : wish.metadata)
        metadata.emplace_back(role, Data::string(sha256_of(bytes)));
    const Data basis = Data::object(
        {{"metadata", Data::object(std::move(metadata))},
         {"host", Data::string(wish.host_id)},
         {"group", Data::string(settings.group)},
         {"limit", Data::string(std::to_string(settings.limits.file))}}
    );
    return sha256_of(json_text(basis));
}

bool has_files(const FetchWish& wish, const Offer& offer) {
    if (wish.bad.contains(offer.id())) return true; // its files are not wanted
    return wish.stored.contains(offer.digest) &&
           std::ranges::all_of(offer.data, [&](const auto& secret) {
               return wish.stored.contains(secret.second);
           });
}

} // namespace

bool Conclusion::holds(
    const FetchWish& wish, const PullSettings& settings, std::chrono::sys_seconds now
) const {
    return now.time_since_epoch().count() < expires && basis == basis_of(wish, settings) &&
           has_files(wish, offer) && std::ranges::all_of(classes, [&](const auto& known) {
               return wish.classes.contains(known.first) == known.second;
           });
}

Conclusion conclusion_from(
    const FetchWish& wish, const PullSettings& settings, const Offer& offer, const OfferTerms& terms
) {
    Conclusion conclusion{
        .offer = offer,
        .basis = basis_of(wish, settings),
        .expires = terms.expires.time_since_epoch().count(),
        .classes = {}};
    for (const std::string& name : terms.names)
        conclusion.classes[name] = wish.classes.contains(name);
    return conclusion;
}

Data data_of(const Conclusion& conclusion) {
    std::vector<Data::Member> classes;
    for (const auto& [name, is_set] : conclusion.classes)
        classes.emplace_back(name, Data::boolean(is_set));
    return Data::object(
        {{"offer", data_of(conclusion.offer)},
         {"basis", Data::string(conclusion.basis)},
         {"expires", Data::integer(conclusion.expires)},
         {"classes", Data::object(std::move(classes))}}
    );
}

std::optional<Conclusion> conclusion_from(const Data& data) {
    const Data* offer = data.find("offer");
    const Data* basis = data.find("basis");
    const Data* expires = data.find("expires");
    const Data* classes = data.find("classes");
    auto read = offer == nullptr ? std::nullopt : offer_from(*offer);
    if (!read || basis == nullptr || expires == nullptr || classes == nullptr) return std::nullopt;
    Conclusion conclusion{
        .offer = *std::move(read),
        .basis = std::string(basis->text()),
        .expires = 0,
        .classes = {}};
    const std::string_view time = expires->text();
    std::from_chars(time.data(), time.data() + time.size(), conclusion.expires);
    for (const auto& [name, value] : classes->members())
        conclusion.classes[name] = value.truth();
    return conclusion;
}

} // namespace vow::agent
