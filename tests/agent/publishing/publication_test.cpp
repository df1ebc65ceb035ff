#include "agent/publishing/publication.h"
#include "agent/publishing/release_fault.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace publication_test {

using namespace vow;
using namespace vow::agent;
using Use = RepositoryFolder::Use;

/// A repository whose roles have a key each, not published yet.
struct Staged {
    tests::TemporaryFolder scratch = {};
    RepositoryFolder folder = RepositoryFolder::create(scratch / "r");
    Repository repository{folder};
    Passphrase passphrase{""};
    KeyRing keys{folder, passphrase};
    RootDraft root{.version = 1, .expires = release_time() + std::chrono::hours(1)};

    Staged() {
        for (const char* role : {"root", "targets", "snapshot", "timestamp"})
            add_key(role);
        stage_root();
        repository.stage_target("a.txt", "a");
    }

    void add_key(const std::string& role) {
        const Data key = keys.make(role, KeyRing::Protection::mode);
        root.roles[role].keys.push_back(key_id_of(key));
        root.keys[key_id_of(key)] = key;
    }
    void stage_root() { repository.stage("root", unsigned_file(root.content())); }
};

TEST_CASE("staged files are published, and nothing stays staged") {
    Staged staged;
    const Published published = publish(staged.repository, staged.keys, Extent::everything);
    CHECK(
        published.files ==
        std::vector<std::string>{
            "1.root.json", "1.targets.json", "1.snapshot.json", "timestamp.json"}
    );
    CHECK_FALSE(staged.repository.staged("targets"));
    CHECK(version_of(*staged.repository.targets()) == 1);
    CHECK(staged.repository.target("a.txt") == "a");
    CHECK_FALSE(staged.repository.stage_target("a.txt", "a"));
    CHECK(staged.repository.stage_target("a.txt", "b"));
    CHECK(version_of(*staged.repository.staged("targets")) == 2);
    CHECK(staged.repository.unstage_target("a.txt"));
    CHECK_FALSE(staged.repository.unstage_target("a.txt"));
}

TEST_CASE("signatures that are missing are named, and nothing is written") {
    Staged staged;
    staged.root.roles["targets"].threshold = 2;
    staged.root.roles["targets"].keys.emplace_back("elsewhere");
    staged.root.keys["elsewhere"] = SigningKey::make().public_part();
    staged.stage_root();
    const Published published = publish(staged.repository, staged.keys, Extent::everything);
    REQUIRE(published.missing.size() == 1);
    CHECK(published.missing.front().role == "targets");
    CHECK(published.missing.front().have == 1);
    CHECK(published.missing.front().needed == 2);
    CHECK(published.missing.front().keys == std::vector<std::string>{"elsewhere"});
    CHECK(staged.folder.names("metadata").empty());
}

TEST_CASE("replaced keys sign as well, the root is last, and they are put aside") {
    Staged staged;
    publish(staged.repository, staged.keys, Extent::everything);
    const std::string old = staged.root.roles["timestamp"].keys.front();
    staged.root.version = 2;
    staged.root.roles["timestamp"].keys.clear();
    staged.add_key("timestamp");
    staged.stage_root();
    const Published published = publish(staged.repository, staged.keys, Extent::everything);
    CHECK(published.files.back() == "2.root.json");
    CHECK(published.retired.size() == 1);
    CHECK_FALSE(staged.keys.has(old));
    const auto timestamp = staged.repository.timestamp();
    CHECK(timestamp->signatures.size() == 2);
    CHECK(std::ranges::count(timestamp->signatures, old, &Signature::key) == 1);
}

TEST_CASE("a root whose old keys are lost is first") {
    Staged staged;
    publish(staged.repository, staged.keys, Extent::everything);
    staged.keys.retire(staged.root.roles["timestamp"].keys.front());
    staged.root.version = 2;
    staged.root.roles["timestamp"].keys.clear();
    staged.add_key("timestamp");
    staged.stage_root();
    const Published published = publish(staged.repository, staged.keys, Extent::everything);
    CHECK(published.files.front() == "2.root.json");
}

TEST_CASE("a role that signs each time needs a key that is here") {
    Staged staged;
    publish(staged.repository, staged.keys, Extent::everything);
    staged.keys.retire(staged.root.roles["snapshot"].keys.front());
    CHECK_THROWS_AS(publish(staged.repository, staged.keys, Extent::everything), ReleaseFault);
    publish(staged.repository, staged.keys, Extent::timestamp); // the snapshot is fresh
}

TEST_CASE("a folder is held by one command that changes it") {
    const tests::TemporaryFolder scratch;
    const RepositoryFolder held = RepositoryFolder::create(scratch / "r");
    CHECK_THROWS_AS(RepositoryFolder(scratch / "r", Use::changing), ReleaseFault);
    CHECK_NOTHROW(RepositoryFolder(scratch / "r", Use::reading));
    CHECK_THROWS_AS(RepositoryFolder::create(scratch / "r"), ReleaseFault);
    CHECK_THROWS_AS(RepositoryFolder(scratch / "none", Use::reading), ReleaseFault);
}

} // namespace publication_test
