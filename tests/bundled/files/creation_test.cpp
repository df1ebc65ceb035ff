#include "tests/support/kept_promise.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <sys/stat.h>
#include <unistd.h>

namespace creation_test {

using namespace vow;
using namespace vow::tests;

namespace {

unsigned mode_of(const std::string& path) {
    struct stat status = {};
    return stat(path.c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
}

const Attribute create = {"create", "true"};

Attribute mode(const std::string& words) {
    return {"perms", body({{"mode", words}, {"rxdirs", "false"}})};
}

} // namespace

TEST_CASE("a missing file is created with mode 0600, then kept") {
    const TemporaryFolder folder;
    const std::string path = folder / "a";
    const auto first = keep_promise("files", path, {create});
    CHECK(first.log_text() == "info: Created file '" + path + "', mode 0600\n");
    CHECK(first.result() == Verdict::repaired);
    CHECK(mode_of(path) == 0600);
    const auto second = keep_promise("files", path, {create});
    CHECK(second.log_text().empty());
    CHECK(second.result() == Verdict::kept);
}

TEST_CASE("a new file has the promised mode whatever the umask") {
    const TemporaryFolder folder;
    const std::string path = folder / "a";
    const auto kept = keep_promise("files", path, {create, mode("0666")});
    CHECK(kept.log_text() == "info: Created file '" + path + "', mode 0666\n");
    CHECK(mode_of(path) == 0666);
}

TEST_CASE("missing parents are created") {
    const TemporaryFolder folder;
    const std::string path = folder / "x/y/z";
    const auto kept = keep_promise("files", path, {create});
    CHECK(
        kept.log_text() ==
        "info: Created directory for '" + path + "'\ninfo: Created file '" + path + "', mode 0600\n"
    );
    CHECK(mode_of(folder / "x/y") == 0700);
}

TEST_CASE("a promiser that ends in /. is a directory") {
    const TemporaryFolder folder;
    const std::string path = folder / "d";
    const auto kept = keep_promise("files", path + "/.", {create, mode("755")});
    CHECK(kept.log_text() == "info: Created directory '" + path + "/.', mode 0755\n");
    CHECK(mode_of(path) == 0755);
    CHECK(kept.result() == Verdict::repaired);
}

TEST_CASE("a fifo is created when it is promised") {
    const TemporaryFolder folder;
    const std::string path = folder / "pipe";
    const auto kept = keep_promise("files", path, {create, {"file_type", "fifo"}});
    CHECK(kept.log_text() == "info: Created named pipe '" + path + "', mode 0600\n");
    struct stat status = {};
    REQUIRE(stat(path.c_str(), &status) == 0);
    CHECK(S_ISFIFO(status.st_mode));
}

TEST_CASE("nothing is created under a dry run, and every step is a warning") {
    const TemporaryFolder folder;
    const std::string path = folder / "d/a";
    const auto kept = keep_promise("files", path, {create, mode("0644")}, Terms::Policy::dry_run);
    CHECK(
        kept.log_text() == "warning: Should make directory '" + (folder / "d") + "' for '" + path +
                               "'\nwarning: Should create file '" + path +
                               "', mode '0644'\nwarning: Warnings encountered when actuating files "
                               "promise '" +
                               path + "'\n"
    );
    CHECK(kept.result() == Verdict::not_kept);
    CHECK_FALSE(folder.has("d"));
}

TEST_CASE("the warnings under warn mention that only warnings were promised") {
    const TemporaryFolder folder;
    const std::string path = folder / "a";
    const auto kept = keep_promise("files", path, {create}, Terms::Policy::warn);
    CHECK(
        kept.lines.front() ==
        "warning: Should create file '" + path + "', mode '0600', but only warning promised"
    );
}

TEST_CASE("the target of a dangling link is not created") {
    const TemporaryFolder folder;
    const std::string path = folder / "link";
    REQUIRE(symlink((folder / "target").c_str(), path.c_str()) == 0);
    const auto kept = keep_promise("files", path, {create});
    CHECK(kept.result() == Verdict::not_kept);
    CHECK_FALSE(folder.has("target"));
}

TEST_CASE("a promise is invalid with a relative promiser or an unknown attribute") {
    CHECK(keep_promise("files", "a", {create}).validity == modules::Validity::invalid);
    const auto unknown = keep_promise("files", "/tmp/x", {{"no_such", "1"}});
    CHECK(unknown.validity == modules::Validity::invalid);
    CHECK(unknown.log_text() == "error: Unknown attribute 'no_such'\n");
}

} // namespace creation_test
