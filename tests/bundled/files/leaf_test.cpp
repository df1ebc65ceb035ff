#include "tests/support/kept_promise.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <sys/stat.h>
#include <unistd.h>

namespace leaf_test {

using namespace vow;
using namespace vow::tests;

namespace {

Attribute depth(const std::string& levels) {
    return {"depth_search", body({{"depth", levels}})};
}

Attribute named(const std::string& pattern) {
    return {
        "file_select",
        Data::object(
            {{"leaf_name", Data::array({Data::string(pattern)})},
             {"file_result", Data::string("leaf_name")}}
        )};
}

const Attribute tidy = {"delete", body({{"dirlinks", "delete"}, {"rmdirs", "true"}})};

unsigned mode_of(const std::string& path) {
    struct stat status = {};
    return stat(path.c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
}

} // namespace

TEST_CASE("a depth search deletes selected files, contents first, but not the base") {
    const TemporaryFolder folder;
    folder.write("d/a.txt", "");
    folder.write("d/sub/b.txt", "");
    folder.write("d/sub/c", "");
    const auto some = keep_promise("files", folder / "d", {tidy, depth("inf"), named(".*\\.txt")});
    CHECK(
        some.log_text() == "info: Deleted file '" + (folder / "d/a.txt") +
                               "'\ninfo: Deleted file '" + (folder / "d/sub/b.txt") + "'\n"
    );
    keep_promise("files", folder / "d", {tidy, depth("inf"), named(".*")});
    CHECK_FALSE(folder.has("d/sub"));
    CHECK(folder.has("d"));
}

TEST_CASE("a program of file_select that cannot be run is an error") {
    const TemporaryFolder folder;
    folder.write("d/a", "");
    const auto kept = keep_promise(
        "files",
        folder / "d",
        {tidy,
         depth("inf"),
         {"file_select",
          body({{"exec_program", "/nonexistent/program"}, {"file_result", "exec_program"}})}}
    );
    CHECK(kept.result() == Verdict::not_kept);
    CHECK(kept.log_text().starts_with(
        "error: '/nonexistent/program' of exec_program cannot be run: No such file or directory\n"
    ));
    CHECK(folder.has("d/a"));
}

TEST_CASE("a depth of one stays in the directory itself") {
    const TemporaryFolder folder;
    folder.write("d/a", "");
    folder.write("d/sub/b", "");
    keep_promise("files", folder / "d", {tidy, depth("1"), named(".*")});
    CHECK_FALSE(folder.has("d/a"));
    CHECK(folder.has("d/sub/b"));
}

TEST_CASE("permissions apply to every file below, and to the base with include_basedir") {
    const TemporaryFolder folder;
    chmod(folder.write("d/sub/a", "").c_str(), 0600);
    const Attribute perms = {"perms", body({{"mode", "0640"}, {"rxdirs", "true"}})};
    keep_promise("files", folder / "d", {perms, depth("inf")});
    CHECK(mode_of(folder / "d/sub/a") == 0640);
    CHECK(mode_of(folder / "d/sub") == 0750);
    CHECK(mode_of(folder / "d") != 0750);
    const Attribute with_base = {
        "depth_search", body({{"depth", "inf"}, {"include_basedir", "true"}})};
    keep_promise("files", folder / "d", {perms, with_base});
    CHECK(mode_of(folder / "d") == 0750);
}

TEST_CASE("excluded directories are skipped with their contents") {
    const TemporaryFolder folder;
    folder.write("d/no/a", "");
    folder.write("d/yes/a", "");
    const Attribute search = {
        "depth_search",
        Data::object(
            {{"depth", Data::string("inf")}, {"exclude_dirs", Data::array({Data::string("no")})}}
        )};
    keep_promise("files", folder / "d", {tidy, search, named(".*")});
    CHECK(folder.has("d/no/a"));
    CHECK_FALSE(folder.has("d/yes"));
}

TEST_CASE("a recursive deletion without a selection is refused") {
    const TemporaryFolder folder;
    CHECK(
        keep_promise("files", folder.path(), {tidy, depth("inf")}).validity ==
        modules::Validity::invalid
    );
}

TEST_CASE("links in a tree are not followed") {
    const TemporaryFolder folder;
    folder.write("elsewhere/a", "");
    folder.write("d/b", "");
    REQUIRE(symlink("../elsewhere", (folder / "d/link").c_str()) == 0);
    keep_promise("files", folder / "d", {tidy, depth("inf"), named(".*")});
    CHECK(folder.has("elsewhere/a"));
    CHECK_FALSE(folder.has("d/link"));
}

TEST_CASE("a file is renamed, disabled, rotated or emptied") {
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "1");
    chmod(path.c_str(), 0644);
    const auto rotated = keep_promise("files", path, {{"rename", body({{"rotate", "2"}})}});
    CHECK(rotated.log_text() == "info: Rotated file '" + path + "' in 2 fifo\n");
    CHECK(folder.read("a").empty());
    CHECK(folder.read("a.1") == "1");

    const auto disabled = keep_promise("files", path, {{"rename", body({{"disable", "true"}})}});
    CHECK(
        disabled.log_text().find(
            "Disabled file '" + path + "' by renaming to '" + path + ".cfdisabled' with mode 0644"
        ) != std::string::npos
    );
    CHECK(folder.has("a.cfdisabled"));

    keep_promise("files", folder / "a.1", {{"rename", body({{"newname", "b"}})}});
    CHECK(folder.read("b") == "1");
    keep_promise("files", folder / "b", {{"rename", body({{"rotate", "0"}})}});
    CHECK(folder.has("b"));
    CHECK(folder.read("b").empty());
    CHECK(
        keep_promise("files", folder / "gone", {{"rename", body({{"newname", "b"}})}}).result() ==
        Verdict::kept
    );
}

TEST_CASE("a transformer runs with the name of the file") {
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "");
    const auto kept = keep_promise(
        "files", path, {{"transformer", "/bin/cp $(this.promiser) " + (folder / "b")}}
    );
    CHECK(kept.result() == Verdict::repaired);
    CHECK(folder.has("b"));
    const auto failed = keep_promise("files", path, {{"transformer", "/bin/false"}});
    CHECK(failed.result() == Verdict::not_kept);
}

} // namespace leaf_test
