#include "agent/publishing/publication.h"

#include "agent/publishing/release_fault.h"
#include "protocol/text/text.h"
#include "protocol/text/utc_time.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace vow::agent {
namespace {

constexpr auto published_visibility = RepositoryFolder::Visibility::everyone;

/// Whether the key has signed the file. A signature of other content is a fault: staging a file
/// removes those that it had, so that someone else has changed it.
bool has_signature(
    const SignedFile& file,
    const std::string& key,
    const std::string& role,
    const DecidingRoots& roots
) {
    if (std::ranges::find(file.signatures, key, &Signature::key) == file.signatures.end())
        return false;
    if (roots.has_valid_signature(file, key)) return true;
    throw ReleaseFault(
        "the staged " + role + ".json was changed after the key " + key +
        " had signed it: see who did that, remove the file, and stage again what is to be published"
    );
}

/// Adds the signatures of keys that are here. Returns whether there were any.
bool sign(SignedFile& file, const std::string& role, const DecidingRoots& roots, KeyRing& keys) {
    bool has_signed = false;
    for (const std::string& key : roots.keys_of(role)) {
        if (!keys.has(key) || has_signature(file, key, role, roots)) continue;
        add_signature(file, keys.signer(key));
        has_signed = true;
    }
    return has_signed;
}

/// The next files of a publication, in memory.
class Publication {
public:
    Publication(const Repository& repository, KeyRing& keys)
        : repository_(repository),
          keys_(keys),
          roots_(repository),
          lifetimes_(repository.lifetimes()) {}

    Published publish_everything() {
        for (const std::string& role : repository_.staged_roles()) {
            auto file = repository_.staged(role);
            if (!file && role != "root") file = renewed(role);
            if (file) files_.emplace(role, *std::move(file));
        }
        Published published{.missing = complete_staged()};
        if (!published.missing.empty()) return published;
        make_snapshot();
        make_timestamp();
        return write();
    }

    Published refresh() {
        const auto snapshot = repository_.snapshot();
        if (!snapshot)
            throw ReleaseFault(
                "nothing is published yet: 'vow release publish " +
                shell_word(repository_.folder().path()) + "' does it first"
            );
        const auto rest = expiry_of(*snapshot) - release_time();
        if (rest < lifetimes_.at("snapshot") / 2) make_snapshot();
        make_timestamp();
        return write();
    }

private:
    /// Published targets need new signatures if other keys are listed for them, and when half of
    /// their time is over. The latter is left to a delegated role whose keys are elsewhere.
    std::optional<SignedFile> renewed(const std::string& role) {
        const auto published = repository_.published(role);
        if (!published) throw ReleaseFault("nothing is to be published: add a bundle first");
        const auto rest = expiry_of(*published) - release_time();
        const bool is_fresh = rest >= lifetimes_.at("targets") / 2;
        const bool is_signed = roots_.is_signed(*published, role);
        if (is_fresh && is_signed) return std::nullopt;
        const Data content =
            with_member(published->content, "version", Data::integer(version_of(*published) + 1));
        const ReleaseTime expires = release_time() + lifetimes_.at("targets");
        SignedFile file =
            unsigned_file(with_member(content, "expires", Data::string(utc_text(expires))));
        sign(file, role, roots_, keys_);
        const bool may_wait =
            role != "targets" && is_signed && roots_.missing(file, role).has_value();
        return may_wait ? std::nullopt : std::optional(std::move(file));
    }

    std::vector<MissingSignatures> complete_staged() {
        std::vector<MissingSignatures> missing;
        for (auto& [role, file] : files_) {
            sign(file, role, roots_, keys_);
            repository_.stage(role, file); // for those who sign elsewhere
            if (auto lack = roots_.missing(file, role)) missing.push_back(std::move(*lack));
        }
        return missing;
    }

    const SignedFile* new_file(const std::string& role) const {
        const auto found = files_.find(role);
        return found == files_.end() ? nullptr : &found->second;
    }

    /// A role that is not delegated to any more stays listed: hosts take its absence for an attack.
    void make_snapshot() {
        const auto published = repository_.snapshot();
        const Data* listed = published ? published->content.find("meta") : nullptr;
        Data meta = listed == nullptr ? Data::object({}) : *listed;
        for (const std::string& role : repository_.staged_roles()) {
            if (role == "root") continue;
            const SignedFile* fresh = new_file(role);
            const auto old = fresh == nullptr ? repository_.published(role) : std::nullopt;
            if (fresh == nullptr && !old) continue; // staged, and not a part of a refresh
            const SignedFile& file = fresh == nullptr ? *old : *fresh;
            const std::string bytes = fresh == nullptr ? published_text(role, file) : text_of(file);
            meta = with_member(meta, role + ".json", announced(version_of(file), bytes));
        }
        const std::int64_t version = published ? version_of(*published) + 1 : 1;
        snapshot_ = made("snapshot", version, meta);
    }

    void make_timestamp() {
        const auto published = repository_.timestamp();
        const auto old_snapshot = snapshot_ ? std::nullopt : repository_.snapshot();
        const SignedFile& snapshot = snapshot_ ? *snapshot_ : *old_snapshot;
        const std::string bytes =
            snapshot_ ? text_of(snapshot) : published_text("snapshot", snapshot);
        const Data meta = Data::object({{"snapshot.json", announced(version_of(snapshot), bytes)}});
        const std::int64_t version = published ? version_of(*published) + 1 : 1;
        timestamp_ = made("timestamp", version, meta);
    }

    /// The bytes as they lie there, which another program may have laid out in another way.
    std::string published_text(const std::string& role, const SignedFile& file) const {
        return repository_.folder().read(metadata_file(role, version_of(file))).value_or("");
    }

    SignedFile made(const std::string& role, std::int64_t version, const Data& meta) {
        SignedFile file = unsigned_file(
            metadata_content(role, version, release_time() + lifetimes_.at(role), {{"meta", meta}})
        );
        sign(file, role, roots_, keys_);
        const auto missing = roots_.missing(file, role);
        if (!missing) return file;
        throw ReleaseFault(
            ExitStatus::waiting,
            role + ".json has " + std::to_string(missing->have) + " of the " +
                std::to_string(missing->needed) +
                " signatures that it needs, since the private part of these keys is not in '" +
                repository_.folder().path_of("keys") + "': " + joined(missing->keys, ", ") +
                "\nThis role signs at each publication: give it a key that is here with 'vow "
                "release rotate'"
        );
    }

    /// The root is last if hosts with the old one take the other files as well; else it is first,
    /// as its key is lost and hosts can do nothing before they have it.
    Published write() {
        Published published;
        const auto is_for_old = [&](const SignedFile* file, const std::string& role) {
            return file == nullptr || roots_.is_signed_for_old(*file, role);
        };
        const bool is_root_last = new_file("root") != nullptr &&
                                  is_for_old(&*timestamp_, "timestamp") &&
                                  is_for_old(snapshot_ ? &*snapshot_ : nullptr, "snapshot") &&
                                  is_for_old(new_file("targets"), "targets");
        const std::set<std::string> listed = listed_keys();
        if (!is_root_last) write_root(published);
        for (const auto& [role, file] : files_) {
            if (role != "root") write(published, metadata_file(role, version_of(file)), file);
        }
        if (snapshot_)
            write(published, metadata_file("snapshot", version_of(*snapshot_)), *snapshot_);
        write(published, "metadata/timestamp.json", *timestamp_);
        if (is_root_last) write_root(published);
        for (const auto& [role, file] : files_)
            repository_.unstage(role);
        retire_keys(listed, published);
        return published;
    }

    void write_root(Published& published) {
        if (const SignedFile* root = new_file("root"))
            write(published, metadata_file("root", version_of(*root)), *root);
    }

    /// Each file is on the disk before the next is written.
    void write(Published& published, const std::string& path, const SignedFile& file) {
        repository_.folder().write(
            path, text_of(file), published_visibility, Replacement::Durability::name
        );
        published.files.push_back(base_name_of(path));
    }

    /// The keys of all roles, before and after this publication.
    std::set<std::string> listed_keys() const {
        std::set<std::string> listed;
        for (const RootMetadata* root : roots_.all())
            for (const auto& [id, key] : root->keys)
                listed.insert(id);
        if (const auto old = repository_.targets())
            for (const auto& [id, key] : targets_from(old->content, "targets.json").keys)
                listed.insert(id);
        return listed;
    }

    void retire_keys(const std::set<std::string>& listed, Published& published) {
        const bool has_other_keys = new_file("root") != nullptr || new_file("targets") != nullptr;
        if (!has_other_keys) return;
        std::set<std::string> used;
        for (const auto& [role, keys] : roots_.next().roles)
            used.insert(keys.keys.begin(), keys.keys.end());
        for (const Delegation& delegation : roots_.delegations())
            used.insert(delegation.role.keys.begin(), delegation.role.keys.end());
        for (const std::string& id : listed)
            if (!used.contains(id) && keys_.has(id)) published.retired.push_back(keys_.retire(id));
    }

    const Repository& repository_;
    KeyRing& keys_;
    DecidingRoots roots_;
    Lifetimes lifetimes_;
    std::map<std::string, SignedFile> files_ = {}; ///< root, `targets` and delegated roles
    std::optional<SignedFile> snapshot_ = {}, timestamp_ = {};
};

} // namespace

Published publish(const Repository& repository, KeyRing& keys, Extent extent) {
    Publication publication(repository, keys);
    return extent == Extent::timestamp ? publication.refresh() : publication.publish_everything();
}

std::vector<std::string> sign_staged(const Repository& repository, KeyRing& keys) {
    const DecidingRoots roots(repository);
    std::vector<std::string> signed_roles;
    for (const std::string& role : repository.staged_roles()) {
        auto file = repository.staged(role);
        if (!file || !sign(*file, role, roots, keys)) continue;
        repository.stage(role, *file);
        signed_roles.push_back(role);
    }
    return signed_roles;
}

std::vector<MissingSignatures> missing_signatures(const Repository& repository) {
    const DecidingRoots roots(repository);
    std::vector<MissingSignatures> missing;
    for (const std::string& role : repository.staged_roles()) {
        const auto file = repository.staged(role);
        if (!file) continue;
        if (auto lack = roots.missing(*file, role)) missing.push_back(std::move(*lack));
    }
    return missing;
}

} // namespace vow::agent
