#include "agent/publishing/commands.h"
#include "agent/publishing/release_fault.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace vow::agent {
namespace {

using Use = RepositoryFolder::Use;
using Protection = KeyRing::Protection;

constexpr std::array<std::string_view, 4> top_level_roles = {
    "root", "targets", "snapshot", "timestamp"};
/// Hosts read this many roles for one target; two are left for `targets` and nested delegations.
constexpr std::ptrdiff_t max_roles_with_paths = 30;

/// The files of metadata have the name of the role, and web servers decode addresses.
void require_role_name(const std::string& name) {
    require_name("the name of a role", name);
    if (std::ranges::find(top_level_roles, name) != top_level_roles.end())
        throw ReleaseFault("'" + name + "' is a role of its own: 'vow release rotate' changes it");
    if (name.find('+') != std::string::npos)
        throw ReleaseFault("'" + name + "' cannot be the name of a role: it has a '+'");
}

void check_pattern(const std::string& pattern) {
    if (is_bundle_path(pattern)) return;
    throw ReleaseFault(
        "--paths: '" + pattern + "' is not a pattern of names such as 'bundles/web-*/*'"
    );
}

/// "0a" for 10, with so many digits.
std::string hash_prefix(std::size_t number, std::size_t digits) {
    constexpr std::string_view all = "0123456789abcdef";
    std::string text(digits, '0');
    for (std::size_t at = digits; at > 0; --at, number /= all.size())
        text[at - 1] = all[number % all.size()];
    return text;
}

/// Roles that have an equal part of the digests each.
std::vector<Delegation> bins_of(const std::string& name, std::size_t count) {
    if (count < 2 || !std::has_single_bit(count))
        throw ReleaseFault(
            "--bins: " + std::to_string(count) + " is not a power of two, such as 16 or 256"
        );
    std::size_t digits = 1, prefixes = 16;
    for (; prefixes < count; prefixes *= 16)
        ++digits;
    std::vector<Delegation> bins;
    bins.reserve(count);
    for (std::size_t first = 0; first < prefixes; first += prefixes / count) {
        Delegation bin{.name = name + "-" + hash_prefix(first, digits), .role = {}};
        for (std::size_t at = first; at < first + prefixes / count; ++at)
            bin.hash_prefixes.push_back(hash_prefix(at, digits));
        bins.push_back(std::move(bin));
    }
    return bins;
}

/// A role of that name, or a bin of it.
bool belongs_to(const Delegation& delegation, const std::string& name) {
    if (delegation.name == name) return true;
    return !delegation.hash_prefixes.empty() && delegation.name.starts_with(name + "-");
}

/// The roles of the draft that the command is about, which adds them if there are none.
std::vector<Delegation*> roles_for(DelegationsDraft& draft, const ReleaseOptions& given) {
    const auto is_wanted = [&](const Delegation& role) { return belongs_to(role, given.name); };
    if (std::ranges::none_of(draft.roles, is_wanted)) {
        if (given.paths.empty() == !given.bins)
            throw ReleaseFault(
                "name the targets of the new role '" + given.name + "': --paths or --bins"
            );
        auto added = given.bins ? bins_of(given.name, *given.bins)
                                : std::vector{Delegation{.name = given.name, .role = {}}};
        std::ranges::move(added, std::back_inserter(draft.roles));
    } else if (given.bins) {
        throw ReleaseFault("the bins of '" + given.name + "' are there: --remove them first");
    }
    std::vector<Delegation*> wanted;
    for (Delegation& role : draft.roles)
        if (is_wanted(role)) wanted.push_back(&role);
    return wanted;
}

/// The public parts of the keys that the command line names, or of ones that are made here.
std::vector<Data> keys_for(const ReleaseOptions& given, KeyRing& keys) {
    std::vector<Data> found;
    for (const std::string& file : given.public_keys)
        found.push_back(public_part_of(content_of_file(file), file));
    if (!found.empty()) return found;
    const auto protection = given.is_encrypted ? Protection::passphrase : Protection::mode;
    for (std::size_t made = 0; made < given.threshold.value_or(1); ++made)
        found.push_back(keys.make(given.name, protection));
    return found;
}

void set_keys(DelegationsDraft& draft, Delegation& role, const std::vector<Data>& keys) {
    role.role.keys.clear();
    for (const Data& key : keys) {
        const std::string id = key_id_of(key);
        if (std::ranges::find(role.role.keys, id) != role.role.keys.end())
            throw ReleaseFault("--public-key: the key " + id + " is there twice");
        draft.keys[id] = key;
        role.role.keys.push_back(id);
    }
}

void set_role(Delegation& role, const ReleaseOptions& given) {
    if (!given.paths.empty()) {
        if (!role.hash_prefixes.empty())
            throw ReleaseFault("--paths: '" + role.name + "' has names by their digests");
        role.paths = given.paths;
    }
    if (given.is_terminating) role.is_terminating = true;
    if (given.threshold) role.role.threshold = *given.threshold;
    if (role.role.threshold <= role.role.keys.size()) return;
    throw ReleaseFault(
        "the role '" + given.name + "' would need " + std::to_string(role.role.threshold) +
        " signatures, but it has " + std::to_string(role.role.keys.size()) +
        (role.role.keys.size() == 1 ? " key" : " keys") + ": name each with --public-key"
    );
}

std::string summary(const std::vector<Delegation*>& roles, const std::string& name) {
    const Delegation& first = *roles.front();
    const std::string names =
        first.paths.empty() ? std::to_string(roles.size()) + " bins" : joined(first.paths, ", ");
    const std::string counted = std::to_string(first.role.threshold) + " of " +
                                std::to_string(first.role.keys.size()) +
                                (first.role.keys.size() == 1 ? " key" : " keys");
    return "Staged: " + name + " signs for " + names + " with " + counted + "\n";
}

int remove_roles(const Repository& repository, DelegationsDraft draft, const std::string& name) {
    const auto is_wanted = [&](const Delegation& role) { return belongs_to(role, name); };
    std::vector<std::string> removed;
    for (const Delegation& role : draft.roles)
        if (is_wanted(role)) removed.push_back(role.name);
    if (removed.empty())
        throw ReleaseFault("'" + repository.folder().path() + "' has no role '" + name + "'");
    std::erase_if(draft.roles, is_wanted);
    repository.stage_delegations(draft);
    for (const std::string& role : removed)
        repository.unstage(role);
    print(
        "Staged: " + name + " signs for nothing any more, and its targets are gone\n" +
        how_to_publish(repository)
    );
    return number_of(ExitStatus::success);
}

} // namespace

int delegate_targets(const Options& options) {
    const ReleaseOptions& given = options.release;
    require_role_name(given.name);
    std::ranges::for_each(given.paths, check_pattern);
    const RepositoryFolder folder(given.repository, Use::changing);
    const Repository repository(folder);
    const auto targets = repository.next("targets");
    if (!targets) throw ReleaseFault("'" + folder.path() + "' has no targets.json");
    DelegationsDraft draft = DelegationsDraft::from(targets->content);
    if (given.is_removed) return remove_roles(repository, std::move(draft), given.name);
    Passphrase passphrase(given.passphrase_file);
    KeyRing keys(folder, passphrase);
    const auto roles = roles_for(draft, given);
    const bool needs_keys = !given.public_keys.empty() || roles.front()->role.keys.empty();
    const auto role_keys = needs_keys ? keys_for(given, keys) : std::vector<Data>();
    for (Delegation* role : roles) {
        if (needs_keys) set_keys(draft, *role, role_keys);
        set_role(*role, given);
    }
    const auto has_paths = [](const Delegation& role) { return !role.paths.empty(); };
    if (std::ranges::count_if(draft.roles, has_paths) > max_roles_with_paths)
        throw ReleaseFault(
            "hosts read " + std::to_string(max_roles_with_paths) + " roles with paths at most"
        );
    repository.stage_delegations(draft);
    sign_staged(repository, keys);
    print(summary(roles, given.name));
    return print_next_step(repository);
}

} // namespace vow::agent
