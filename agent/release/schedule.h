#pragma once

#include "agent/release/metadata.h"
#include "agent/release/metadata_members.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vow::agent {

/// Of all times in a release; seconds: more than a year is a slip of the pen.
constexpr std::int64_t max_release_time = 366LL * 24 * 3600;

/// A moment by the clock on the wall of a host.
struct LocalMoment {
    int weekday = 0; ///< from 0, Sunday
    std::chrono::minutes time{};
};
/// By the time zone of this process.
LocalMoment local_moment(ReleaseTime time);

/// A part of the week in which a host may take a new version, by its own time zone.
struct TimeWindow {
    std::vector<int> weekdays = {};       ///< on which it begins, from 0, Sunday; empty: on all
    std::chrono::minutes from{}, until{}; ///< of the day; until the next day if not later than from

    bool has(const LocalMoment& moment) const;
    /// "sat sun 22:00-04:00"
    std::string text() const;

    friend bool operator==(const TimeWindow&, const TimeWindow&) = default;
};

/// The member `schedule` of a group's document (docs/releases.md): when a host takes a new version,
/// and how often it runs the one that it has.
struct Schedule {
    std::optional<ReleaseTime> not_before = {}; ///< of a new version
    std::vector<TimeWindow> windows = {};       ///< for a new version; empty: at any time
    std::chrono::seconds every{};               ///< between two runs; 0: each pull runs the policy

    /// Why a new version is not to be taken now: "before 2026-11-26T09:20:17Z"; nullopt if it may.
    std::optional<std::string> objection_at(ReleaseTime now, const LocalMoment& moment) const;
    /// Whether the policy, which last ran at that time, is to run again. Timers are not exact: a
    /// tenth of the time may lack.
    bool is_due(ReleaseTime last, ReleaseTime now) const;

    friend bool operator==(const Schedule&, const Schedule&) = default;
};

Data data_of(const Schedule& schedule);
/// Throws Untrusted with the rule `form`, also for members that it does not know: the condition
/// that they are must not be passed over.
Schedule schedule_from(const MetadataMembers& members);

} // namespace vow::agent
