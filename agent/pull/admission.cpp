#include "agent/pull/admission.h"

#include "agent/release/gate.h"
#include "agent/release/group.h"
#include "protocol/text/utc_time.h"

namespace vow::agent {

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

} // namespace vow::agent
