#include "tests/support/kept_promise.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <cstdlib>

#include <sys/stat.h>
#include <unistd.h>

namespace deletion_test {

using namespace vow;
using namespace vow::tests;

namespace {

const Attribute tidy = {"delete", body({{"dirlinks", "delete"}, {"rmdirs", "true"}})};
const Attribute files_only = {"delete", body({{"dirlinks", "delete"}, {"rmdirs", "false"}})};

} // namespace

TEST_CASE("a file is deleted, and one that is not there is kept") {
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "x");
    const auto first = keep_promise("files", path, {tidy});
    CHECK(first.log_text() == "info: Deleted file '" + path + "'\n");
    CHECK(first.result() == Verdict::repaired);
    CHECK_FALSE(folder.has("a"));
    CHECK(keep_promise("files", path, {tidy}).result() == Verdict::kept);
}

TEST_CASE("a link is deleted, and its target stays") {
    const TemporaryFolder folder;
    folder.write("a", "x");
    REQUIRE(symlink("a", (folder / "link").c_str()) == 0);
    CHECK(keep_promise("files", folder / "link", {tidy}).result() == Verdict::repaired);
    CHECK(folder.has("a"));
    CHECK_FALSE(folder.has("link"));
}

TEST_CASE("a directory is deleted only when it is empty and rmdirs is promised") {
    const TemporaryFolder folder;
    folder.write("d/a", "x");
    CHECK(keep_promise("files", folder / "d", {files_only}).result() == Verdict::kept);
    CHECK(keep_promise("files", folder / "d", {tidy}).result() == Verdict::kept);
    CHECK(folder.has("d/a"));
    REQUIRE(unlink((folder / "d/a").c_str()) == 0);
    CHECK(
        keep_promise("files", folder / "d", {tidy}).log_text() ==
        "info: Deleted directory '" + (folder / "d") + "'\n"
    );
    CHECK_FALSE(folder.has("d"));
}

TEST_CASE("a dry run under the reference's names warns of directories that are not empty") {
    const TemporaryFolder folder;
    folder.write("d/a", "x");
    const auto dry = [&] {
        return keep_promise("files", folder / "d", {tidy}, Terms::Policy::dry_run);
    };
    CHECK(dry().result() == Verdict::kept);
    ::setenv("VOW_MANNER", "reference", 1);
    CHECK(dry().lines.front() == "warning: Should delete directory '" + (folder / "d") + "'");
    ::unsetenv("VOW_MANNER");
    CHECK(folder.has("d/a"));
}

TEST_CASE("nothing is deleted under a dry run") {
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "x");
    const auto kept = keep_promise("files", path, {tidy}, Terms::Policy::dry_run);
    CHECK(kept.lines.front() == "warning: Should delete file '" + path + "'");
    CHECK(folder.has("a"));
}

} // namespace deletion_test
