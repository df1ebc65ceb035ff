#pragma once

#include "agent/publishing/signer.h"
#include "agent/release/metadata.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

// Metadata that is to be signed and published: the content of the four roles' files (TUF
// specification 1.0, section 4), and files with the signatures that they have so far.

/// The content of a root, to be changed.
struct RootDraft {
    std::int64_t version = 1;
    ReleaseTime expires = {};
    std::map<std::string, Data> keys = {}; ///< public parts, by their ids
    std::map<std::string, Role> roles = {};

    static RootDraft from(const Data& content);
    Data content() const; ///< without keys that no role has
};

/// The roles that `targets` delegates to, to be changed.
struct DelegationsDraft {
    std::map<std::string, Data> keys = {}; ///< public parts, by their ids
    std::vector<Delegation> roles = {};

    /// Of the content of `targets`.
    static DelegationsDraft from(const Data& content);
    Data content() const; ///< the member `delegations`, without keys that no role has
};

/// A file as `snapshot` and `timestamp` announce it: version, length and digest.
Data announced(std::int64_t version, std::string_view bytes);
/// A target as `targets` lists it: length and digest.
Data target_record(std::string_view bytes);

/// The content of another role: `type` is its name; `rest` are the members that only it has.
Data metadata_content(
    std::string_view type, std::int64_t version, ReleaseTime expires, std::vector<Data::Member> rest
);

/// The object with one of its members replaced, or added at its end.
Data with_member(const Data& object, std::string_view name, const Data& value);

/// A file without signatures.
SignedFile unsigned_file(Data content);
std::string text_of(const SignedFile& file);
void add_signature(SignedFile& file, const Signer& signer);
/// The keys of the role whose valid signatures the file has.
std::vector<std::string> signers_of(const SignedFile& file, const Keys& keys, const Role& role);

} // namespace vow::agent
