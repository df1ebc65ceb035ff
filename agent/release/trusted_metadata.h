#pragma once

#include "agent/release/metadata.h"

#include <optional>
#include <string>
#include <string_view>

namespace vow::agent {

/// The metadata of a repository that has passed all checks so far, and the checks of the next file
/// (TUF specification, section 5.3 to 5.6): signatures by a threshold of the keys that the trusted
/// files name, versions that do not go back, expiry. It reads and writes no files.
///
/// Files are given in this order: root, newer roots, timestamp, snapshot, targets, delegated roles;
/// of each but root, first the one that was trusted before, if there is one, then the new one. All
/// members throw Untrusted, and then trust what they trusted before.
class TrustedMetadata {
public:
    /// `root` is trusted: by the operator, or before. `now` is the time of the whole update.
    TrustedMetadata(std::string_view root, ReleaseTime now);

    const RootMetadata& root() const { return root_; }
    const SnapshotMetadata& snapshot() const { return *snapshot_; }

    /// The next version of root, signed by the keys of the trusted one and by its own.
    void update_root(std::string_view bytes);
    /// To be called after the last root.
    void check_root_expiry() const;

    enum class Source {
        kept,   ///< trusted before: it may have expired, since a newer one may come
        fetched ///< the final one
    };
    /// Returns whether the timestamp is newer than the trusted one. One of the same version is not
    /// used.
    bool update_timestamp(std::string_view bytes, Source source);
    void check_timestamp_expiry() const;

    /// The snapshot that the timestamp announces, by version, length and digest.
    const MetadataRecord& announced_snapshot() const { return timestamp_->snapshot; }
    /// A kept snapshot is final if it has the version that is announced.
    bool has_announced_snapshot() const;
    void update_snapshot(std::string_view bytes, Source source);
    void check_snapshot_expiry() const;

    /// The metadata of targets that the snapshot announces. Null if it does not list the role.
    const MetadataRecord* announced_targets(const std::string& role) const;
    /// Metadata of the role `targets`, or of one that `delegator` delegates to.
    TargetsMetadata targets(
        std::string_view bytes,
        Source source,
        const std::string& role,
        const TargetsMetadata* delegator
    ) const;

private:
    void verify(const SignedFile& file, const Keys& keys, const Role& role, const std::string& name)
        const;
    void check_expiry(ReleaseTime expires, const std::string& name) const;
    void check_no_rollback(const SnapshotMetadata& next) const;

    ReleaseTime now_;
    RootMetadata root_;
    std::optional<TimestampMetadata> timestamp_;
    std::optional<SnapshotMetadata> snapshot_;
};

} // namespace vow::agent
