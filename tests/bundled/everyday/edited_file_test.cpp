#include "tests/support/kept_promise.h"
#include "tests/support/other_user.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <filesystem>

#include <sys/stat.h>
#include <sys/xattr.h>

namespace edited_file_test {

using namespace vow;
using namespace vow::tests;

namespace {

KeptPromise keep_line(
    const std::string& path, Attributes more = {}, Terms::Policy policy = Terms::Policy::fix
) {
    more.set("line", "promised");
    return keep_promise("line", path, std::move(more), policy);
}

} // namespace

TEST_CASE("a dry run of an edit changes nothing, and gives the lines before and after it") {
    const TemporaryFolder folder;
    const std::string path = folder.write("f", "a\nb\n");
    const auto dry = keep_line(path, {{"regex", "^b"}}, Terms::Policy::warn);
    CHECK(dry.result() == Verdict::not_kept);
    CHECK(dry.outcome.only_warned);
    CHECK(folder.read("f") == "a\nb\n");
    REQUIRE(dry.outcome.changes.size() == 1);
    const Change& change = dry.outcome.changes.front();
    CHECK(change.before == "b\n");
    CHECK(change.after == "promised\n");
    CHECK(change.object == path);
    CHECK(change.kind == "path");
    CHECK(change.field == "content");
    CHECK(change.action == ChangeAction::update);
}

TEST_CASE("an edited file keeps its mode and attributes, and a new one is for its owner") {
    const TemporaryFolder folder;
    const std::string path = folder.write("f", "a\n");
    REQUIRE(::chmod(path.c_str(), 0640) == 0);
    const bool has_attributes = ::setxattr(path.c_str(), "user.vow", "x", 1, 0) == 0;
    CHECK(keep_line(path).result() == Verdict::repaired);
    struct stat status = {};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 07777U) == 0640);
    char value = 0;
    if (has_attributes) CHECK(::getxattr(path.c_str(), "user.vow", &value, 1) == 1);
    CHECK(keep_line(folder / "new", {{"create", "true"}}).result() == Verdict::repaired);
    REQUIRE(::stat((folder / "new").c_str(), &status) == 0);
    CHECK((status.st_mode & 07777U) == 0600);
}

TEST_CASE("an edit of a link of ours edits its target, and the link stays") {
    const TemporaryFolder folder;
    folder.write("target", "a\n");
    std::filesystem::create_symlink("target", folder / "link");
    CHECK(keep_line(folder / "link").result() == Verdict::repaired);
    CHECK(folder.read("target") == "a\npromised\n");
    CHECK(std::filesystem::is_symlink(folder / "link"));
}

TEST_CASE("no everyday type edits a file through a link that another user planted") {
    if (!OtherUser::can_exist()) return;
    const OtherUser mallory;
    const std::string secret = mallory.secret();
    const std::string link = mallory.plant_link("link", secret);
    const std::string folder = mallory.plant_link("folder", mallory.root_only());
    const std::string through = folder + "/secret";
    for (const std::string& path : {link, through}) {
        CAPTURE(path);
        const auto kept = keep_line(path, {{"create", "true"}});
        CHECK(kept.result() == Verdict::not_kept);
        CHECK(kept.log_text().find("Cannot follow symlink") != std::string::npos);
        CHECK(
            keep_promise("ini", path, {{"section", "a"}, {"key", "b"}, {"value", "c"}}).result() ==
            Verdict::not_kept
        );
        CHECK(
            keep_promise(
                "cron", "job", {{"command", "x"}, {"schedule", "@daily"}, {"file", path}}
            ).result() == Verdict::not_kept
        );
        CHECK(
            keep_promise(
                "authorized_keys", "root", {{"keys", "ssh-rsa AAAA"}, {"file", path}}
            ).result() == Verdict::not_kept
        );
        CHECK(
            keep_promise(
                "sysctl", "a.b", {{"value", "1"}, {"file", path}, {"now", "false"}}
            ).result() == Verdict::not_kept
        );
    }
    CHECK(mallory.is_safe());
}

TEST_CASE("a fifo in place of a file is not waited for") {
    const TemporaryFolder folder;
    REQUIRE(::mkfifo((folder / "fifo").c_str(), 0600) == 0);
    const auto kept = keep_line(folder / "fifo");
    CHECK(kept.result() == Verdict::not_kept);
    CHECK(kept.log_text().find("it is not a regular file") != std::string::npos);
}

} // namespace edited_file_test
