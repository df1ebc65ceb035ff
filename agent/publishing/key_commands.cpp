#include "agent/publishing/commands.h"
#include "agent/publishing/release_fault.h"
#include "protocol/text/digest.h"
#include "protocol/text/shown_text.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace vow::agent {
namespace {

using Use = RepositoryFolder::Use;
using Protection = KeyRing::Protection;

constexpr std::array<const char*, 4> roles = {"root", "targets", "snapshot", "timestamp"};

/// The values of an option "[ROLE=]VALUE" for one role; without a role they are for root.
std::vector<std::string>
values_for(const std::vector<std::string>& given, const std::string& role) {
    std::vector<std::string> values;
    for (const std::string& text : given) {
        const std::size_t end = text.find('=');
        const std::string named = text.substr(0, std::min(end, text.size()));
        const bool has_role =
            end != std::string::npos && std::ranges::find(roles, named) != roles.end();
        if ((has_role ? named : "root") != role) continue;
        values.push_back(has_role ? text.substr(end + 1) : text);
    }
    return values;
}

/// Keys of root and targets sign seldom, and can wait for a passphrase; the others are for cron.
bool is_for_people(const std::string& role) {
    return role == "root" || role == "targets";
}

/// Gives a role new keys: those that the command line names, and for the rest ones made here.
class NewKeys {
public:
    NewKeys(const ReleaseOptions& options, KeyRing& keys) : options_(options), keys_(keys) {}

    /// `count` is the number of keys that the role is to get at least.
    void add_to(RootDraft& root, const std::string& role, std::size_t count, bool is_encrypted) {
        const auto files = values_for(options_.public_keys, role);
        const auto programs = values_for(options_.sign_with, role);
        if (programs.size() > files.size())
            throw ReleaseFault(
                "--sign-with for " + role +
                ": name the public key that the program signs for, with --public-key " + role +
                "=FILE"
            );
        for (std::size_t at = 0; at < files.size(); ++at) {
            const Data key = public_part_of(content_of_file(files[at]), files[at]);
            if (at < programs.size()) keys_.add_program(role, key, programs[at]);
            add(root, role, key);
        }
        const bool encrypts = (options_.is_encrypted || is_encrypted) && is_for_people(role);
        for (std::size_t made = files.size(); made < count; ++made)
            add(root, role, keys_.make(role, encrypts ? Protection::passphrase : Protection::mode));
    }

private:
    static void add(RootDraft& root, const std::string& role, const Data& key) {
        const std::string id = key_id_of(key);
        auto& listed = root.roles[role].keys;
        if (std::ranges::find(listed, id) != listed.end())
            throw ReleaseFault("the key " + id + " is there twice for the role " + role);
        listed.push_back(id);
        root.keys[id] = key;
    }

    const ReleaseOptions& options_;
    KeyRing& keys_;
};

std::size_t threshold_for(const ReleaseOptions& options, const std::string& role) {
    const auto given = options.thresholds.find(role);
    return given == options.thresholds.end() ? 1 : given->second;
}

/// The full id of a key of the role, of which the user gave the beginning.
std::string key_named(const Role& role, const std::string& beginning, const std::string& name) {
    std::vector<std::string> found;
    for (const std::string& key : role.keys) {
        if (key.starts_with(beginning)) found.push_back(key);
    }
    if (found.size() == 1 && !beginning.empty()) return found.front();
    throw ReleaseFault(
        "--remove: '" + beginning + "' is not the id of one key of " + name +
        ", nor its beginning; it has " + joined(role.keys, ", ")
    );
}

void remove_keys(RootDraft& root, const ReleaseOptions& options) {
    Role& role = root.roles[options.role];
    if (options.removed.empty()) {
        role.keys.clear();
        return;
    }
    std::set<std::string> removed;
    for (const std::string& beginning : options.removed)
        removed.insert(key_named(role, beginning, options.role));
    std::erase_if(role.keys, [&](const std::string& key) { return removed.contains(key); });
}

/// A threshold that is not changed with keys: the keys must suffice.
void set_thresholds(RootDraft& root, const ReleaseOptions& options) {
    for (const auto& [name, threshold] : options.thresholds)
        root.roles[name].threshold = threshold;
    for (const auto& [name, role] : root.roles) {
        if (role.threshold <= role.keys.size()) continue;
        throw ReleaseFault(
            "the role " + name + " would need " + std::to_string(role.threshold) +
            " signatures, but it has " + std::to_string(role.keys.size()) +
            (role.keys.size() == 1 ? " key" : " keys") + ": name the role, so that keys are added"
        );
    }
}

/// Checks all that can be wrong before anything is made.
void check_key_options(const ReleaseOptions& options) {
    for (const char* role : roles) {
        for (const std::string& file : values_for(options.public_keys, role))
            public_part_of(content_of_file(file), file);
    }
}

} // namespace

int init_repository(const Options& options) {
    const ReleaseOptions& given = options.release;
    check_key_options(given);
    Passphrase passphrase(given.passphrase_file);
    if (given.is_encrypted) // before anything is made
        passphrase.text("the keys in '" + given.repository + "'", Passphrase::Use::chosen);
    const RepositoryFolder folder = RepositoryFolder::create(given.repository);
    const Repository repository(folder);
    KeyRing keys(folder, passphrase);
    Lifetimes lifetimes = usual_lifetimes();
    for (const auto& [role, lifetime] : given.lifetimes)
        lifetimes[role] = lifetime;
    repository.set_lifetimes(lifetimes);
    RootDraft root{.version = 1, .expires = release_time() + lifetimes.at("root")};
    for (const char* role : roles) {
        const std::size_t threshold = threshold_for(given, role);
        root.roles[role].threshold = threshold;
        NewKeys(given, keys).add_to(root, role, threshold, false);
    }
    repository.stage("root", unsigned_file(root.content()));
    repository.stage(
        "targets",
        unsigned_file(metadata_content(
            "targets", 1, release_time() + lifetimes.at("targets"), {{"targets", Data::object({})}}
        ))
    );
    print(
        "Made " + folder.path() +
        ": let a web server serve its 'metadata' and 'targets', and no one see its 'keys'\n"
    );
    const int status = publish_and_tell(repository, keys, Extent::everything);
    if (status == number_of(ExitStatus::success)) {
        const auto first = folder.read(metadata_file("root", 1));
        print(
            "Hosts trust it by the digest of " + folder.path_of(metadata_file("root", 1)) + ": " +
            sha256_of(first.value_or("")) + "\n"
        );
    }
    return status;
}

int publish_staged(const Options& options) {
    const ReleaseOptions& given = options.release;
    const RepositoryFolder folder(given.repository, Use::changing);
    const Repository repository(folder);
    Passphrase passphrase(given.passphrase_file);
    KeyRing keys(folder, passphrase);
    return publish_and_tell(
        repository, keys, given.is_refresh ? Extent::timestamp : Extent::everything
    );
}

int rotate_keys(const Options& options) {
    const ReleaseOptions& given = options.release;
    check_key_options(given);
    const RepositoryFolder folder(given.repository, Use::changing);
    const Repository repository(folder);
    Passphrase passphrase(given.passphrase_file);
    KeyRing keys(folder, passphrase);
    const auto published = repository.root();
    const auto next = repository.next("root");
    if (!published) throw ReleaseFault("the first root is not published yet: publish it first");
    RootDraft root = RootDraft::from(next->content);
    root.version = version_of(*published) + 1;
    root.expires = release_time() + repository.lifetimes().at("root");
    if (!given.role.empty()) {
        const auto old = root.roles[given.role].keys;
        const bool is_encrypted = std::ranges::any_of(old, [&](const std::string& key) {
            return keys.is_encrypted(key);
        });
        remove_keys(root, given);
        const std::size_t threshold = given.thresholds.contains(given.role)
                                          ? given.thresholds.at(given.role)
                                          : root.roles[given.role].threshold;
        const std::size_t left = root.roles[given.role].keys.size();
        const std::size_t wanted = std::max(threshold, old.size());
        NewKeys(given, keys)
            .add_to(root, given.role, wanted - std::min(left, wanted), is_encrypted);
    }
    set_thresholds(root, given);
    repository.stage("root", unsigned_file(root.content()));
    sign_staged(repository, keys);
    print(
        "Staged root.json, version " + std::to_string(root.version) +
        (given.role.empty() ? ", with the same keys" : ", with other keys for " + given.role) + "\n"
    );
    return print_next_step(repository);
}

} // namespace vow::agent
