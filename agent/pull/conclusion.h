#pragma once

#include "agent/pull/offer.h"
#include "agent/pull/verifier.h"

#include <chrono>
#include <map>
#include <string>

namespace vow::agent {

/// An offer, and all that the verifier drew it from. As long as that is the same, so is the offer,
/// and need not be verified again. A value, kept in the journal.
struct Conclusion {
    Offer offer;
    std::string basis; ///< SHA-256 of the metadata, the settings and the id that it comes from
    std::int64_t expires = 0;            ///< of the metadata, seconds since the epoch
    std::map<std::string, bool> classes; ///< in the filters, and whether the host had them

    /// Whether the verifier would come to the same offer at this time, and needs no more files for
    /// it, if the repository has not changed.
    bool
    holds(const FetchWish& wish, const PullSettings& settings, std::chrono::sys_seconds now) const;

    friend bool operator==(const Conclusion&, const Conclusion&) = default;
};

/// `wish` has the metadata that the verifier trusted in the end.
Conclusion conclusion_from(
    const FetchWish& wish, const PullSettings& settings, const Offer& offer, const OfferTerms& terms
);

Data data_of(const Conclusion& conclusion);
/// nullopt for data that is none.
std::optional<Conclusion> conclusion_from(const Data& data);

} // namespace vow::agent
