#include "agent/command_line/arguments.h"
#include "agent/machine/network.h"
#include "agent/machine/signals.h"
#include "agent/publishing/commands.h"
#include "agent/publishing/release_fault.h"
#include "agent/release/bundle_rules.h"
#include "agent/release/repository_client.h"
#include "agent/release/untrusted.h"
#include "protocol/text/digest.h"
#include "protocol/text/text.h"
#include "protocol/text/utc_time.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <set>
#include <system_error>

namespace vow::agent {
namespace {

constexpr std::size_t max_root_size = 512'000;

/// A repository in a folder of this machine.
class LocalMirror : public Mirror {
public:
    explicit LocalMirror(std::string folder) : folder_(std::move(folder)) {}

    std::optional<std::string> metadata(const std::string& file, std::size_t max_bytes) override {
        return read(folder_ + "/metadata/" + file, max_bytes);
    }
    std::optional<std::string> target(const std::string& file, std::size_t max_bytes) override {
        return read(folder_ + "/targets/" + file, max_bytes);
    }

private:
    static std::optional<std::string> read(const std::string& path, std::size_t max_bytes) {
        const auto place = Place::at(path);
        const auto file = place ? place->open_file(Place::Access::read)
                                : SystemResult<FileDescriptor>::failed(place.error());
        if (!file && (file.error() == ENOENT || file.error() == ENOTDIR)) return std::nullopt;
        if (!file)
            throw Untrusted(
                TrustRule::fetch, path + ": " + std::generic_category().message(file.error())
            );
        auto bytes = read_all(*file, max_bytes + 1);
        if (!bytes) throw Untrusted(TrustRule::fetch, path + " cannot be read");
        if (bytes->size() > max_bytes)
            throw Untrusted(
                TrustRule::size, path + " has more than " + std::to_string(max_bytes) + " bytes"
            );
        return bytes;
    }

    std::string folder_;
};

/// Metadata that is verified here and kept nowhere.
class MemoryStore : public MetadataStore {
public:
    std::optional<std::string> load(const std::string& role) override {
        const auto found = files_.find(role);
        return found == files_.end() ? std::nullopt : std::optional(found->second);
    }
    void save(const std::string& role, std::string_view bytes) override {
        files_[role] = std::string(bytes);
    }

private:
    std::map<std::string, std::string> files_ = {};
};

std::string first_root(Mirror& mirror, const ReleaseOptions& given) {
    if (!given.root.empty()) return content_of_file(given.root);
    const auto bytes = mirror.metadata("1.root.json", max_root_size);
    if (!bytes)
        throw Untrusted(
            TrustRule::fetch,
            "'" + given.repository +
                "' has no metadata/1.root.json: is it a repository of releases?"
        );
    const std::string digest = sha256_of(*bytes);
    if (given.root_digest.empty()) {
        print(
            "No root was given, so the first one of the repository itself is believed; its digest "
            "is " +
            digest + "\n"
        );
    } else if (digest != lower_case(given.root_digest)) {
        throw Untrusted(
            TrustRule::digest, "1.root.json has the digest " + digest + ", not " + given.root_digest
        );
    }
    return *bytes;
}

/// The files in a bundle that holds to all rules.
std::set<std::string> verified_files(const std::string& target, const std::string& bytes) {
    std::set<std::string> files;
    try {
        BundleReader reader(bytes);
        BundleRules rules({});
        std::array<char, 1 << 16> block; // NOLINT(*-member-init): it is filled
        while (auto entry = reader.next()) {
            if (entry->name.ends_with('/')) entry->name.pop_back();
            rules.check(*entry);
            while (reader.read(block.data(), block.size()) > 0) {
            }
            files.insert(std::move(entry->name));
        }
    } catch (const BundleFault& fault) {
        throw Untrusted(TrustRule::form, target + ": " + fault.what());
    }
    return files;
}

/// Fetches all targets, and verifies what they hold.
class TargetCheck {
public:
    explicit TargetCheck(RepositoryClient& client) : client_(client) {}

    /// Returns a line for each target.
    std::string run() {
        std::string lines;
        for (const std::string& target : client_.names("", RepositoryClient::Listing::all)) {
            const std::string bytes = client_.fetch(target, client_.find(target).value());
            if (target.starts_with("bundles/")) bundles_[target] = verified_files(target, bytes);
            if (target.starts_with("groups/") || target.starts_with("hosts/"))
                groups_.emplace(target, group_from(bytes, target));
            lines += "  " + target + ", " + std::to_string(bytes.size()) + " bytes\n";
        }
        for (const auto& [target, group] : groups_)
            check(target, group);
        return lines;
    }

private:
    void check(const std::string& target, const HostGroup& group) const {
        if (group.target() != target)
            throw Untrusted(TrustRule::form, target + " is the document of " + group.target());
        const auto bundle = bundles_.find(group.bundle.target());
        if (bundle == bundles_.end())
            throw Untrusted(
                TrustRule::absent,
                target + " names " + group.bundle.target() + ", which is not a target"
            );
        std::vector<std::string> wanted = group.inputs;
        wanted.push_back(group.entry);
        for (const std::string& file : wanted) {
            if (bundle->second.contains(file)) continue;
            const std::string what = " names " + file + ", which " + bundle->first;
            throw Untrusted(TrustRule::absent, target + what + " does not have");
        }
    }

    RepositoryClient& client_;
    std::map<std::string, std::set<std::string>> bundles_ = {};
    std::map<std::string, HostGroup> groups_ = {};
};

std::string versions_in(MetadataStore& store) {
    std::string text;
    for (const char* role : {"root", "targets", "snapshot", "timestamp"}) {
        const SignedFile file = signed_file_from(store.load(role).value(), role);
        text += std::string("  ") + role + ".json, version " + std::to_string(version_of(file)) +
                ", expires " + utc_text(expiry_of(file)) + "\n";
    }
    return text;
}

} // namespace

int verify_repository(const Options& options) {
    const ReleaseOptions& given = options.release;
    const Signals signals;
    MachineNetwork network(signals);
    const bool is_address = given.repository.find("://") != std::string::npos;
    std::string address = given.repository;
    while (address.ends_with('/'))
        address.pop_back();
    std::unique_ptr<Mirror> mirror;
    if (is_address)
        mirror = std::make_unique<WebMirror>(network, address + "/metadata", address + "/targets");
    else
        mirror = std::make_unique<LocalMirror>(absolute_path(given.repository));
    MemoryStore store;
    store.save("root", first_root(*mirror, given));
    RepositoryClient client(*mirror, store, release_time());
    client.refresh();
    const std::string lines = TargetCheck(client).run();
    print("Verified " + given.repository + "\n" + versions_in(store) + lines);
    return number_of(ExitStatus::success);
}

} // namespace vow::agent
