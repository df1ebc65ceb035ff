#include "tests/support/kept_promise.h"
#include "tests/support/other_user.h"

#include <doctest/doctest.h>

#include <array>
#include <cerrno>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <sys/xattr.h>

namespace new_content_test {

using namespace vow;
using namespace vow::tests;

namespace {

constexpr const char* acl_name = "system.posix_acl_access";
// u::rw-, u:1234:r--, g::---, m::r--, o::---
constexpr std::string_view
    acl("\2\0\0\0"
        "\1\0\6\0\377\377\377\377"
        "\2\0\4\0\322\4\0\0"
        "\4\0\0\0\377\377\377\377"
        "\20\0\4\0\377\377\377\377"
        "\40\0\0\0\377\377\377\377",
        44);

bool set_attribute(const std::string& path, const char* name, std::string_view value) {
    return ::setxattr(path.c_str(), name, value.data(), value.size(), 0) == 0;
}

std::string attribute(const std::string& path, const char* name) {
    std::string value(100, '\0');
    const ssize_t size = ::getxattr(path.c_str(), name, value.data(), value.size());
    value.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
    return value;
}

/// A file of another owner with an ACL, a label and a note.
std::string labelled(const OtherUser& user, const std::string& name) {
    std::string path = user.folder().write(name, "old\n");
    REQUIRE(::chown(path.c_str(), OtherUser::id, 7777) == 0);
    REQUIRE(set_attribute(path, acl_name, acl));
    REQUIRE(set_attribute(path, "security.test", "label"));
    REQUIRE(set_attribute(path, "trusted.note", "note"));
    return path;
}

bool is_labelled(const std::string& path) {
    struct stat status = {};
    return ::stat(path.c_str(), &status) == 0 && status.st_uid == OtherUser::id &&
           status.st_gid == 7777 && attribute(path, acl_name) == acl &&
           attribute(path, "security.test") == "label" && attribute(path, "trusted.note") == "note";
}

/// Whether the folder's file system can hold what labelled() sets.
bool has_attributes(const OtherUser& user) {
    const std::string path = user.folder().write("probe", "");
    const bool can = set_attribute(path, acl_name, acl) &&
                     set_attribute(path, "security.test", "x") &&
                     set_attribute(path, "trusted.note", "x");
    if (!can) skip_without("attributes", "the file system of /tmp has no extended attributes");
    return can;
}

/// How often a user who opens a file in a loop reads a text that is not meant for others.
int times_read(const std::string& path, const std::string& text, const Attributes& attributes) {
    int read = 0;
    for (int attempt = 0; attempt < 200; ++attempt) {
        ::unlink(path.c_str());
        const int old = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
        REQUIRE(::fchmod(old, 0644) == 0);
        ::close(old);
        const pid_t reader = ::fork();
        REQUIRE(reader >= 0);
        if (reader == 0) {
            if (::setgid(OtherUser::id) != 0 || ::setuid(OtherUser::id) != 0) ::_exit(2);
            std::string found(text.size(), '\0');
            for (;;) { // until the file cannot be read any more
                const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
                if (file < 0 && errno == EACCES) ::_exit(0);
                const ssize_t size = file < 0 ? 0 : ::read(file, found.data(), found.size());
                if (size == static_cast<ssize_t>(found.size()) && found == text) ::_exit(1);
                if (file >= 0) ::close(file);
            }
        }
        ::usleep(2000);
        keep_promise("files", path, attributes);
        int status = 0;
        ::waitpid(reader, &status, 0);
        read += WEXITSTATUS(status) == 0 ? 0 : 1;
    }
    return read;
}

} // namespace

TEST_CASE("new content keeps owner, ACL, label and attributes of the file") {
    if (!OtherUser::can_exist()) return;
    const OtherUser user;
    if (!has_attributes(user)) return;
    const std::string source = user.folder().write("source", "new\n");
    const Data edit = body({{"content", "new\n"}, {"whole", "true"}});
    const Attributes changes[] = {
        {{"content", "new\n"}},
        {{"edited", edit}},
        {{"copy_from", body({{"source", source}, {"compare", "digest"}})}}};
    int number = 0;
    for (const Attributes& attributes : changes) {
        const std::string path = labelled(user, "f" + std::to_string(++number));
        CHECK(keep_promise("files", path, attributes).result() == Verdict::repaired);
        CHECK(user.folder().read("f" + std::to_string(number)) == "new\n");
        CHECK(is_labelled(path));
    }
}

TEST_CASE("a copy has owner, ACL, label and attributes of its source when it preserves them") {
    if (!OtherUser::can_exist()) return;
    const OtherUser user;
    if (!has_attributes(user)) return;
    const std::string source = labelled(user, "source");
    for (const std::string old : {"", "old"}) {
        const std::string path =
            old.empty() ? user.folder() / "new" : user.folder().write("f", old);
        const auto kept = keep_promise(
            "files",
            path,
            {{"copy_from", body({{"source", source}, {"preserve", "true"}, {"compare", "digest"}})}}
        );
        CHECK(kept.result() == Verdict::repaired);
        CHECK(is_labelled(path));
    }
}

TEST_CASE("new content cannot be read under the old permissions when others are promised") {
    if (!OtherUser::can_exist()) return;
    const OtherUser user;
    const std::string text(20'000, 's');
    const std::string source = user.folder().write("root-only/source", text);
    const Data mode = body({{"mode", "600"}});
    CHECK(times_read(user.folder() / "f", text, {{"content", text}, {"perms", mode}}) == 0);
    const Data copy = body({{"source", source}, {"compare", "digest"}, {"copy_backup", "false"}});
    CHECK(times_read(user.folder() / "g", text, {{"copy_from", copy}, {"perms", mode}}) == 0);
}

TEST_CASE("new content and permissions are logged as two changes, as they are promised") {
    const TemporaryFolder folder;
    const std::string path = folder.write("f", "old");
    REQUIRE(::chmod(path.c_str(), 0644) == 0);
    const Attributes attributes = {
        {"content", "new"}, {"perms", body({{"mode", "600"}, {"rxdirs", "false"}})}};
    const auto kept = keep_promise("files", path, attributes);
    CHECK(
        kept.log_text() == "info: Updated file '" + path +
                               "' with content 'new'\ninfo: Regular file '" + path +
                               "' had permissions 0644, changed it to 0600\n"
    );
    CHECK(keep_promise("files", path, attributes).result() == Verdict::kept);
}

TEST_CASE("a file that cannot be renamed over keeps its text when the new one has no room") {
    if (!OtherUser::can_exist()) return;
    const OtherUser user;
    const std::string disk = user.make_folder("disk");
    const std::string path = user.folder().write("f", "");
    if (::unshare(CLONE_NEWNS) != 0 || ::mount("", "/", "", MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("vow", disk.c_str(), "tmpfs", 0, "size=64k") != 0) {
        skip_without("root", "the test cannot mount a file system");
        return;
    }
    const std::string old = user.folder().write("home/disk/f", "configuration\n");
    REQUIRE(::mount(old.c_str(), path.c_str(), "", MS_BIND, nullptr) == 0);
    const auto fits = keep_promise("files", path, {{"content", "short\n"}});
    CHECK(fits.result() == Verdict::repaired);
    CHECK(user.folder().read("f") == "short\n");
    const auto kept = keep_promise("files", path, {{"content", std::string(100'000, 'x')}});
    CHECK(kept.result() >= Verdict::not_kept);
    CHECK(user.folder().read("f") == "short\n");
    ::umount2(path.c_str(), MNT_DETACH);
    ::umount2(disk.c_str(), MNT_DETACH);
}

TEST_CASE("a rotation that finds no room keeps the old files") {
    if (!OtherUser::can_exist()) return;
    const OtherUser user;
    const std::string disk = user.make_folder("disk");
    if (::unshare(CLONE_NEWNS) != 0 || ::mount("", "/", "", MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("vow", disk.c_str(), "tmpfs", 0, "size=64k") != 0) {
        skip_without("root", "the test cannot mount a file system");
        return;
    }
    const std::string path = user.folder().write("home/disk/log", std::string(40'000, 'x'));
    user.folder().write("home/disk/log.1", "first");
    user.folder().write("home/disk/log.2", "second");
    for (int run = 0; run < 3; ++run) {
        const auto kept = keep_promise("files", path, {{"rename", body({{"rotate", "2"}})}});
        CHECK(kept.result() >= Verdict::not_kept);
    }
    CHECK(user.folder().read("home/disk/log").size() == 40'000);
    CHECK(user.folder().read("home/disk/log.1") == "first");
    CHECK(user.folder().read("home/disk/log.2") == "second");
    ::umount2(disk.c_str(), MNT_DETACH);
}

} // namespace new_content_test
