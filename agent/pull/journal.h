#pragma once

#include "agent/pull/conclusion.h"
#include "agent/pull/offer.h"
#include "agent/state/disk_state.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace vow::agent {

/// A release that was tried, and why it is not tried again.
struct BadRelease {
    std::string id;
    std::string bundle; ///< "web 1.4.0"
    std::string digest;
    std::string why;
    std::int64_t time = 0; ///< seconds since the epoch
};

/// How the last pull ended.
struct LastPull {
    std::int64_t time = 0; ///< seconds since the epoch; 0: there was none
    int exit_status = 0;
    std::optional<int> run_status = {}; ///< nullopt: nothing ran
    std::string rule = {};              ///< that was broken; may be empty
    std::string message = {};
};

/// The knowledge of a host about its releases. It decides which version is current; the links
/// follow it.
struct PullState {
    std::optional<Offer> good = {};      ///< the last one that was
    std::optional<Offer> previous = {};  ///< the one before
    std::optional<Offer> candidate = {}; ///< being tried: a pull that finds it goes on with that
    int attempts = 0;                    ///< to try it that were begun
    std::vector<BadRelease> bad = {};    ///< the latest last
    std::string pinned = {};             ///< digest of the bundle to stay at; empty: none
    std::int64_t ran = 0;                ///< when the policy last began to run; 0: never
    LastPull last = {};
    Data repository = {};                      ///< versions and expiry, by role
    std::optional<Conclusion> conclusion = {}; ///< of the last fetch that verified an offer

    /// The version that `current` leads to; null if there is none.
    const Offer* current() const;
    const BadRelease* find_bad(const std::string& id) const;
    std::set<std::string> bad_ids() const;
};

Data data_of(const PullState& state);
PullState pull_state_from(const Data& data);

/// The one row of the state database that holds it. It changes as a whole, and durably.
class PullJournal {
public:
    /// `folder` is that of the state. `make_room` is called when the disk is full. Borrows the
    /// host.
    PullJournal(
        std::string folder, Host& host, DiskState::Log log, std::function<void()> make_room
    );

    /// Throws std::runtime_error if there may be a state that cannot be read, as on a full disk: it
    /// is not mistaken for that of a new host.
    PullState load();
    /// Throws std::runtime_error if the disk does not take it.
    void save(const PullState& state);
    DiskState& database() { return *disk_; }

private:
    void reopen();

    std::string folder_;
    Host& host_;
    DiskState::Log log_;
    std::function<void()> make_room_;
    std::unique_ptr<DiskState> disk_;
    bool has_warned_ = false; ///< of a failure since it was opened
};

} // namespace vow::agent
