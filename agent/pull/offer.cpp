#include "agent/pull/offer.h"

#include "agent/release/gate.h"
#include "agent/release/group.h"
#include "protocol/text/digest.h"
#include "protocol/text/utc_time.h"

namespace vow::agent {

std::string Offer::id() const {
    std::string all = sha256_of(document) + digest;
    for (const auto& [name, content] : data)
        all.append(" ").append(name).append("=").append(content);
    return sha256_of(all);
}

Data data_of(const Offer& offer) {
    std::vector<Data::Member> data;
    data.reserve(offer.data.size());
    for (const auto& [name, digest] : offer.data)
        data.emplace_back(name, Data::string(digest));
    return Data::object(
        {{"target", Data::string(offer.target)},
         {"document", Data::string(offer.document)},
         {"bundle", Data::string(offer.bundle)},
         {"digest", Data::string(offer.digest)},
         {"data", Data::object(std::move(data))}}
    );
}

std::optional<Offer> offer_from(const Data& data) {
    const auto text = [&](std::string_view name) {
        const Data* value = data.find(name);
        return std::string(value == nullptr ? std::string_view() : value->text());
    };
    Offer offer{
        .target = text("target"),
        .document = text("document"),
        .bundle = text("bundle"),
        .digest = text("digest"),
        .data = {}};
    if (const Data* files = data.find("data"))
        for (const auto& [name, digest] : files->members())
            offer.data[name] = digest.text();
    if (offer.document.empty() || offer.digest.empty()) return std::nullopt;
    return offer;
}

std::optional<std::string> objection_to(const Offer& offer, const Applicant& host) {
    const HostGroup group = group_from(offer.document, offer.target);
    if (group.schedule) {
        const auto objection = group.schedule->objection_at(host.now, local_moment(host.now));
        if (objection) return "its schedule does not allow it " + *objection;
    }
    const auto gate = host.gate ? gate_from(*host.gate) : std::nullopt;
    if (auto objection = objection_of(gate, group)) return objection;
    if (!group.waves || group.waves->opened_by == Waves::OpenedBy::rollout) return std::nullopt;
    const ReleaseTime opening =
        group.waves->opening_for(host.id, group.bundle.name + "/" + group.bundle.version);
    if (opening <= host.now) return std::nullopt;
    return "the wave of this host begins at " + utc_text(opening);
}

bool is_due(const Offer& offer, ReleaseTime ran, ReleaseTime now) {
    const auto schedule = group_from(offer.document, offer.target).schedule;
    return !schedule || schedule->is_due(ran, now);
}

Data data_of(const OfferTerms& terms) {
    Data::Array names;
    for (const std::string& name : terms.names)
        names.push_back(Data::string(name));
    return Data::object(
        {{"expires", Data::string(utc_text(terms.expires))},
         {"names", Data::array(std::move(names))}}
    );
}

std::optional<OfferTerms> offer_terms_from(const Data& data) {
    const Data* expires = data.find("expires");
    const Data* names = data.find("names");
    const auto time = expires == nullptr ? std::nullopt : utc_from(std::string(expires->text()));
    if (!time || names == nullptr) return std::nullopt;
    OfferTerms terms{.expires = *time};
    for (const Data& name : names->items())
        terms.names.emplace(name.text());
    return terms;
}

} // namespace vow::agent
