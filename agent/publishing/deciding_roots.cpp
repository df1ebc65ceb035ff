#include "agent/publishing/deciding_roots.h"

#include "agent/publishing/release_fault.h"

#include <algorithm>

namespace vow::agent {
namespace {

bool has_threshold(const RootMetadata& root, const SignedFile& file, const std::string& role) {
    return signers_of(file, root.keys, root.role(role)).size() >= root.role(role).threshold;
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
    for (const RootMetadata* root : all()) {
        const auto& listed = root->role(role).keys;
        keys.insert(listed.begin(), listed.end());
    }
    return keys;
}

bool DecidingRoots::is_signed(const SignedFile& file, const std::string& role) const {
    return has_threshold(next(), file, role);
}

bool DecidingRoots::is_signed_for_old(const SignedFile& file, const std::string& role) const {
    return old_ && has_threshold(*old_, file, role);
}

std::optional<MissingSignatures>
DecidingRoots::missing(const SignedFile& file, const std::string& role) const {
    for (const RootMetadata* root : all()) {
        if (root != &next() && role != "root") continue;
        const Role& wanted = root->role(role);
        const auto signers = signers_of(file, root->keys, wanted);
        if (signers.size() >= wanted.threshold) continue;
        MissingSignatures missing{role, signers.size(), wanted.threshold};
        for (const std::string& key : wanted.keys) {
            if (std::ranges::find(signers, key) == signers.end()) missing.keys.push_back(key);
        }
        return missing;
    }
    return std::nullopt;
}

} // namespace vow::agent
