#pragma once

#include "agent/release/metadata.h"
#include "agent/release/metadata_members.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// Parts of the hosts in hundredths of a percent, so that 0.5 % is a whole number.
constexpr int all_parts = 10'000;
/// "1%", "0.5%"; nullopt for anything else and for more than 100 %.
std::optional<int> parts_from(std::string_view text);
std::string parts_text(int parts);
/// "1%,10%,100%": they grow, and end with 100 %. nullopt for anything else.
std::optional<std::vector<int>> waves_from(std::string_view text);
/// The text that waves_from reads.
std::string waves_text(const std::vector<int>& waves);

/// The place of a host in the order of a rollout, from 0 to 9,999: by the hash of both names, so
/// that host and controller find the same one, and another host is first each time.
int position_of(const std::string& host, const std::string& rollout);

/// The member `waves` of a group's document (docs/releases.md): which part of the hosts takes a
/// version first, and when the others follow.
struct Waves {
    enum class OpenedBy { time, rollout };

    ReleaseTime start = {};              ///< of the first wave
    std::chrono::seconds soak{};         ///< from one wave to the next
    std::vector<int> parts = {};         ///< as waves_from() reads them
    OpenedBy opened_by = OpenedBy::time; ///< a rollout of the fleet has all of the above itself

    /// When the wave of a host begins. A host without an id is in the last one. `release` is that
    /// of the order.
    ReleaseTime opening_for(const std::string& host, const std::string& release) const;

    friend bool operator==(const Waves&, const Waves&) = default;
};

Data data_of(const Waves& waves);
/// Throws Untrusted with the rule `form`, also for members that it does not know: the condition
/// that they are must not be passed over.
Waves waves_from(const MetadataMembers& members);

} // namespace vow::agent
