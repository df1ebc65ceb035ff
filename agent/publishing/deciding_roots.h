#pragma once

#include "agent/publishing/repository.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace vow::agent {

/// A file that has too few signatures to be published.
struct MissingSignatures {
    std::string role;
    std::size_t have = 0;
    std::size_t needed = 0;
    std::vector<std::string> keys = {}; ///< ids of those that have not signed
};

/// The roots that decide about a file: the published one, if there is one, and a staged one. About
/// the file of a delegated role the next `targets` decides.
class DecidingRoots {
public:
    /// Throws ReleaseFault if there is neither.
    explicit DecidingRoots(const Repository& repository);

    const std::optional<SignedFile>& staged() const { return new_file_; }
    /// The one that decides once everything is published.
    const RootMetadata& next() const { return new_ ? *new_ : *old_; }
    std::vector<const RootMetadata*> all() const;
    /// Of the next `targets`.
    const std::vector<Delegation>& delegations() const { return targets_.delegations; }

    /// The keys that may sign for a role, by either root.
    std::set<std::string> keys_of(const std::string& role) const;
    /// Whether hosts take the file that have the next root.
    bool is_signed(const SignedFile& file, const std::string& role) const;
    /// Whether hosts that do not know the staged root yet take it.
    bool is_signed_for_old(const SignedFile& file, const std::string& role) const;
    /// Whether the key, as any of them has it, has signed the file.
    bool has_valid_signature(const SignedFile& file, const std::string& key) const;
    /// The root itself has to be signed for both, any other file for the one that comes.
    std::optional<MissingSignatures> missing(const SignedFile& file, const std::string& role) const;

private:
    /// The keys and the threshold of a role.
    struct Authority {
        const Keys* keys;
        const Role* role;
    };
    /// Of the next root, or of `targets`.
    Authority authority_for(const std::string& role) const;
    std::vector<Authority> authorities_for(const std::string& role) const;

    std::optional<SignedFile> old_file_, new_file_;
    std::optional<RootMetadata> old_ = {}, new_ = {};
    TargetsMetadata targets_ = {}; ///< the next; only its delegations count
};

} // namespace vow::agent
