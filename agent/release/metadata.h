#pragma once

#include "agent/release/public_key.h"
#include "protocol/data/data.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// Length and digests that a file must have, be it metadata or a target.
struct FileRecord {
    std::optional<std::int64_t> length = {};
    std::map<std::string, std::string> digests = {}; ///< hexadecimal digits by algorithm

    friend bool operator==(const FileRecord&, const FileRecord&) = default;
};

/// Whether a file must have a digest: targets must, metadata need not.
enum class Digests { optional, required };

/// Throws Untrusted unless the bytes have the length and the digests of the record.
void check_file(
    const FileRecord& record, Digests digests, std::string_view bytes, const std::string& name
);

// The files of metadata of a TUF repository (specification 1.0, section 4), read into values. Their
// form is checked here; signatures, versions and expiry are by TrustedMetadata.

using ReleaseTime = std::chrono::sys_seconds;

struct Signature {
    std::string key;    ///< its id
    std::string digits; ///< hexadecimal
};

/// A file before its signatures are verified.
struct SignedFile {
    Data content;          ///< the member `signed`
    std::string canonical; ///< the bytes that were signed
    std::vector<Signature> signatures;
};

/// The keys that may sign a file, and how many of them must.
struct Role {
    std::vector<std::string> keys; ///< ids, each once
    std::size_t threshold = 1;
};

/// Keys by their ids.
using Keys = std::map<std::string, PublicKey>;

struct MetadataRecord {
    std::int64_t version = 0;
    FileRecord file = {}; ///< may be empty
};

struct RootMetadata {
    std::int64_t version = 0;
    ReleaseTime expires = {};
    bool has_consistent_snapshots = false; ///< names have versions and digests
    Keys keys = {};
    std::map<std::string, Role> roles = {}; ///< root, timestamp, snapshot and targets

    const Role& role(const std::string& name) const { return roles.at(name); }
};

struct TimestampMetadata {
    std::int64_t version = 0;
    ReleaseTime expires = {};
    MetadataRecord snapshot = {};
};

struct SnapshotMetadata {
    std::int64_t version = 0;
    ReleaseTime expires = {};
    std::map<std::string, MetadataRecord> files = {}; ///< by "targets.json" and so on
};

/// A role that another one trusts with some of its targets.
struct Delegation {
    std::string name;
    Role role;
    bool is_terminating = false; ///< if it does not have a target, those after it are not read
    std::vector<std::string> paths = {};         ///< patterns of names
    std::vector<std::string> hash_prefixes = {}; ///< beginnings of the SHA-256 of a name

    bool covers(const std::string& target) const;
};

struct TargetsMetadata {
    std::int64_t version = 0;
    ReleaseTime expires = {};
    std::map<std::string, FileRecord> targets = {};
    Keys keys = {}; ///< of the delegations
    std::vector<Delegation> delegations = {};
};

// All throw Untrusted; `name` is for its message.
SignedFile signed_file_from(std::string_view bytes, const std::string& name);
RootMetadata root_from(const Data& content, const std::string& name);
TimestampMetadata timestamp_from(const Data& content, const std::string& name);
SnapshotMetadata snapshot_from(const Data& content, const std::string& name);
TargetsMetadata targets_from(const Data& content, const std::string& name);

} // namespace vow::agent
