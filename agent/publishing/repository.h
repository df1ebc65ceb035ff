#pragma once

#include "agent/publishing/metadata_draft.h"
#include "agent/publishing/repository_folder.h"
#include "agent/release/group.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>

namespace vow::agent {

/// How long each role's metadata holds, from when it is signed.
using Lifetimes = std::map<std::string, std::chrono::seconds>;
/// root and targets a year, snapshot two weeks, timestamp two days.
Lifetimes usual_lifetimes();

/// The time now, as metadata has it.
ReleaseTime release_time();

/// The content of a repository's folder: what is published, and what is staged, that is to be
/// published next. Members throw ReleaseFault, and Untrusted for files of another form.
class Repository {
public:
    /// Borrows the folder.
    explicit Repository(const RepositoryFolder& folder) : folder_(folder) {}

    const RepositoryFolder& folder() const { return folder_; }

    /// The newest published file; nullopt before the first.
    std::optional<SignedFile> root() const;
    std::optional<SignedFile> timestamp() const;
    std::optional<SignedFile> snapshot() const;
    std::optional<SignedFile> targets() const;
    /// Of root, `targets` or a role that it delegates to.
    std::optional<SignedFile> published(const std::string& role) const;

    /// A staged root, `targets` or delegated role; nullopt if there is none that is newer than the
    /// published one.
    std::optional<SignedFile> staged(const std::string& role) const;
    /// The staged file if there is one, else the published one.
    std::optional<SignedFile> next(const std::string& role) const;
    void stage(const std::string& role, const SignedFile& file) const;
    void unstage(const std::string& role) const;

    /// The roles that next("targets") delegates to, in their order.
    std::vector<Delegation> delegations() const;
    /// The roles whose files can be staged: root, `targets`, and the delegated ones.
    std::vector<std::string> staged_roles() const;
    /// Stages `targets` with other delegations, and a file without targets for each new role.
    void stage_delegations(const DelegationsDraft& draft) const;

    /// The targets that hosts find once everything is published, by their names.
    std::map<std::string, Data> next_targets() const;
    /// The content of a target; nullopt if it is not listed.
    std::optional<std::string> target(const std::string& name) const;
    /// Writes the content of a target, which hosts cannot find before it is published, and stages
    /// the role that is to have it: `targets`, or the first delegated one that covers its name.
    /// Returns false if it is the same already.
    bool stage_target(const std::string& name, std::string_view bytes) const;
    /// Stages the roles that have it without it. Returns false if it is not listed.
    bool unstage_target(const std::string& name) const;

    Lifetimes lifetimes() const;
    void set_lifetimes(const Lifetimes& lifetimes) const;

private:
    std::optional<SignedFile> metadata(const std::string& file) const;
    std::optional<SignedFile>
    announced_file(const std::optional<SignedFile>& announcing, const std::string& role) const;
    std::map<std::string, Data> targets_of(const std::string& role) const;
    std::string role_for(const std::string& target) const;
    Data fresh_content(const std::string& role) const;
    void stage_content(const std::string& role, const Data::Member& changed) const;
    void stage_targets(const std::string& role, const std::map<std::string, Data>& targets) const;

    const RepositoryFolder& folder_;
};

/// The version that a file of metadata has.
std::int64_t version_of(const SignedFile& file);
ReleaseTime expiry_of(const SignedFile& file);
/// "metadata/3.root.json"
std::string metadata_file(const std::string& role, std::int64_t version);
/// "targets/bundles/web/DIGEST.1.4.0.tar.zst": where a target is.
std::string target_file(const std::string& name, const std::string& digest);
/// The digest of a target in the form of next_targets().
std::string digest_of_target(const Data& record);

} // namespace vow::agent
