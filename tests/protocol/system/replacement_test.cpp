#include "protocol/system/replacement.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <filesystem>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace replacement_test {

using namespace vow;
using namespace vow::tests;

namespace {

namespace fs = std::filesystem;
using Existing = Replacement::Existing;
using Durability = Replacement::Durability;

const bool is_root = ::geteuid() == 0;

Replacement replacement_for(const std::string& path) {
    const auto place = Place::at(path);
    REQUIRE(place);
    auto replacement = Replacement::beside(*place);
    REQUIRE(replacement);
    return std::move(*replacement);
}

std::vector<std::string> entries(const std::string& path) {
    return *names_in(*Place::at(path)->open_folder());
}

std::string attribute(const std::string& path, const char* name) {
    std::string value(100, '\0');
    const ssize_t size = ::getxattr(path.c_str(), name, value.data(), value.size());
    value.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
    return value;
}

} // namespace

TEST_CASE("a replacement takes the place of a file at once") {
    const TemporaryFolder folder;
    const std::string path = folder.write("f", "old");
    for (const Durability durability :
         {Durability::unsynced, Durability::content, Durability::name}) {
        Replacement replacement = replacement_for(path);
        CHECK(replacement.write("ne") == 0);
        CHECK(replacement.write("w") == 0);
        CHECK(folder.read("f") != "new");
        CHECK(replacement.commit(Existing::replaced, durability) == 0);
        CHECK(folder.read("f") == "new");
        folder.write("f", "old");
    }
    CHECK(entries(folder / ".") == std::vector<std::string>{"f"});
}

TEST_CASE("a new file has its content and mode as soon as it has its name") {
    const TemporaryFolder folder;
    Replacement replacement = replacement_for(folder / "f");
    CHECK(replacement.write("text") == 0);
    CHECK(replacement.set_mode(0640) == 0);
    CHECK_FALSE(folder.has("f"));
    CHECK(replacement.commit(Existing::refused, Durability::unsynced) == 0);
    CHECK(folder.read("f") == "text");
    CHECK((Place::at(folder / "f")->status()->st_mode & 07777U) == 0640);
}

TEST_CASE("a replacement that is not committed leaves no file") {
    const TemporaryFolder folder;
    {
        Replacement replacement = replacement_for(folder / "f");
        CHECK(replacement.write("text") == 0);
    }
    CHECK(entries(folder / ".").empty());
}

TEST_CASE("a replacement is refused when the name is taken and only a new file is wanted") {
    const TemporaryFolder folder;
    folder.write("f", "old");
    fs::create_symlink("nowhere", folder / "link");
    for (const std::string name : {"f", "link"}) {
        Replacement replacement = replacement_for(folder / name);
        CHECK(replacement.commit(Existing::refused, Durability::unsynced) == EEXIST);
    }
    CHECK(folder.read("f") == "old");
    CHECK_FALSE(folder.has("nowhere"));
    CHECK(entries(folder / ".") == std::vector<std::string>{"f", "link"});
}

TEST_CASE("a replacement adopts mode and extended attributes") {
    const TemporaryFolder folder;
    const std::string path = folder.write("f", "old");
    fs::permissions(path, fs::perms(0640));
    if (::setxattr(path.c_str(), "user.note", "hello", 5, 0) != 0) {
        MESSAGE("the file system has no extended attributes");
        return;
    }
    Replacement replacement = replacement_for(path);
    CHECK(
        replacement.adopt_attributes(
            *Place::at(path)->open_file(Place::Access::read), AttributeLoss::refused
        ) == 0
    );
    CHECK(replacement.commit(Existing::replaced, Durability::unsynced) == 0);
    CHECK(folder.read("f").empty());
    CHECK((Place::at(path)->status()->st_mode & 07777U) == 0640);
    CHECK(attribute(path, "user.note") == "hello");
}

TEST_CASE("a replacement adopts owner, ACL and security attributes" * doctest::skip(!is_root)) {
    const TemporaryFolder folder;
    const std::string path = folder.write("f", "old");
    // u::rw-, u:1234:r--, g::---, m::r--, o::---
    constexpr std::string_view acl(
        "\2\0\0\0"
        "\1\0\6\0\377\377\377\377"
        "\2\0\4\0\322\4\0\0"
        "\4\0\0\0\377\377\377\377"
        "\20\0\4\0\377\377\377\377"
        "\40\0\0\0\377\377\377\377",
        44
    );
    REQUIRE(::chown(path.c_str(), 6666, 7777) == 0);
    const bool has_acl =
        ::setxattr(path.c_str(), "system.posix_acl_access", acl.data(), acl.size(), 0) == 0;
    const bool has_label = ::setxattr(path.c_str(), "security.test", "label", 5, 0) == 0;
    Replacement replacement = replacement_for(path);
    CHECK(
        replacement.adopt_attributes(
            *Place::at(path)->open_file(Place::Access::read), AttributeLoss::refused
        ) == 0
    );
    CHECK(replacement.commit(Existing::replaced, Durability::unsynced) == 0);
    CHECK(Place::at(path)->status()->st_uid == 6666);
    CHECK(Place::at(path)->status()->st_gid == 7777);
    if (has_acl) CHECK(attribute(path, "system.posix_acl_access") == acl);
    if (has_label) CHECK(attribute(path, "security.test") == "label");
}

TEST_CASE("a replacement works for a name of any length") {
    const TemporaryFolder folder;
    const std::string name(255, 'n');
    folder.write(name, "old");
    Replacement replacement = replacement_for(folder / name);
    CHECK(replacement.write("new") == 0);
    CHECK(replacement.commit(Existing::replaced, Durability::unsynced) == 0);
    CHECK(folder.read(name) == "new");
}

TEST_CASE("a replacement removes what a killed process left, but nothing that a living one has") {
    const TemporaryFolder folder;
    const std::string path = folder.write("f", "old");
    folder.write(".f.vow-new", "left");
    Replacement replacement = replacement_for(path);
    CHECK(replacement.write("new") == 0);
    CHECK(replacement.commit(Existing::replaced, Durability::unsynced) == 0);
    CHECK(folder.read("f") == "new");
    CHECK(entries(folder / ".") == std::vector<std::string>{"f"});

    const FileDescriptor living(::open(folder.write(".f.vow-new", "busy").c_str(), O_RDONLY));
    REQUIRE(::flock(living.number(), LOCK_EX) == 0);
    Replacement other = replacement_for(path);
    CHECK(other.write("newer") == 0);
    CHECK(other.commit(Existing::replaced, Durability::unsynced) == 0);
    CHECK(folder.read("f") == "newer");
    CHECK(folder.read(".f.vow-new") == "busy");
}

TEST_CASE("a link takes the place of another at once") {
    const TemporaryFolder folder;
    const auto place = Place::at(folder / "link");
    fs::create_symlink("left", folder / ".link.vow-link");
    CHECK(replace_link(*place, "one") == 0);
    CHECK(replace_link(*place, "two") == 0);
    CHECK(*place->link_target() == "two");
    CHECK(entries(folder / ".") == std::vector<std::string>{"link"});
}

} // namespace replacement_test
