#pragma once

#include "agent/pull/frame.h"
#include "agent/pull/offer.h"
#include "agent/pull/source.h"
#include "agent/release/host_filter.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace vow::agent {

/// The state of a host that looks for its release in a repository.
struct FetchWish {
    Source source;
    std::string host_id = {}; ///< empty: it has none
    HostFilter::Names classes = {};
    std::map<std::string, std::string> metadata = {}; ///< trusted before, by role
    std::set<std::string> stored = {};                ///< SHA-256 of files that need not be fetched
    std::set<std::string> bad = {};  ///< ids of releases whose files are not wanted
    std::optional<Offer> known = {}; ///< the offer, if timestamp.json has not changed
};

inline constexpr std::size_t max_timestamp = 16'384;

// The two processes of a fetch, from their descriptors to their end. They talk in frames.

/// Hands over files of the source, until the other process ends. Each question has the name
/// `metadata` or `target`, the answer that of content, absent, or of a TrustRule.
void serve_source(const FileDescriptor& asked, const FetchWish& wish, const SourceTools& tools);

/// Verifies the files that the other process hands over, and sends those that it trusts: frames
/// `metadata/ROLE`, `repository`, `terms`, `offer`, `file`, and at the end `done`, or
/// `refused/RULE` with the message. `first` answers the first question about timestamp.json, if it
/// is known.
void verify_source(
    const FileDescriptor& source,
    const FileDescriptor& result,
    const FetchWish& wish,
    const PullSettings& settings,
    std::optional<Frame> first
);

} // namespace vow::agent
