#include "agent/pull/host_versions.h"

#include "agent/pull/host_identity.h"
#include "agent/reporting/reporter.h"

#include <algorithm>

namespace vow::agent {

PullState HostVersions::present(PullState state) const {
    const std::vector<std::string> bundles = store_.bundles();
    for (std::optional<Offer>* offer : {&state.candidate, &state.good, &state.previous}) {
        const bool is_stored =
            *offer && std::ranges::find(bundles, (*offer)->digest) != bundles.end();
        if (!is_stored) offer->reset();
    }
    return state;
}

void HostVersions::point_links(const PullState& state) const {
    const auto digest_of = [](const Offer* offer) {
        return offer == nullptr ? std::nullopt : std::optional(offer->digest);
    };
    store_.point("current", digest_of(state.current()));
    store_.point("previous", digest_of(state.previous ? &*state.previous : nullptr));
    name_in_reports(state);
}

/// Leaves the id of this host and its version for the reports of runs.
void HostVersions::name_in_reports(const PullState& state) const {
    if (!settings_with_fleet(settings_.reports, journal_.database())) return;
    std::vector<Data::Member> members;
    const std::string host = HostIdentity(store_.folder() + "/identity").id_if_any();
    if (!host.empty()) members.emplace_back("host", Data::string(host));
    if (const Offer* offer = state.current())
        members.emplace_back(
            "release",
            Data::object(
                {{"bundle", Data::string(offer->bundle)}, {"digest", Data::string(offer->digest)}}
            )
        );
    journal_.database().put(
        std::string(report_space),
        std::string(report_additions_key),
        Data::object(std::move(members))
    );
}

void HostVersions::prune(
    const PullState& state, std::initializer_list<std::optional<Offer>> further
) const {
    std::set<std::string> digests, releases;
    const auto keep = [&](const std::optional<Offer>& offer) {
        if (!offer) return;
        digests.insert(offer->digest);
        releases.insert(offer->id());
        for (const auto& [name, digest] : offer->data)
            digests.insert(digest);
    };
    for (const auto* offer : {&state.good, &state.previous, &state.candidate})
        keep(*offer);
    for (const auto& offer : further)
        keep(offer);
    store_.prune(digests, releases);
}

} // namespace vow::agent
