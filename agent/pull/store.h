#pragma once

#include "agent/release/bundle.h"
#include "protocol/system/place.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// The folder of a host's pulls (docs/pull.md): unpacked bundles in `store/DIGEST`, which are never
/// changed, links to the current and the previous one, encrypted secrets, trusted metadata, and
/// `fetch`, which belongs to the process that fetches. It does not know which version is good.
/// Members throw std::system_error.
class ReleaseStore {
public:
    explicit ReleaseStore(std::string folder) : folder_(std::move(folder)) {}

    /// Makes the folders that are missing, and removes what a killed pull has left half done.
    void prepare() const;

    const std::string& folder() const { return folder_; }
    std::string metadata_folder() const { return folder_ + "/metadata"; }
    std::string fetch_folder() const { return folder_ + "/fetch"; }
    std::string bundle(const std::string& digest) const { return folder_ + "/store/" + digest; }
    /// Of a release: has NAME.age for each of its secrets.
    std::string secrets(const std::string& release) const {
        return folder_ + "/secrets/" + release;
    }

    /// SHA-256 of the bundles and encrypted secrets in it.
    std::set<std::string> digests() const;
    std::vector<std::string> bundles() const;

    /// Unpacks a verified bundle. It is there as a whole, and survives a power cut, or it is not.
    /// Throws BundleFault as well.
    void
    add_bundle(const std::string& digest, std::string_view bytes, const BundleLimits& limits) const;
    void add_data(const std::string& digest, std::string_view bytes) const;
    /// Gives the encrypted secrets of a release their names: `data` has digests by name.
    void
    name_secrets(const std::string& release, const std::map<std::string, std::string>& data) const;

    /// Lets a link, `current` or `previous`, lead to a bundle; without one, removes the link.
    void point(const std::string& link, const std::optional<std::string>& digest) const;
    std::string link(const std::string& name) const { return folder_ + "/" + name; }

    /// Removes everything but these bundles, secrets and releases.
    void prune(const std::set<std::string>& digests, const std::set<std::string>& releases) const;

    /// Gives up the space that is held in reserve, so that a full disk does not prevent going back.
    /// prepare() takes it again.
    void free_reserve() const;

private:
    std::string folder_;
};

} // namespace vow::agent
