#include "agent/pull/verifier.h"

#include "agent/pull/offer.h"
#include "agent/pull/source_mirror.h"
#include "agent/release/group.h"
#include "agent/release/repository_client.h"
#include "agent/release/untrusted.h"
#include "protocol/text/digest.h"
#include "protocol/text/utc_time.h"

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

namespace vow::agent {
namespace {

constexpr std::size_t max_document = 1 << 20; ///< of a group or a host
constexpr std::size_t max_data = 1 << 20;     ///< of a secret

/// The metadata in memory; sends new files on.
class Trusted : public MetadataStore {
public:
    Trusted(std::map<std::string, std::string> files, const FileDescriptor& result)
        : files_(std::move(files)),
          result_(result) {}

    std::optional<std::string> load(const std::string& role) override {
        const auto found = files_.find(role);
        return found == files_.end() ? std::nullopt : std::optional(found->second);
    }
    void save(const std::string& role, std::string_view bytes) override {
        files_[role] = bytes;
        send_frame(result_, "metadata/" + role, bytes);
    }
    const std::map<std::string, std::string>& files() const { return files_; }

private:
    std::map<std::string, std::string> files_;
    const FileDescriptor& result_;
};

class Verifier {
public:
    Verifier(
        const FileDescriptor& source,
        const FileDescriptor& result,
        const FetchWish& wish,
        const PullSettings& settings,
        std::optional<Frame> first
    )
        : mirror_(source, std::move(first)),
          result_(result),
          wish_(wish),
          settings_(settings),
          trusted_(wish.metadata, result) {}

    void verify() {
        trust_first_root();
        const auto known = trusted_.load("timestamp");
        const auto timestamp = known ? mirror_.metadata("timestamp.json", max_timestamp)
                                     : std::optional<std::string>();
        if (timestamp && *timestamp == *known) {
            UnchangedMirror unchanged(mirror_, *timestamp);
            if (is_still_good(unchanged)) return;
        }
        RepositoryClient client(mirror_, trusted_, now());
        client.refresh();
        describe();
        offer_of(client);
    }

private:
    static constexpr std::size_t max_root = 512'000;

    static ReleaseTime now() {
        return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    }

    /// False if the whole way has to be gone, as when something has expired.
    bool is_still_good(Mirror& unchanged) {
        RepositoryClient client(unchanged, trusted_, now());
        try {
            client.refresh();
        } catch (const Untrusted&) {
            return false;
        }
        describe();
        offer_of(client);
        return true;
    }

    void trust_first_root() {
        if (trusted_.load("root")) return;
        const std::string name = "1.root.json";
        const auto bytes = mirror_.metadata(name, max_root);
        if (!bytes) throw Untrusted(TrustRule::absent, "the repository has no " + name);
        if (sha256_of(*bytes) != settings_.root_digest)
            throw Untrusted(
                TrustRule::digest,
                name + " has the SHA-256 " + sha256_of(*bytes) + ", and the root to be trusted " +
                    settings_.root_digest
            );
        trusted_.save("root", *bytes);
    }

    /// Tells versions and expiry of what is trusted.
    void describe() {
        std::vector<Data::Member> roles;
        for (const std::string role : {"root", "timestamp", "snapshot", "targets"}) {
            const auto bytes = trusted_.load(role);
            if (!bytes) continue;
            const Data content = signed_file_from(*bytes, role).content;
            roles.emplace_back(
                role,
                Data::object(
                    {{"version", *content.find("version")}, {"expires", *content.find("expires")}}
                )
            );
        }
        send_frame(result_, "repository", json_text(Data::object(std::move(roles))));
    }

    struct Found {
        std::string target;
        std::string text;
        HostGroup group;
    };

    void offer_of(RepositoryClient& client) {
        const auto found = group_of_host(client);
        if (!found)
            throw Untrusted(
                TrustRule::absent, "no group of the repository has this host, by its classes"
            );
        Offer offer{
            .target = found->target,
            .document = found->text,
            .bundle = found->group.bundle.name + " " + found->group.bundle.version,
            .digest = {},
            .data = {}};
        std::map<std::string, std::string> targets; // by digest
        offer.digest = digest_of(client, found->group.bundle.target(), targets);
        for (const std::string& name : found->group.secrets)
            offer.data[name] = digest_of(client, "data/" + name + ".age", targets);
        if (!wish_.bad.contains(offer.id())) {
            for (const auto& [digest, target] : targets)
                if (!wish_.stored.contains(digest)) hand_over(client, target);
        }
        const OfferTerms terms = {.expires = first_expiry(), .names = names_};
        send_frame(result_, "terms", json_text(data_of(terms)));
        send_frame(result_, "offer", json_text(data_of(offer)));
    }

    /// Of all metadata, that of delegated roles included.
    std::chrono::sys_seconds first_expiry() const {
        auto first = std::chrono::sys_seconds::max();
        for (const auto& [role, bytes] : trusted_.files()) {
            const Data content = signed_file_from(bytes, role).content;
            const Data* expires = content.find("expires");
            const auto time =
                expires == nullptr ? std::nullopt : utc_from(std::string(expires->text()));
            first = std::min(first, time.value_or(std::chrono::sys_seconds()));
        }
        return first;
    }

    FileRecord record_of(RepositoryClient& client, const std::string& target, std::uint64_t most) {
        auto record = client.find(target);
        if (!record) throw Untrusted(TrustRule::absent, "the repository has no " + target);
        if (record->length.value_or(0) > static_cast<std::int64_t>(most))
            throw Untrusted(
                TrustRule::size,
                target + " has " + std::to_string(*record->length) + " bytes, and the limit is " +
                    std::to_string(most)
            );
        if (!record->digests.contains("sha256"))
            throw Untrusted(TrustRule::digest, target + " has no SHA-256");
        return *std::move(record);
    }

    std::string digest_of(
        RepositoryClient& client,
        const std::string& target,
        std::map<std::string, std::string>& targets
    ) {
        std::string digest = record_of(client, target, limit_of(target)).digests.at("sha256");
        targets[digest] = target;
        return digest;
    }

    std::uint64_t limit_of(const std::string& target) const {
        return target.starts_with("bundles/") ? settings_.limits.file : max_data;
    }

    void hand_over(RepositoryClient& client, const std::string& target) {
        const FileRecord record = record_of(client, target, limit_of(target));
        send_frame(result_, "file", client.fetch(target, record));
    }

    Found document(RepositoryClient& client, const std::string& target) {
        const FileRecord record = record_of(client, target, max_document);
        std::string text = client.fetch(target, record);
        HostGroup group = group_from(text, target);
        if (group.target() != target)
            throw Untrusted(TrustRule::form, target + " is the document of " + group.target());
        return {target, std::move(text), std::move(group)};
    }

    /// The exception for this host, the group in the settings, or the one whose filter matches.
    std::optional<Found> group_of_host(RepositoryClient& client) {
        const std::string own = "hosts/" + wish_.host_id + ".json";
        if (!wish_.host_id.empty() && client.find(own)) return document(client, own);
        if (!settings_.group.empty())
            return document(client, "groups/" + settings_.group + ".json");
        std::optional<Found> found;
        for (const std::string& target : client.names("groups/")) {
            Found each = document(client, target);
            const HostFilter filter(each.group.when);
            names_.merge(filter.names());
            if (!filter.matches(wish_.classes)) continue;
            if (found)
                throw Untrusted(
                    TrustRule::absent,
                    "the groups '" + found->group.name + "' and '" + each.group.name +
                        "' both have this host; choose one by 'group' in the settings"
                );
            found = std::move(each);
        }
        return found;
    }

    SourceMirror mirror_;
    const FileDescriptor& result_;
    const FetchWish& wish_;
    const PullSettings& settings_;
    Trusted trusted_;
    HostFilter::Names names_ = {}; ///< in the filters of the groups
};

} // namespace

void verify_source(
    const FileDescriptor& source,
    const FileDescriptor& result,
    const FetchWish& wish,
    const PullSettings& settings,
    std::optional<Frame> first
) {
    try {
        Verifier(source, result, wish, settings, std::move(first)).verify();
        send_frame(result, "done", "");
    } catch (const Untrusted& error) {
        send_frame(result, "refused/" + std::string(text_of(error.rule())), error.what());
    } catch (const std::exception& error) {
        send_frame(result, "refused/form", error.what());
    }
}

} // namespace vow::agent
