#include "protocol/system/file_descriptor.h"
#include "protocol/text/digest.h"
#include "tests/support/kept_promise.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <array>
#include <cstring>

#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

namespace edited_text_test {

using namespace vow;
using namespace vow::tests;

namespace {

Attribute
edited(const std::string& read, const std::string& content, const std::string& backup = "true") {
    return {
        "edited",
        body(
            {{"content", content},
             {"replaces", sha256_of(read)},
             {"backup", backup},
             {"rotate", "2"}}
        )};
}

} // namespace

TEST_CASE("edited text replaces the original after a backup") {
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "old\n");
    REQUIRE(chmod(path.c_str(), 0640) == 0);
    const auto kept = keep_promise("files", path, {edited("old\n", "new\n")});
    CHECK(kept.log_text() == "info: Edited file '" + path + "'\n");
    CHECK(folder.read("a") == "new\n");
    CHECK(folder.read("a.cf-before-edit") == "old\n");
    struct stat status = {};
    REQUIRE(stat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 07777U) == 0640U);
}

TEST_CASE("a new file is made once, with its whole text") {
    const TemporaryFolder folder;
    const FileDescriptor watch(inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
    REQUIRE(inotify_add_watch(watch.number(), folder.path().c_str(), IN_CREATE | IN_MOVE) >= 0);
    const Data text = body({{"content", "new\n"}, {"whole", "true"}});
    const auto kept = keep_promise("files", folder / "a", {{"create", "true"}, {"edited", text}});
    CHECK(
        kept.log_text() == "info: Created file '" + (folder / "a") + "', mode 0600\n" +
                               "info: Edited file '" + (folder / "a") + "'\n"
    );
    CHECK(folder.read("a") == "new\n");
    std::array<char, 4096> events{};
    const ssize_t length = read(watch.number(), events.data(), events.size());
    REQUIRE(length >= static_cast<ssize_t>(sizeof(inotify_event)));
    inotify_event first{};
    std::memcpy(&first, events.data(), sizeof(first));
    CHECK((first.mask & IN_CREATE) != 0);
    CHECK(length == static_cast<ssize_t>(sizeof(first) + first.len));
}

TEST_CASE("a file that changed since it was read is left alone") {
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "other\n");
    const auto kept = keep_promise("files", path, {edited("old\n", "new\n")});
    CHECK(kept.result() == Verdict::not_kept);
    CHECK(folder.read("a") == "other\n");
    CHECK(
        kept.lines.front() == "error: Unable to save file '" + path +
                                  "' after editing (it changed while it was being edited)"
    );
}

TEST_CASE("the backup has the promised form") {
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "1");
    keep_promise("files", path, {edited("1", "2", "false")});
    CHECK_FALSE(folder.has("a.cf-before-edit"));
    keep_promise("files", path, {edited("2", "3", "rotate")});
    keep_promise("files", path, {edited("3", "4", "rotate")});
    keep_promise("files", path, {edited("4", "5", "rotate")});
    CHECK(folder.read("a") == "5");
    CHECK(folder.read("a.cf-before-edit.1") == "4");
    CHECK(folder.read("a.cf-before-edit.2") == "3");
    CHECK_FALSE(folder.has("a.cf-before-edit.3"));
}

TEST_CASE("unchanged text is not saved") {
    const TemporaryFolder folder;
    const std::string path = folder.write("a", "same");
    CHECK(keep_promise("files", path, {edited("same", "same")}).result() == Verdict::kept);
    CHECK_FALSE(folder.has("a.cf-before-edit"));
}

TEST_CASE("edits of a link change its target") {
    const TemporaryFolder folder;
    folder.write("a", "old");
    REQUIRE(symlink("a", (folder / "link").c_str()) == 0);
    CHECK(
        keep_promise("files", folder / "link", {edited("old", "new")}).result() == Verdict::repaired
    );
    CHECK(folder.read("a") == "new");
}

} // namespace edited_text_test
