#pragma once

#include "agent/pull/offer.h"
#include "agent/pull/verifier.h"
#include "agent/release/untrusted.h"
#include "policy/run/world.h"

#include <map>
#include <optional>
#include <string>

namespace vow::agent {

/// The broken rule, and a sentence.
struct RefusedFetch {
    TrustRule rule;
    std::string message;
};

struct Fetched {
    std::map<std::string, std::string> metadata = {}; ///< newly trusted, to be kept in any case
    std::optional<RefusedFetch> refused = {};
    std::optional<Offer> offer = {};               ///< if nothing was refused
    std::optional<OfferTerms> terms = {};          ///< of the offer, if it was verified now
    std::map<std::string, std::string> files = {}; ///< of the offer, by the SHA-256 that they have
    Data repository = {};                          ///< versions and expiry, by role
};

/// Fetches and verifies in two processes without privileges. The first reads the source, and may
/// change one folder only; the second verifies what the first hands over, and can neither connect
/// nor change anything. So who takes one of them over by what it parses gains nothing: the first
/// cannot sign, and the second cannot fetch. This process sees verified bytes alone, and computes
/// the digests of files once more.
///
/// If the wish has a known offer, this process compares timestamp.json with the bytes that it
/// trusts, and does not parse it. If they are equal, the second process does not start: a source
/// that can withhold a newer one gains nothing by a fault in the parser.
Fetched fetch(const FetchWish& wish, const SourceTools& tools, const Stop& stop);

} // namespace vow::agent
