#include "agent/release/repository_client.h"
#include "agent/release/signing_key.h"
#include "agent/release/untrusted.h"
#include "protocol/text/digest.h"

#include <doctest/doctest.h>

#include <functional>

namespace repository_client_test {

using namespace vow;
using namespace vow::agent;

namespace {

constexpr ReleaseTime now{std::chrono::sys_days(std::chrono::year(2026) / 11 / 26)};
constexpr const char* later = "2027-01-01T00:00:00Z";
constexpr const char* earlier = "2026-11-25T00:00:00Z";

Data number(int value) {
    return Data::integer(value);
}
Data text(const std::string& value) {
    return Data::string(value);
}

struct StoredMetadata : MetadataStore {
    std::map<std::string, std::string> files = {};

    std::optional<std::string> load(const std::string& role) override {
        const auto found = files.find(role);
        return found == files.end() ? std::nullopt : std::optional(found->second);
    }
    void save(const std::string& role, std::string_view bytes) override { files[role] = bytes; }
};

/// A repository in memory, and the mirror of it. Every role has a key of its own.
struct Repository : Mirror {
    SigningKey key = SigningKey::make();
    SigningKey second_key = SigningKey::make();
    std::map<std::string, std::string> files = {};
    std::map<std::string, std::string> targets = {};
    int root_version = 1, timestamp_version = 1, snapshot_version = 1, targets_version = 1;
    int threshold = 1;
    std::string timestamp_expires = later;

    std::optional<std::string> metadata(const std::string& file, std::size_t max_bytes) override {
        return found(files, file, max_bytes);
    }
    std::optional<std::string> target(const std::string& file, std::size_t max_bytes) override {
        return found(targets, file, max_bytes);
    }
    static std::optional<std::string>
    found(const std::map<std::string, std::string>& in, const std::string& file, std::size_t most) {
        const auto found = in.find(file);
        if (found == in.end()) return std::nullopt;
        if (found->second.size() > most) throw Untrusted(TrustRule::size, file);
        return found->second;
    }

    static Data content(
        const char* type, int version, const std::string& expires, std::vector<Data::Member> rest
    ) {
        std::vector<Data::Member> members = {
            {"_type", text(type)},
            {"spec_version", text("1.0.31")},
            {"version", number(version)},
            {"expires", text(expires)}};
        members.insert(members.end(), rest.begin(), rest.end());
        return Data::object(std::move(members));
    }
    static Data announced(const std::string& name, int version) {
        return Data::object({{name, Data::object({{"version", number(version)}})}});
    }
    Data role() const {
        return Data::object(
            {{"keyids", Data::array({text(key.id()), text(second_key.id())})},
             {"threshold", number(threshold)}}
        );
    }
    std::string root() const {
        return signed_text(
            content(
                "root",
                root_version,
                later,
                {{"consistent_snapshot", Data::boolean(true)},
                 {"keys",
                  Data::object(
                      {{key.id(), key.public_part()}, {second_key.id(), second_key.public_part()}}
                  )},
                 {"roles",
                  Data::object(
                      {{"root", role()},
                       {"timestamp", role()},
                       {"snapshot", role()},
                       {"targets", role()}}
                  )}}
            ),
            {&key, &second_key}
        );
    }
    std::string numbered(const std::string& role, int version) const {
        return std::to_string(version) + "." + role + ".json";
    }
    /// Publishes all roles, with one target.
    void publish(const std::string& bytes) {
        const std::string digest = sha256_of(bytes);
        files[numbered("root", root_version)] = root();
        files["timestamp.json"] = signed_text(
            content(
                "timestamp",
                timestamp_version,
                timestamp_expires,
                {{"meta", announced("snapshot.json", snapshot_version)}}
            ),
            {&key}
        );
        files[numbered("snapshot", snapshot_version)] = signed_text(
            content(
                "snapshot",
                snapshot_version,
                later,
                {{"meta", announced("targets.json", targets_version)}}
            ),
            {&key}
        );
        const Data record = Data::object(
            {{"length", number(static_cast<int>(bytes.size()))},
             {"hashes", Data::object({{"sha256", text(digest)}})}}
        );
        files[numbered("targets", targets_version)] = signed_text(
            content(
                "targets", targets_version, later, {{"targets", Data::object({{"a/b", record}})}}
            ),
            {&key}
        );
        targets["a/" + digest + ".b"] = bytes;
    }
};

/// A repository, and a host that trusts its first root.
struct Host {
    Repository repository = {};
    StoredMetadata store = {};

    Host() {
        repository.publish("first");
        store.files["root"] = repository.root();
    }
    void refresh() { RepositoryClient(repository, store, now).refresh(); }
    std::string fetch() {
        RepositoryClient client(repository, store, now);
        client.refresh();
        return client.fetch("a/b", client.find("a/b").value());
    }
};

std::optional<TrustRule> rule_broken_by(const std::function<void()>& action) {
    try {
        action();
    } catch (const Untrusted& refusal) {
        return refusal.rule();
    }
    return std::nullopt;
}

} // namespace

TEST_CASE("a client fetches a target that is signed, and keeps the metadata") {
    Host host;
    CHECK(host.fetch() == "first");
    CHECK(host.store.files.size() == 4);
    CHECK(host.fetch() == "first");
}

TEST_CASE("a client does not take a file that was exchanged") {
    Host host;
    for (auto& [name, bytes] : host.repository.targets)
        bytes = "worse";
    CHECK(rule_broken_by([&] { host.fetch(); }) == TrustRule::digest);
    for (auto& [name, bytes] : host.repository.targets)
        bytes = "longer than it";
    CHECK(rule_broken_by([&] { host.fetch(); }) == TrustRule::size);
}

TEST_CASE("a client does not take metadata with one of two signatures") {
    Host host;
    host.repository.threshold = 2;
    host.repository.root_version = 2;
    host.repository.publish("second");
    CHECK(rule_broken_by([&] { host.refresh(); }) == TrustRule::threshold);
    CHECK(host.store.files.size() == 1); // the new root
}

TEST_CASE("a client does not take metadata whose bytes were changed") {
    Host host;
    std::string& timestamp = host.repository.files["timestamp.json"];
    timestamp.replace(timestamp.find("2027"), 4, "2037");
    CHECK(rule_broken_by([&] { host.refresh(); }) == TrustRule::signature);
}

TEST_CASE("a client does not go back to an old timestamp, snapshot or targets") {
    Host host;
    host.repository.timestamp_version = host.repository.snapshot_version = 3;
    host.repository.targets_version = 3;
    host.repository.publish("third");
    host.refresh();
    int Repository::*version = &Repository::timestamp_version;
    SUBCASE("the timestamp goes back") {
        version = &Repository::timestamp_version;
    }
    SUBCASE("the snapshot goes back") {
        version = &Repository::snapshot_version;
    }
    SUBCASE("the targets go back") {
        version = &Repository::targets_version;
    }
    host.repository.timestamp_version = host.repository.snapshot_version = 4;
    host.repository.targets_version = 4;
    host.repository.*version = 2;
    host.repository.publish("old");
    CHECK(rule_broken_by([&] { host.refresh(); }) == TrustRule::version);
}

TEST_CASE("a client does not take expired metadata, and names the clock") {
    Host host;
    host.repository.timestamp_expires = earlier;
    host.repository.publish("first");
    CHECK(rule_broken_by([&] { host.refresh(); }) == TrustRule::expiry);
    CHECK_THROWS_WITH(
        host.refresh(),
        "timestamp.json expired at 2026-11-25T00:00:00Z, and by the clock of this host it is "
        "2026-11-26T00:00:00Z"
    );
}

TEST_CASE("a client follows a chain of roots") {
    Host host;
    for (int version = 2; version <= 20; ++version) {
        host.repository.root_version = version;
        host.repository.publish("first");
    }
    CHECK(host.fetch() == "first");
    CHECK(host.store.files["root"] == host.repository.root());
}

TEST_CASE("a client does not take a root that the trusted one did not sign") {
    Host host;
    Repository other;
    other.root_version = 2;
    host.repository.files["2.root.json"] = other.root();
    CHECK(rule_broken_by([&] { host.refresh(); }) == TrustRule::signature);
}

TEST_CASE("a client does not take a snapshot in place of a timestamp") {
    Host host;
    host.repository.files["timestamp.json"] = host.repository.files["1.snapshot.json"];
    CHECK(rule_broken_by([&] { host.refresh(); }) == TrustRule::type);
}

TEST_CASE("a client does not take bytes that are not metadata") {
    Host host;
    for (const char* bytes : {"", "{", "[]", R"({"signed":{},"signatures":[]})", "\xff\xfe"}) {
        host.repository.files["timestamp.json"] = bytes;
        CHECK(rule_broken_by([&] { host.refresh(); }) == TrustRule::form);
    }
    host.repository.files["timestamp.json"] = std::string(20'000, ' ');
    CHECK(rule_broken_by([&] { host.refresh(); }) == TrustRule::size);
}

TEST_CASE("a client finds nothing if no role has a target") {
    Host host;
    RepositoryClient client(host.repository, host.store, now);
    client.refresh();
    CHECK(client.find("b/a") == std::nullopt);
}

} // namespace repository_client_test
