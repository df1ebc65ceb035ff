#include "tests/support/kept_promise.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <array>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace copying_test {

using namespace vow;
using namespace vow::tests;
namespace fs = std::filesystem;

namespace {

using Members = std::vector<std::pair<std::string, std::string>>;

Attribute copy(const std::string& source, Members more = {}) {
    more.emplace_back("source", source);
    more.emplace_back("compare", "digest");
    return {"copy_from", body(more)};
}

const Attribute deep = {"depth_search", body({{"depth", "inf"}})};

unsigned mode_of(const std::string& path) {
    struct stat status = {};
    return stat(path.c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
}

} // namespace

TEST_CASE("a file is copied, then kept; a change of the source is copied after a backup") {
    const TemporaryFolder folder;
    const std::string source = folder.write("source", "1");
    chmod(source.c_str(), 0644);
    const std::string path = folder / "copy";
    const auto first = keep_promise("files", path, {copy(source)});
    CHECK(
        first.log_text() == "info: Copied file '" + source + "' to '" + path +
                                ".cfnew' (mode '600')\ninfo: Moved '" + path + ".cfnew' to '" +
                                path + "'\ninfo: Updated file '" + path +
                                "' from 'localhost:" + source + "'\n"
    );
    CHECK(mode_of(path) == 0600);
    CHECK(keep_promise("files", path, {copy(source)}).result() == Verdict::kept);
    folder.write("source", "2");
    CHECK(keep_promise("files", path, {copy(source)}).result() == Verdict::repaired);
    CHECK(folder.read("copy") == "2");
    CHECK(folder.read("copy.cfsaved") == "1");
}

TEST_CASE("a copy fails under verify when it differs from its source") {
    const TemporaryFolder folder;
    const std::string changing = "/proc/sys/kernel/random/uuid"; // another text each time
    const std::string path = folder / "copy";
    CHECK(
        keep_promise("files", path, {copy(changing, {{"verify", "true"}})}).result() ==
        Verdict::not_kept
    );
    CHECK(!fs::exists(path));
    const std::string source = folder.write("source", "1");
    keep_promise("files", path, {copy(source, {{"verify", "true"}})});
    CHECK(folder.read("copy") == "1");
}

TEST_CASE("a copy has the mode of its source under preserve, and the promised mode under perms") {
    const TemporaryFolder folder;
    const std::string source = folder.write("source", "1");
    chmod(source.c_str(), 0755);
    keep_promise("files", folder / "a", {copy(source, {{"preserve", "true"}})});
    CHECK(mode_of(folder / "a") == 0755);
    const Attribute perms = {"perms", body({{"mode", "640"}, {"rxdirs", "false"}})};
    keep_promise("files", folder / "b", {copy(source), perms});
    CHECK(mode_of(folder / "b") == 0640);
}

TEST_CASE("a copy and its source have the times of the source under stealth") {
    const TemporaryFolder folder;
    const std::string source = folder.write("source", "1");
    const std::array<timespec, 2> old = {timespec{1000, 0}, timespec{2000, 0}};
    REQUIRE(utimensat(AT_FDCWD, source.c_str(), old.data(), 0) == 0);
    const std::string path = folder / "copy";
    keep_promise("files", path, {copy(source, {{"stealth", "true"}, {"verify", "true"}})});
    for (const auto& file : {source, path}) {
        struct stat status = {};
        REQUIRE(stat(file.c_str(), &status) == 0);
        CHECK(status.st_mtim.tv_sec == 2000);
        CHECK((file == path || status.st_atim.tv_sec == 1000));
    }
}

TEST_CASE("a copy does not replace a link under type_check") {
    const TemporaryFolder folder;
    const std::string source = folder.write("source", "1");
    const std::string path = folder / "copy";
    fs::create_symlink("source", path);
    const auto refused = keep_promise("files", path, {copy(source, {{"type_check", "true"}})});
    CHECK(refused.result() == Verdict::not_kept);
    CHECK(fs::is_symlink(path));
    CHECK(keep_promise("files", path, {copy(source)}).result() == Verdict::repaired);
    CHECK(fs::is_regular_file(fs::symlink_status(path)));
}

TEST_CASE("a copied link does not replace a file under type_check") {
    const TemporaryFolder folder;
    const std::string path = folder.write("copy", "1");
    folder.write("target", "2");
    fs::create_symlink("target", folder / "link");
    const auto refused =
        keep_promise("files", path, {copy(folder / "link", {{"type_check", "true"}})});
    REQUIRE_FALSE(refused.lines.empty());
    CHECK(
        refused.lines.front() == "error: Promised file copy " + path +
                                     " exists but type mismatch with source '" + (folder / "link") +
                                     "'"
    );
    CHECK(folder.read("copy") == "1");
}

TEST_CASE("a directory is copied to the promised depth, and links as links") {
    const TemporaryFolder folder;
    folder.write("from/a", "a");
    folder.write("from/sub/b", "b");
    REQUIRE(symlink("a", (folder / "from/link").c_str()) == 0);
    const auto without_search = keep_promise("files", folder / "none", {copy(folder / "from")});
    CHECK(without_search.result() == Verdict::not_kept);
    CHECK_FALSE(folder.has("none/a"));
    const Attribute one = {"depth_search", body({{"depth", "1"}})};
    keep_promise("files", folder / "one", {copy(folder / "from"), one});
    CHECK(folder.read("one/a") == "a");
    CHECK(folder.has("one/sub"));
    CHECK_FALSE(folder.has("one/sub/b"));
    keep_promise("files", folder / "to", {copy(folder / "from"), deep});
    CHECK(folder.read("to/sub/b") == "b");
    CHECK(fs::read_symlink(folder / "to/link") == "a");
    CHECK(
        keep_promise("files", folder / "to", {copy(folder / "from"), deep}).result() ==
        Verdict::kept
    );
}

TEST_CASE("purging removes files that are not in the source, and none when it cannot be read") {
    const TemporaryFolder folder;
    folder.write("from/a", "a");
    folder.write("to/extra/x", "");
    folder.write("to/old", "");
    keep_promise("files", folder / "to", {copy(folder / "from", {{"purge", "true"}}), deep});
    CHECK(folder.has("to/a"));
    CHECK_FALSE(folder.has("to/extra"));
    CHECK_FALSE(folder.has("to/old"));
    keep_promise("files", folder / "to", {copy(folder / "none", {{"purge", "true"}}), deep});
    CHECK(folder.has("to/a"));
}

TEST_CASE("a missing source is an error unless missing_ok is promised") {
    const TemporaryFolder folder;
    const std::string none = folder / "none";
    CHECK(
        keep_promise("files", folder / "a", {copy(none)}).lines.front() ==
        "error: Can't stat file '" + none + "' on 'localhost' in files.copy_from promise"
    );
    CHECK(
        keep_promise("files", folder / "a", {copy(none, {{"missing_ok", "true"}})}).result() ==
        Verdict::kept
    );
}

TEST_CASE("a copy from another machine is not made, nor one with an unknown attribute") {
    const Attribute remote = {
        "copy_from",
        Data::object(
            {{"source", Data::string("/x")}, {"servers", Data::array({Data::string("hub")})}}
        )};
    CHECK(
        keep_promise("files", "/tmp/x", {remote}).log_text() ==
        "info: Unable to establish connection to 'hub': copies from other hosts are not "
        "supported\n"
        "error: No suitable server found for '/tmp/x'\n"
        "error: Errors encountered when actuating files promise '/tmp/x'\n"
    );
    CHECK(
        keep_promise("files", "/tmp/x", {copy("/x", {{"findertyp", "MacOSX"}})}).log_text() ==
        "error: Unknown attribute 'findertyp' in 'copy_from'\n"
    );
}

TEST_CASE("nothing is copied under a dry run") {
    const TemporaryFolder folder;
    const std::string source = folder.write("source", "1");
    const auto kept = keep_promise("files", folder / "a", {copy(source)}, Terms::Policy::dry_run);
    CHECK(
        kept.lines.front() == "warning: Should copy '" + (folder / "a") + "' to '" + source + "'"
    );
    CHECK_FALSE(folder.has("a"));
}

} // namespace copying_test
