#pragma once

#include "agent/release/trusted_metadata.h"
#include "policy/run/network.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vow::agent {

/// Where the files of a repository come from: any web server or folder. It needs no trust.
class Mirror {
public:
    virtual ~Mirror() = default;
    /// The content of a file, by its path below the repository's metadata or targets; nullopt if it
    /// is not there. `max_bytes` is the most that is read. Throws Untrusted with the rules `size`
    /// and `fetch`.
    virtual std::optional<std::string> metadata(const std::string& file, std::size_t max_bytes) = 0;
    virtual std::optional<std::string> target(const std::string& file, std::size_t max_bytes) = 0;
};

/// The metadata that this host has trusted, kept from one update to the next.
class MetadataStore {
public:
    virtual ~MetadataStore() = default;
    /// By the name of the role; nullopt without it.
    virtual std::optional<std::string> load(const std::string& role) = 0;
    virtual void save(const std::string& role, std::string_view bytes) = 0;
};

/// The client's side of a TUF repository (specification, section 5): updates the trusted metadata,
/// finds targets, fetches them. Members throw Untrusted.
class RepositoryClient {
public:
    /// Borrows both. The store has the trusted root.
    RepositoryClient(Mirror& mirror, MetadataStore& store, ReleaseTime now);

    /// Updates root, timestamp, snapshot and targets. To be called once, before the others.
    void refresh();
    /// The metadata of the role `targets`.
    const TargetsMetadata& targets() { return load_targets("targets", nullptr); }
    /// The length and digests of a target, looked for in `targets` and then in the roles that it
    /// delegates to, in their order, depth first. nullopt if no role has it.
    std::optional<FileRecord> find(const std::string& target);
    /// The roles whose targets names() lists, besides `targets`.
    enum class Listing {
        patterns, ///< those that names are delegated to by patterns
        all       ///< the hash bins, too: each is fetched
    };
    /// The names of the targets that begin with a text, and that find() finds. Sorted.
    std::vector<std::string>
    names(const std::string& beginning, Listing listing = Listing::patterns);
    /// Fetches a target that was found.
    std::string fetch(const std::string& target, const FileRecord& record);

private:
    using Source = TrustedMetadata::Source;

    void update_root();
    void update_timestamp();
    void update_snapshot();
    /// `delegator` is null for the role `targets`.
    const TargetsMetadata& load_targets(const std::string& role, const TargetsMetadata* delegator);
    std::string
    fetch_metadata(const std::string& role, const MetadataRecord& record, std::size_t most);

    Mirror& mirror_;
    MetadataStore& store_;
    TrustedMetadata trusted_;
    /// By role and delegator: a role is trusted for what that one delegates to it.
    std::map<std::pair<std::string, const TargetsMetadata*>, TargetsMetadata> targets_;
};

/// Trusted metadata as files of a folder, which is there already: ROLE.json, the name of the role
/// percent-encoded. Each is replaced as a whole. Throws std::system_error.
class MetadataFolder : public MetadataStore {
public:
    explicit MetadataFolder(std::string path) : path_(std::move(path)) {}

    std::optional<std::string> load(const std::string& role) override;
    void save(const std::string& role, std::string_view bytes) override;

private:
    std::string file_of(const std::string& role) const;

    std::string path_;
};

/// A repository at two addresses, of its metadata and of its targets: http, https or file.
class WebMirror : public Mirror {
public:
    /// Borrows the network.
    WebMirror(Network& network, std::string metadata_url, std::string targets_url);

    std::optional<std::string> metadata(const std::string& file, std::size_t max_bytes) override;
    std::optional<std::string> target(const std::string& file, std::size_t max_bytes) override;

private:
    std::optional<std::string> get(const std::string& url, std::size_t max_bytes);

    Network& network_;
    std::string metadata_url_, targets_url_;
};

} // namespace vow::agent
