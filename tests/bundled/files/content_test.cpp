#include "tests/support/kept_promise.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <sys/stat.h>
#include <unistd.h>

using namespace vow;
using namespace vow::tests;

TEST_CASE("a file gets the promised content, and is created for it") {
    const TemporaryFolder folder;
    const std::string path = folder / "a";
    const auto first = keep_promise("files", path, {{"content", "hello\n"}});
    CHECK(
        first.said() == "info: Created file '" + path + "', mode 0600\ninfo: Updated file '" +
                            path + "' with content 'hello\n'\n"
    );
    CHECK(folder.read("a") == "hello\n");
    CHECK(keep_promise("files", path, {{"content", "hello\n"}}).result() == Verdict::kept);
}

TEST_CASE("with create false a missing file stays missing") {
    const TemporaryFolder folder;
    const auto kept = keep_promise("files", folder / "a", {{"content", "x"}, {"create", "false"}});
    CHECK(kept.result() == Verdict::kept);
    CHECK_FALSE(folder.has("a"));
}

TEST_CASE("new content keeps the mode, and a link stays a link to the changed file") {
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "old");
    REQUIRE(chmod(path.c_str(), 0640) == 0);
    REQUIRE(symlink("a", (folder / "link").c_str()) == 0);
    CHECK(
        keep_promise("files", folder / "link", {{"content", "new"}}).result() == Verdict::repaired
    );
    CHECK(folder.read("a") == "new");
    struct stat status = {};
    REQUIRE(lstat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 07777U) == 0640U);
    REQUIRE(lstat((folder / "link").c_str(), &status) == 0);
    CHECK(S_ISLNK(status.st_mode));
}
