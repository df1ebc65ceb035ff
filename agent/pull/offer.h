#pragma once

#include "agent/release/host_filter.h"
#include "agent/release/metadata.h"
#include "protocol/data/data.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace vow::agent {

/// A release for this host: the signed document that gives it a version of a bundle, and what that
/// consists of. A value, kept in the journal.
struct Offer {
    std::string target;                      ///< "groups/web.json"
    std::string document;                    ///< its text; HostGroup reads it
    std::string bundle;                      ///< "web 1.4.0", for people
    std::string digest;                      ///< of the bundle, SHA-256
    std::map<std::string, std::string> data; ///< NAME of a secret: SHA-256 of data/NAME.age

    /// Names the release: another document, bundle or secret makes another one.
    std::string id() const;

    friend bool operator==(const Offer&, const Offer&) = default;
};

Data data_of(const Offer& offer);
/// nullopt for data that is none.
std::optional<Offer> offer_from(const Data& data);

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

/// The terms of an offer besides the metadata: until when it holds, and the names of classes that
/// the filters of the repository have. The verifier sends them with the offer.
struct OfferTerms {
    std::chrono::sys_seconds expires = {}; ///< when the first of the metadata does
    HostFilter::Names names = {};
};

Data data_of(const OfferTerms& terms);
/// nullopt for data that is none.
std::optional<OfferTerms> offer_terms_from(const Data& data);

} // namespace vow::agent
