#include "agent/publishing/metadata_draft.h"

#include "agent/release/canonical_json.h"
#include "protocol/data/conversion.h"
#include "protocol/text/digest.h"
#include "protocol/text/utc_time.h"

#include <algorithm>
#include <set>
#include <utility>

namespace vow::agent {
namespace {

constexpr const char* specification = "1.0.31";

Data digests_of(std::string_view bytes) {
    return Data::object({{"sha256", Data::string(sha256_of(bytes))}});
}

Data length_of(std::string_view bytes) {
    return Data::integer(static_cast<std::int64_t>(bytes.size()));
}

Data data_of(const Role& role) {
    return Data::object(
        {{"keyids", array_of(role.keys)},
         {"threshold", Data::integer(static_cast<std::int64_t>(role.threshold))}}
    );
}

Data data_of(const Delegation& delegation) {
    const bool has_paths = !delegation.paths.empty();
    return Data::object(
        {{"name", Data::string(delegation.name)},
         {"keyids", array_of(delegation.role.keys)},
         {"threshold", Data::integer(static_cast<std::int64_t>(delegation.role.threshold))},
         {"terminating", Data::boolean(delegation.is_terminating)},
         {has_paths ? "paths" : "path_hash_prefixes",
          array_of(has_paths ? delegation.paths : delegation.hash_prefixes)}}
    );
}

/// The keys that roles have, as an object.
Data object_of(const std::map<std::string, Data>& keys, const std::set<std::string>& used) {
    std::vector<Data::Member> members;
    for (const auto& [id, key] : keys) {
        if (used.contains(id)) members.emplace_back(id, key);
    }
    return Data::object(std::move(members));
}

} // namespace

RootDraft RootDraft::from(const Data& content) {
    const RootMetadata root = root_from(content, "root.json");
    RootDraft draft{.version = root.version, .expires = root.expires, .roles = root.roles};
    for (const auto& [id, key] : content.find("keys")->members())
        draft.keys.emplace(id, key);
    return draft;
}

Data RootDraft::content() const {
    std::set<std::string> used;
    std::vector<Data::Member> all_roles;
    all_roles.reserve(roles.size());
    for (const auto& [name, role] : roles) {
        used.insert(role.keys.begin(), role.keys.end());
        all_roles.emplace_back(name, data_of(role));
    }
    return metadata_content(
        "root",
        version,
        expires,
        {{"consistent_snapshot", Data::boolean(true)},
         {"keys", object_of(keys, used)},
         {"roles", Data::object(std::move(all_roles))}}
    );
}

DelegationsDraft DelegationsDraft::from(const Data& content) {
    DelegationsDraft draft{.roles = targets_from(content, "targets.json").delegations};
    if (const Data* delegations = content.find("delegations"))
        for (const auto& [id, key] : delegations->find("keys")->members())
            draft.keys.emplace(id, key);
    return draft;
}

Data DelegationsDraft::content() const {
    std::set<std::string> used;
    Data::Array items;
    items.reserve(roles.size());
    for (const Delegation& delegation : roles) {
        used.insert(delegation.role.keys.begin(), delegation.role.keys.end());
        items.push_back(data_of(delegation));
    }
    return Data::object({{"keys", object_of(keys, used)}, {"roles", Data::array(std::move(items))}}
    );
}

Data announced(std::int64_t version, std::string_view bytes) {
    return Data::object(
        {{"hashes", digests_of(bytes)},
         {"length", length_of(bytes)},
         {"version", Data::integer(version)}}
    );
}

Data target_record(std::string_view bytes) {
    return Data::object({{"hashes", digests_of(bytes)}, {"length", length_of(bytes)}});
}

Data metadata_content(
    std::string_view type, std::int64_t version, ReleaseTime expires, std::vector<Data::Member> rest
) {
    std::vector<Data::Member> members = {
        {"_type", Data::string(type)},
        {"spec_version", Data::string(specification)},
        {"version", Data::integer(version)},
        {"expires", Data::string(utc_text(expires))}};
    std::ranges::move(rest, std::back_inserter(members));
    return Data::object(std::move(members));
}

Data with_member(const Data& object, std::string_view name, const Data& value) {
    std::vector<Data::Member> members = object.members();
    members.emplace_back(std::string(name), value); // the last of a name wins
    return Data::object(std::move(members));
}

SignedFile unsigned_file(Data content) {
    std::string canonical = canonical_json(content).value();
    return {.content = std::move(content), .canonical = std::move(canonical), .signatures = {}};
}

std::string text_of(const SignedFile& file) {
    Data::Array signatures;
    signatures.reserve(file.signatures.size());
    for (const Signature& signature : file.signatures) {
        signatures.push_back(Data::object(
            {{"keyid", Data::string(signature.key)}, {"sig", Data::string(signature.digits)}}
        ));
    }
    return json_text(
        Data::object({{"signatures", Data::array(std::move(signatures))}, {"signed", file.content}})
    );
}

void add_signature(SignedFile& file, const Signer& signer) {
    std::erase_if(file.signatures, [&](const Signature& old) { return old.key == signer.id(); });
    file.signatures.push_back({signer.id(), signer.sign(file.canonical)});
}

std::vector<std::string> signers_of(const SignedFile& file, const Keys& keys, const Role& role) {
    std::vector<std::string> signers;
    for (const Signature& signature : file.signatures) {
        const bool is_wanted = std::ranges::find(role.keys, signature.key) != role.keys.end();
        const auto key = keys.find(signature.key);
        if (!is_wanted || key == keys.end()) continue;
        if (key->second.verifies(file.canonical, signature.digits))
            signers.push_back(signature.key);
    }
    return signers;
}

} // namespace vow::agent
