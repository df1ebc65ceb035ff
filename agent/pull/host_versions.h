#pragma once

#include "agent/pull/journal.h"
#include "agent/pull/settings.h"
#include "agent/pull/store.h"

#include <initializer_list>
#include <optional>

namespace vow::agent {

/// Has the store of a host, its links and what its reports name follow the state of its journal.
/// Members throw std::system_error.
class HostVersions {
public:
    /// Borrows all of it.
    HostVersions(const ReleaseStore& store, const PullSettings& settings, PullJournal& journal)
        : store_(store),
          settings_(settings),
          journal_(journal) {}

    /// The state without versions of which the store has no bundle.
    PullState present(PullState state) const;
    /// Sets them to the state, also after a killed pull.
    void point_links(const PullState& state) const;
    /// Removes from the store all but the versions of the state and `further` ones.
    void prune(const PullState& state, std::initializer_list<std::optional<Offer>> further) const;

private:
    void name_in_reports(const PullState& state) const;

    const ReleaseStore& store_;
    const PullSettings& settings_;
    PullJournal& journal_;
};

} // namespace vow::agent
