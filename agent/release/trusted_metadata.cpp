#include "agent/release/trusted_metadata.h"

#include "agent/release/untrusted.h"
#include "protocol/text/utc_time.h"

#include <algorithm>

namespace vow::agent {
namespace {

[[noreturn]] void
fail_version(const std::string& name, std::int64_t version, const std::string& why) {
    throw Untrusted(
        TrustRule::version, name + " has version " + std::to_string(version) + ", " + why
    );
}

} // namespace

TrustedMetadata::TrustedMetadata(std::string_view root, ReleaseTime now) : now_(now) {
    const SignedFile file = signed_file_from(root, "the trusted root.json");
    root_ = root_from(file.content, "the trusted root.json");
    verify(file, root_.keys, root_.role("root"), "the trusted root.json");
}

void TrustedMetadata::update_root(std::string_view bytes) {
    const std::string name = std::to_string(root_.version + 1) + ".root.json";
    const SignedFile file = signed_file_from(bytes, name);
    RootMetadata next = root_from(file.content, name);
    verify(file, root_.keys, root_.role("root"), name);
    if (next.version != root_.version + 1)
        fail_version(name, next.version, "and must have " + std::to_string(root_.version + 1));
    verify(file, next.keys, next.role("root"), name);
    root_ = std::move(next);
}

void TrustedMetadata::check_root_expiry() const {
    check_expiry(root_.expires, "root.json");
}

bool TrustedMetadata::update_timestamp(std::string_view bytes, Source source) {
    const std::string name = "timestamp.json";
    const SignedFile file = signed_file_from(bytes, name);
    TimestampMetadata next = timestamp_from(file.content, name);
    verify(file, root_.keys, root_.role("timestamp"), name);
    if (timestamp_) {
        if (next.version < timestamp_->version)
            fail_version(
                name, next.version, "but " + std::to_string(timestamp_->version) + " was trusted"
            );
        if (next.version == timestamp_->version) return false;
        if (next.snapshot.version < timestamp_->snapshot.version)
            fail_version(
                "snapshot.json",
                next.snapshot.version,
                "but " + std::to_string(timestamp_->snapshot.version) + " was announced before"
            );
    }
    if (source == Source::fetched) check_expiry(next.expires, name);
    timestamp_ = std::move(next);
    return true;
}

void TrustedMetadata::check_timestamp_expiry() const {
    check_expiry(timestamp_->expires, "timestamp.json");
}

bool TrustedMetadata::has_announced_snapshot() const {
    return snapshot_ && snapshot_->version == timestamp_->snapshot.version;
}

void TrustedMetadata::update_snapshot(std::string_view bytes, Source source) {
    const std::string name = "snapshot.json";
    if (source == Source::fetched)
        check_file(timestamp_->snapshot.file, Digests::optional, bytes, name);
    const SignedFile file = signed_file_from(bytes, name);
    SnapshotMetadata next = snapshot_from(file.content, name);
    verify(file, root_.keys, root_.role("snapshot"), name);
    if (source == Source::fetched) {
        if (next.version != timestamp_->snapshot.version)
            fail_version(
                name, next.version, "and must have " + std::to_string(timestamp_->snapshot.version)
            );
        check_no_rollback(next);
        check_expiry(next.expires, name);
    }
    snapshot_ = std::move(next);
}

void TrustedMetadata::check_no_rollback(const SnapshotMetadata& next) const {
    if (!snapshot_) return;
    for (const auto& [name, known] : snapshot_->files) {
        const auto found = next.files.find(name);
        if (found == next.files.end())
            throw Untrusted(
                TrustRule::version, "snapshot.json does not list " + name + " any more"
            );
        if (found->second.version < known.version)
            fail_version(
                name,
                found->second.version,
                "but " + std::to_string(known.version) + " was announced before"
            );
    }
}

void TrustedMetadata::check_snapshot_expiry() const {
    check_expiry(snapshot_->expires, "snapshot.json");
}

const MetadataRecord* TrustedMetadata::announced_targets(const std::string& role) const {
    const auto found = snapshot_->files.find(role + ".json");
    return found == snapshot_->files.end() ? nullptr : &found->second;
}

TargetsMetadata TrustedMetadata::targets(
    std::string_view bytes, Source source, const std::string& role, const TargetsMetadata* delegator
) const {
    const std::string name = role + ".json";
    const MetadataRecord* announced = announced_targets(role);
    if (announced == nullptr)
        throw Untrusted(TrustRule::absent, "snapshot.json does not list " + name);
    if (source == Source::fetched) check_file(announced->file, Digests::optional, bytes, name);
    const SignedFile file = signed_file_from(bytes, name);
    TargetsMetadata next = targets_from(file.content, name);
    if (delegator == nullptr) {
        verify(file, root_.keys, root_.role(role), name);
    } else {
        const auto& all = delegator->delegations;
        verify(file, delegator->keys, std::ranges::find(all, role, &Delegation::name)->role, name);
    }
    if (next.version != announced->version)
        fail_version(name, next.version, "and must have " + std::to_string(announced->version));
    check_expiry(next.expires, name);
    return next;
}

void TrustedMetadata::verify(
    const SignedFile& file, const Keys& keys, const Role& role, const std::string& name
) const {
    std::vector<const PublicKey*> signers; // a key under two ids counts once
    for (const Signature& signature : file.signatures) {
        if (std::ranges::find(role.keys, signature.key) == role.keys.end()) continue;
        const auto key = keys.find(signature.key);
        if (key == keys.end() || !key->second.verifies(file.canonical, signature.digits)) continue;
        const bool is_known = std::ranges::any_of(signers, [&](const PublicKey* known) {
            return *known == key->second;
        });
        if (!is_known) signers.push_back(&key->second);
    }
    if (signers.size() >= role.threshold) return;
    throw Untrusted(
        signers.empty() ? TrustRule::signature : TrustRule::threshold,
        name + " has " + std::to_string(signers.size()) + " valid signatures of the " +
            std::to_string(role.threshold) + " that it needs"
    );
}

void TrustedMetadata::check_expiry(ReleaseTime expires, const std::string& name) const {
    if (now_ < expires) return;
    throw Untrusted(
        TrustRule::expiry,
        name + " expired at " + utc_text(expires) + ", and by the clock of this host it is " +
            utc_text(now_)
    );
}

} // namespace vow::agent
