#include "agent/release/repository_client.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <system_error>

namespace metadata_folder_test {

using namespace vow;
using namespace vow::agent;

TEST_CASE("a folder keeps the metadata of each role, byte for byte") {
    const tests::TemporaryFolder folder;
    MetadataFolder store(folder.path());
    CHECK(store.load("root") == std::nullopt);
    store.save("root", "{ } ");
    store.save("root", "{}  ");
    CHECK(store.load("root") == "{}  ");
    CHECK(folder.read("root.json") == "{}  ");
}

TEST_CASE("the name of a role does not lead out of the folder") {
    const tests::TemporaryFolder folder;
    folder.write("inner/x", "");
    MetadataFolder store(folder / "inner");
    store.save("../outer", "x");
    CHECK(store.load("../outer") == "x");
    CHECK(folder.has("inner/..%2Fouter.json"));
    CHECK_FALSE(folder.has("outer.json"));
}

TEST_CASE("a folder that is missing is an error, not missing metadata") {
    const tests::TemporaryFolder folder;
    MetadataFolder store(folder / "missing");
    CHECK_THROWS_AS(store.save("root", "x"), std::system_error);
}

} // namespace metadata_folder_test
