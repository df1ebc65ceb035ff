#include "tests/support/kept_promise.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

namespace content_test {

using namespace vow;
using namespace vow::tests;

TEST_CASE("a file gets the promised content, and is created for it") {
    const TemporaryFolder folder;
    const std::string path = folder / "a";
    const auto first = keep_promise("files", path, {{"content", "hello\n"}});
    CHECK(
        first.log_text() == "info: Created file '" + path + "', mode 0600\ninfo: Updated file '" +
                                path + "' with content 'hello\n'\n"
    );
    CHECK(folder.read("a") == "hello\n");
    CHECK(keep_promise("files", path, {{"content", "hello\n"}}).result() == Verdict::kept);
}

TEST_CASE("a new file has its content, owner and mode as soon as it has its name") {
    const TemporaryFolder folder;
    const int watch = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    constexpr std::uint32_t changes = IN_CREATE | IN_MODIFY | IN_ATTRIB | IN_MOVE;
    REQUIRE(::inotify_add_watch(watch, folder.path().c_str(), changes) > 0);
    const bool may_give = ::geteuid() == 0; // to another user
    const std::string owner = std::to_string(may_give ? 6666 : ::geteuid());
    const Data perms =
        Data::object({{"mode", Data::string("640")}, {"owners", Data::array({Data::string(owner)})}}
        );
    const auto kept = keep_promise("files", folder / "a", {{"content", "x"}, {"perms", perms}});
    CHECK(kept.result() == Verdict::repaired);
    CHECK((kept.log_text().find("set to 6666") != std::string::npos) == may_give);
    int events = 0; // of the name "a"
    alignas(inotify_event) char buffer[4096];
    const ssize_t size = ::read(watch, buffer, sizeof buffer);
    for (ssize_t at = 0; at < size;) {
        const auto* const event = reinterpret_cast<const inotify_event*>(buffer + at);
        if (event->len > 0 && std::string_view(event->name) == "a") ++events;
        at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
    }
    ::close(watch);
    CHECK(events == 1);
}

TEST_CASE("a missing file stays missing when create is false") {
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

} // namespace content_test
