#pragma once

#include "agent/pull/journal.h"
#include "agent/pull/settings.h"
#include "agent/pull/store.h"
#include "agent/pull/verifier.h"
#include "policy/run/world.h"

namespace vow::agent {

/// A fetch is to bring what this wishes: the host's id and classes, the metadata that it trusts,
/// and what it has already. Throws UsageError if there is neither trusted metadata nor a root that
/// can be read.
FetchWish wish_of(
    const PullState& state,
    const PullSettings& settings,
    const ReleaseStore& store,
    const World& world,
    ReleaseTime now
);

} // namespace vow::agent
