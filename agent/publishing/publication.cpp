#include "agent/publishing/publication.h"

#include "agent/publishing/release_fault.h"
#include "protocol/text/text.h"
#include "protocol/text/utc_time.h"

#include <algorithm>
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
    for (const RootMetadata* root : roots.all()) {
        if (!root->keys.contains(key)) continue;
        if (!signers_of(file, root->keys, {.keys = {key}}).empty()) return true;
    }
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
        root_ = roots_.staged();
        targets_ = repository_.staged("targets");
        if (!targets_) resign_targets();
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
    /// Published targets need new signatures if the staged root has other keys for them, and
    /// when half of their time is over.
    void resign_targets() {
        const auto published = repository_.targets();
        if (!published) throw ReleaseFault("nothing is to be published: add a bundle first");
        const auto rest = expiry_of(*published) - release_time();
        const bool is_fresh = rest >= lifetimes_.at("targets") / 2;
        if (is_fresh && roots_.is_signed(*published, "targets")) return;
        const Data content =
            with_member(published->content, "version", Data::integer(version_of(*published) + 1));
        const ReleaseTime expires = release_time() + lifetimes_.at("targets");
        targets_ = unsigned_file(with_member(content, "expires", Data::string(utc_text(expires))));
    }

    std::vector<MissingSignatures> complete_staged() {
        std::vector<MissingSignatures> missing;
        for (auto& [role, file] : {std::pair{"root", &root_}, std::pair{"targets", &targets_}}) {
            if (!*file) continue;
            sign(**file, role, roots_, keys_);
            repository_.stage(role, **file); // for those who sign elsewhere
            if (auto lack = roots_.missing(**file, role)) missing.push_back(std::move(*lack));
        }
        return missing;
    }

    void make_snapshot() {
        const auto published = repository_.snapshot();
        const auto targets = targets_ ? targets_ : repository_.targets();
        const std::string bytes = text_of(*targets);
        const Data* listed = published ? published->content.find("meta") : nullptr;
        const Data meta = with_member(
            listed == nullptr ? Data::object({}) : *listed,
            "targets.json",
            announced(version_of(*targets), targets_ ? bytes : published_text(*targets))
        );
        const std::int64_t version = published ? version_of(*published) + 1 : 1;
        snapshot_ = made("snapshot", version, meta);
    }

    void make_timestamp() {
        const auto published = repository_.timestamp();
        const auto old_snapshot = snapshot_ ? std::nullopt : repository_.snapshot();
        const SignedFile& snapshot = snapshot_ ? *snapshot_ : *old_snapshot;
        const std::string bytes = snapshot_ ? text_of(snapshot) : published_snapshot(snapshot);
        const Data meta = Data::object({{"snapshot.json", announced(version_of(snapshot), bytes)}});
        const std::int64_t version = published ? version_of(*published) + 1 : 1;
        timestamp_ = made("timestamp", version, meta);
    }

    /// The bytes as they lie there, which another program may have laid out in another way.
    std::string published_text(const SignedFile& targets) const {
        return repository_.folder()
            .read(metadata_file("targets", version_of(targets)))
            .value_or("");
    }
    std::string published_snapshot(const SignedFile& snapshot) const {
        return repository_.folder()
            .read(metadata_file("snapshot", version_of(snapshot)))
            .value_or("");
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
        const bool is_root_last =
            root_ && timestamp_ && roots_.is_signed_for_old(*timestamp_, "timestamp") &&
            (!snapshot_ || roots_.is_signed_for_old(*snapshot_, "snapshot")) &&
            (!targets_ || roots_.is_signed_for_old(*targets_, "targets"));
        if (!is_root_last) write_root(published);
        for (const auto& [role, file] :
             {std::pair{"targets", &targets_}, std::pair{"snapshot", &snapshot_}}) {
            if (*file) write(published, metadata_file(role, version_of(**file)), **file);
        }
        write(published, "metadata/timestamp.json", *timestamp_);
        if (is_root_last) write_root(published);
        if (root_) repository_.unstage("root");
        if (targets_) repository_.unstage("targets");
        retire_keys(published);
        return published;
    }

    void write_root(Published& published) {
        if (root_) write(published, metadata_file("root", version_of(*root_)), *root_);
    }

    /// Each file is on the disk before the next is written.
    void write(Published& published, const std::string& path, const SignedFile& file) {
        repository_.folder().write(
            path, text_of(file), published_visibility, Replacement::Durability::name
        );
        published.files.push_back(base_name_of(path));
    }

    void retire_keys(Published& published) {
        if (!root_) return;
        std::set<std::string> used;
        for (const auto& [role, listed] : roots_.next().roles)
            used.insert(listed.keys.begin(), listed.keys.end());
        for (const RootMetadata* root : roots_.all()) {
            for (const auto& [id, key] : root->keys) {
                if (!used.contains(id) && keys_.has(id))
                    published.retired.push_back(keys_.retire(id));
            }
        }
    }

    const Repository& repository_;
    KeyRing& keys_;
    DecidingRoots roots_;
    Lifetimes lifetimes_;
    std::optional<SignedFile> root_ = {}, targets_ = {}, snapshot_ = {}, timestamp_ = {};
};

} // namespace

Published publish(const Repository& repository, KeyRing& keys, Extent extent) {
    Publication publication(repository, keys);
    return extent == Extent::timestamp ? publication.refresh() : publication.publish_everything();
}

std::vector<std::string> sign_staged(const Repository& repository, KeyRing& keys) {
    const DecidingRoots roots(repository);
    std::vector<std::string> signed_roles;
    for (const char* role : {"root", "targets"}) {
        auto file = repository.staged(role);
        if (!file || !sign(*file, role, roots, keys)) continue;
        repository.stage(role, *file);
        signed_roles.emplace_back(role);
    }
    return signed_roles;
}

std::vector<MissingSignatures> missing_signatures(const Repository& repository) {
    const DecidingRoots roots(repository);
    std::vector<MissingSignatures> missing;
    for (const char* role : {"root", "targets"}) {
        const auto file = repository.staged(role);
        if (!file) continue;
        if (auto lack = roots.missing(*file, role)) missing.push_back(std::move(*lack));
    }
    return missing;
}

} // namespace vow::agent
