#include "agent/publishing/deciding_roots.h"

#include "agent/publishing/release_fault.h"

#include <algorithm>

namespace vow::agent {
namespace {

bool has_threshold(const SignedFile& file, const Keys& keys, const Role& role) {
    return signers_of(file, keys, role).size() >= role.threshold;
}

} // namespace

DecidingRoots::DecidingRoots(const Repository& repository)
    : old_file_(repository.root()),
      new_file_(repository.staged("root")) {
    if (old_file_) old_ = root_from(old_file_->content, "the published root");
    if (new_file_) new_ = root_from(new_file_->content, "the staged root");
    if (!old_ && !new_)
        throw ReleaseFault(
            "'" + repository.folder().path() + "' has no root, neither published nor staged"
        );
    if (const auto targets = repository.next("targets"))
        targets_ = targets_from(targets->content, "targets.json");
}

DecidingRoots::Authority DecidingRoots::authority_for(const std::string& role) const {
    const auto delegation = std::ranges::find(targets_.delegations, role, &Delegation::name);
    if (delegation != targets_.delegations.end()) return {&targets_.keys, &delegation->role};
    return {&next().keys, &next().role(role)};
}

/// All that a signer of the role can have.
std::vector<DecidingRoots::Authority> DecidingRoots::authorities_for(const std::string& role
) const {
    const auto delegation = std::ranges::find(targets_.delegations, role, &Delegation::name);
    if (delegation != targets_.delegations.end()) return {authority_for(role)};
    std::vector<Authority> authorities;
    for (const RootMetadata* root : all())
        authorities.push_back({&root->keys, &root->role(role)});
    return authorities;
}

std::vector<const RootMetadata*> DecidingRoots::all() const {
    std::vector<const RootMetadata*> roots;
    for (const auto* root : {&old_, &new_}) {
        if (*root) roots.push_back(&**root);
    }
    return roots;
}

std::set<std::string> DecidingRoots::keys_of(const std::string& role) const {
    std::set<std::string> keys;
    for (const Authority& authority : authorities_for(role))
        keys.insert(authority.role->keys.begin(), authority.role->keys.end());
    return keys;
}

bool DecidingRoots::is_signed(const SignedFile& file, const std::string& role) const {
    const Authority authority = authority_for(role);
    return has_threshold(file, *authority.keys, *authority.role);
}

bool DecidingRoots::is_signed_for_old(const SignedFile& file, const std::string& role) const {
    return old_ && has_threshold(file, old_->keys, old_->role(role));
}

bool DecidingRoots::has_valid_signature(const SignedFile& file, const std::string& key) const {
    std::vector<const Keys*> sources = {&targets_.keys};
    for (const RootMetadata* root : all())
        sources.push_back(&root->keys);
    return std::ranges::any_of(sources, [&](const Keys* keys) {
        return !signers_of(file, *keys, {.keys = {key}}).empty();
    });
}

std::optional<MissingSignatures>
DecidingRoots::missing(const SignedFile& file, const std::string& role) const {
    const auto needed = role == "root" ? authorities_for(role) : std::vector{authority_for(role)};
    for (const auto& [keys, wanted] : needed) {
        const auto signers = signers_of(file, *keys, *wanted);
        if (signers.size() >= wanted->threshold) continue;
        MissingSignatures missing{role, signers.size(), wanted->threshold};
        for (const std::string& key : wanted->keys) {
            if (std::ranges::find(signers, key) == signers.end()) missing.keys.push_back(key);
        }
        return missing;
    }
    return std::nullopt;
}

} // namespace vow::agent
