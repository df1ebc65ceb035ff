#pragma once

#include "protocol/data/data.h"

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

} // namespace vow::agent
