#include "agent/release/metadata.h"

#include "agent/release/canonical_json.h"
#include "agent/release/metadata_members.h"
#include "agent/release/untrusted.h"
#include "protocol/text/digest.h"
#include "protocol/text/utc_time.h"

#include <algorithm>
#include <array>
#include <set>

#include <fnmatch.h>

namespace vow::agent {

void check_file(
    const FileRecord& record, Digests digests, std::string_view bytes, const std::string& name
) {
    if (record.length && bytes.size() != static_cast<std::size_t>(*record.length))
        throw Untrusted(
            TrustRule::size,
            name + " has " + std::to_string(bytes.size()) + " bytes, not " +
                std::to_string(*record.length)
        );
    std::size_t compared = 0;
    for (const auto& [algorithm, digits] : record.digests) {
        const auto known = digest_algorithm(algorithm);
        if (!known) continue;
        ++compared;
        if (digest_of(bytes, *known) == digits) continue;
        std::string fault = name;
        fault.append(" does not have the ").append(algorithm).append(" ").append(digits);
        throw Untrusted(TrustRule::digest, fault);
    }
    if (compared == 0 && (digests == Digests::required || !record.digests.empty()))
        throw Untrusted(TrustRule::digest, name + " has no digest of a known kind");
}

namespace {

constexpr std::array<std::string_view, 4> top_level_roles = {
    "root", "timestamp", "snapshot", "targets"};

ReleaseTime time_of(const MetadataMembers& members) {
    const std::string text = members.text("expires");
    const auto time = utc_from(text);
    if (!time) members.fail("expires at '" + text + "', which is not a time of UTC");
    return *time;
}

MetadataMembers content_of(const Data& content, const std::string& name, std::string_view type) {
    MetadataMembers members(content, name);
    const std::string own = members.text("_type");
    if (own != type)
        throw Untrusted(
            TrustRule::type,
            name + " is metadata of '" + own + "', not of '" + std::string(type) + "'"
        );
    const std::string version = members.text("spec_version");
    if (!version.starts_with("1."))
        members.fail("is of version " + version + " of the specification, which is not known");
    return members;
}

Role role_of(const MetadataMembers& members) {
    Role role{
        .keys = members.texts("keyids"),
        .threshold = static_cast<std::size_t>(members.number("threshold", 1))};
    const std::set<std::string> unique(role.keys.begin(), role.keys.end());
    if (unique.size() != role.keys.size()) members.fail("has a role with a key twice");
    return role;
}

Keys keys_of(const MetadataMembers& members) {
    Keys keys;
    for (const auto& [id, described] : members.object("keys").all())
        keys.emplace(id, PublicKey(described));
    return keys;
}

FileRecord record_of(const MetadataMembers& members, Digests digests) {
    FileRecord record;
    if (digests == Digests::required || members.find("length") != nullptr)
        record.length = members.number("length", 0);
    if (digests != Digests::required && members.find("hashes") == nullptr) return record;
    const MetadataMembers hashes = members.object("hashes");
    for (const auto& [algorithm, digits] : hashes.all())
        record.digests[algorithm] = hashes.text(algorithm);
    if (record.digests.empty()) members.fail("has a file without digests");
    return record;
}

MetadataRecord metadata_record_of(const MetadataMembers& members) {
    return {.version = members.number("version", 1), .file = record_of(members, Digests::optional)};
}

Delegation delegation_of(const MetadataMembers& members) {
    Delegation delegation{
        .name = members.text("name"),
        .role = role_of(members),
        .is_terminating = members.truth("terminating")};
    if (std::ranges::find(top_level_roles, delegation.name) != top_level_roles.end())
        members.fail("delegates to '" + delegation.name + "', which only the root can name");
    const bool has_paths = members.find("paths") != nullptr;
    const bool has_prefixes = members.find("path_hash_prefixes") != nullptr;
    if (has_paths == has_prefixes)
        members.fail("has a delegation that has not either 'paths' or 'path_hash_prefixes'");
    if (has_paths) delegation.paths = members.texts("paths");
    if (has_prefixes) delegation.hash_prefixes = members.texts("path_hash_prefixes");
    return delegation;
}

} // namespace

bool Delegation::covers(const std::string& target) const {
    const auto matches = [&](const std::string& pattern) {
        return ::fnmatch(pattern.c_str(), target.c_str(), FNM_PATHNAME | FNM_NOESCAPE) == 0;
    };
    if (std::ranges::any_of(paths, matches)) return true;
    if (hash_prefixes.empty()) return false;
    const std::string digest = sha256_of(target);
    return std::ranges::any_of(hash_prefixes, [&](const std::string& prefix) {
        return digest.starts_with(prefix);
    });
}

SignedFile signed_file_from(std::string_view bytes, const std::string& name) {
    auto parsed = parse_json(bytes);
    if (const auto* error = std::get_if<DataError>(&parsed))
        throw Untrusted(TrustRule::form, name + " is not JSON: " + error->message);
    const Data& whole = std::get<Data>(parsed);
    const MetadataMembers members(whole, name);
    SignedFile file{
        .content = members.required("signed", Data::Kind::object, "an object"),
        .canonical = {},
        .signatures = {}};
    auto canonical = canonical_json(file.content);
    if (!canonical) members.fail("has a number that is not an integer");
    file.canonical = *std::move(canonical);
    std::set<std::string> ids;
    for (const Data& item : members.array("signatures")) {
        const MetadataMembers signature(item, name);
        file.signatures.push_back({signature.text("keyid"), signature.text("sig")});
        if (!ids.insert(file.signatures.back().key).second)
            throw Untrusted(
                TrustRule::signature,
                name + " has two signatures of key " + file.signatures.back().key
            );
    }
    return file;
}

RootMetadata root_from(const Data& content, const std::string& name) {
    const MetadataMembers members = content_of(content, name, "root");
    RootMetadata root{.version = members.number("version", 1), .expires = time_of(members)};
    // The specification takes repositories without consistent snapshots for old ones.
    if (members.find("consistent_snapshot") != nullptr)
        root.has_consistent_snapshots = members.truth("consistent_snapshot");
    root.keys = keys_of(members);
    const MetadataMembers roles = members.object("roles");
    for (const std::string_view name_of_role : top_level_roles) {
        const Role& role = root.roles[std::string(name_of_role)] =
            role_of(roles.object(name_of_role));
        for (const std::string& key : role.keys)
            if (!root.keys.contains(key)) members.fail("names a key that it does not have");
    }
    return root;
}

TimestampMetadata timestamp_from(const Data& content, const std::string& name) {
    const MetadataMembers members = content_of(content, name, "timestamp");
    return {
        .version = members.number("version", 1),
        .expires = time_of(members),
        .snapshot = metadata_record_of(members.object("meta").object("snapshot.json"))};
}

SnapshotMetadata snapshot_from(const Data& content, const std::string& name) {
    const MetadataMembers members = content_of(content, name, "snapshot");
    SnapshotMetadata snapshot{.version = members.number("version", 1), .expires = time_of(members)};
    const MetadataMembers files = members.object("meta");
    for (const auto& [file, record] : files.all())
        snapshot.files[file] = metadata_record_of(MetadataMembers(record, name));
    return snapshot;
}

TargetsMetadata targets_from(const Data& content, const std::string& name) {
    const MetadataMembers members = content_of(content, name, "targets");
    TargetsMetadata targets{.version = members.number("version", 1), .expires = time_of(members)};
    const MetadataMembers files = members.object("targets");
    for (const auto& [target, record] : files.all())
        targets.targets[target] = record_of(MetadataMembers(record, name), Digests::required);
    if (members.find("delegations") == nullptr) return targets;
    const MetadataMembers delegations = members.object("delegations");
    targets.keys = keys_of(delegations);
    for (const Data& role : delegations.array("roles"))
        targets.delegations.push_back(delegation_of(MetadataMembers(role, name)));
    return targets;
}

} // namespace vow::agent
