#include "tests/support/kept_promise.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

namespace permissions_test {

using namespace vow;
using namespace vow::tests;
namespace fs = std::filesystem;

namespace {

Attribute owned(const std::string& owner, const std::string& group) {
    return {
        "perms",
        Data::object(
            {{"owners", Data::array({Data::string(owner)})},
             {"groups", Data::array({Data::string(group)})}}
        )};
}

} // namespace

TEST_CASE("a wrong mode is changed, a right one kept") {
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "");
    REQUIRE(chmod(path.c_str(), 0644) == 0);
    const Attribute perms = {"perms", body({{"mode", "go-rwx"}, {"rxdirs", "false"}})};
    const auto kept = keep_promise("files", path, {perms});
    CHECK(
        kept.log_text() ==
        "info: Regular file '" + path + "' had permissions 0644, changed it to 0600\n"
    );
    CHECK(keep_promise("files", path, {perms}).result() == Verdict::kept);
}

TEST_CASE("rxdirs makes readable directories searchable") {
    const TemporaryFolder folder;
    const std::string path = folder / "d";
    REQUIRE(mkdir(path.c_str(), 0700) == 0);
    const Attribute perms = {"perms", body({{"mode", "640"}, {"rxdirs", "true"}})};
    keep_promise("files", path, {perms});
    struct stat status = {};
    REQUIRE(stat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 07777U) == 0750U);
}

TEST_CASE("a default value is logged with its place, as a warning under the reference's names") {
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "");
    const Attributes attributes = {{"perms", body({{"mode", "600"}})}};
    const std::string line =
        "Using the default value 'false' for attribute rxdirs (promiser: " + path +
        ", file: policy.cf:7), please set it explicitly";
    CHECK(keep_promise("files", path, attributes).lines.front() == "verbose: " + line);
    ::setenv("VOW_MANNER", "reference", 1);
    const auto as_reference = keep_promise("files", path, attributes);
    ::unsetenv("VOW_MANNER");
    CHECK(as_reference.lines.front() == "warning: " + line);
}

TEST_CASE("unknown owners and groups are errors") {
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "");
    const auto kept = keep_promise("files", path, {owned("no-such-user", "no-such-group")});
    CHECK(kept.result() == Verdict::not_kept);
    CHECK(
        kept.log_text().find(
            "error: None of the promised owners for '" + path + "' exist -- see INFO logs for more"
        ) != std::string::npos
    );
}

TEST_CASE("a link's owner and group are logged as those of a link") {
    if (geteuid() != 0) return;
    const TemporaryFolder folder;
    const std::string path = folder / "link";
    REQUIRE(symlink("a", path.c_str()) == 0);
    const auto kept = keep_promise("files", path, {owned("65534", "65534")});
    CHECK(
        kept.log_text() == "info: Owner of link '" + path +
                               "' was 0, set to 65534\ninfo: Group of link '" + path +
                               "' was 0, set to 65534\n"
    );
}

TEST_CASE("a promised link leaves the mode of the file that it leads to") {
    const TemporaryFolder folder;
    folder.write("a", "");
    const std::string path = folder / "link";
    fs::create_symlink("a", path);
    const auto before = fs::status(path).permissions();
    const Attribute perms = {"perms", body({{"mode", "0604"}, {"rxdirs", "false"}})};
    CHECK(keep_promise("files", path, {perms}).result() == Verdict::kept);
    CHECK(fs::status(path).permissions() == before);
}

TEST_CASE("a new directory has the bits of rxdirs") {
    const TemporaryFolder folder;
    const Attribute perms = {"perms", body({{"mode", "u=rw"}, {"rxdirs", "true"}})};
    keep_promise("files", folder / "new/.", {{"create", "true"}, perms});
    CHECK(fs::status(folder / "new").permissions() == fs::perms(0700));
}

TEST_CASE("owner and group are changed, and logged by number") {
    if (geteuid() != 0) return;
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "");
    const auto kept = keep_promise("files", path, {owned("65534", "65534")});
    CHECK(
        kept.log_text() == "info: Owner of '" + path + "' was 0, set to 65534\ninfo: Group of '" +
                               path + "' was 0, set to 65534\n"
    );
    CHECK(keep_promise("files", path, {owned("65534", "65534")}).result() == Verdict::kept);
    const auto dry = keep_promise("files", path, {owned("0", "0")}, Terms::Policy::dry_run);
    CHECK(dry.lines.front() == "warning: Should change owner and group of '" + path + "' to '0:0'");
}

TEST_CASE("a file is touched, and created if it is missing") {
    const TemporaryFolder folder;
    const auto kept = keep_promise("files", folder / "a", {{"touch", "true"}});
    CHECK(
        kept.log_text() == "info: Created file '" + (folder / "a") +
                               "', mode 0600\ninfo: Touched (updated time stamps) for path '" +
                               (folder / "a") + "'\n"
    );
}

} // namespace permissions_test
