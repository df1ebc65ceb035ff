#pragma once

#include "agent/pull/offer.h"
#include "agent/release/metadata.h"
#include "protocol/data/data.h"

#include <optional>
#include <string>

namespace vow::agent {

/// A host at the time of a pull.
struct Applicant {
    std::string id = {};           ///< empty: it has none
    std::optional<Data> gate = {}; ///< the last one that its rollout gave it
    ReleaseTime now = {};
};

/// Why the host does not take the release yet, by its schedule, its waves or its rollout; nullopt
/// if it does (docs/pull.md).
std::optional<std::string> objection_to(const Offer& offer, const Applicant& host);

/// Whether the schedule of the release has the policy run again, which began to run at `ran`.
bool is_due(const Offer& offer, ReleaseTime ran, ReleaseTime now);

} // namespace vow::agent
