#include "protocol/system/place.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <thread>

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

namespace place_test {

using namespace vow;
using namespace vow::tests;

namespace {

namespace fs = std::filesystem;

constexpr uid_t other_user = 6666;
const bool is_root = ::geteuid() == 0; ///< only root can give files to other users

std::string content_at(const Place& place) {
    const auto file = place.open_file(Place::Access::read);
    return file ? read_all(*file).value_or("") : "";
}

int error_at(const std::string& path) {
    return Place::at(path).error();
}

void give_to(uid_t user, const std::string& path) {
    REQUIRE(::lchown(path.c_str(), user, user) == 0);
}

ino_t inode_of(const std::string& path) {
    struct stat status = {};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    return status.st_ino;
}

/// Keeps swapping two names of a folder as long as it exists.
class Swapping {
public:
    Swapping(const std::string& one, const std::string& other)
        : thread_([this, one, other] {
              while (!ended_)
                  ::renameat2(AT_FDCWD, one.c_str(), AT_FDCWD, other.c_str(), RENAME_EXCHANGE);
          }) {}
    Swapping(const Swapping&) = delete;
    Swapping& operator=(const Swapping&) = delete;
    ~Swapping() {
        ended_ = true;
        thread_.join();
    }

private:
    std::atomic<bool> ended_ = false;
    std::thread thread_;
};

} // namespace

TEST_CASE("a place opens the folder of a path when the path is written in any way") {
    const TemporaryFolder folder;
    fs::create_directories(folder / "a/b");
    folder.write("a/b/f", "text");
    for (const std::string path : {"a/b/f", "a//b/./f", "a/b/../b/f", "a/b/f/"}) {
        const auto place = Place::at(folder / path);
        REQUIRE(place);
        CHECK(place->name() == "f");
        CHECK(content_at(*place) == "text");
    }
    CHECK(Place::at("/")->name() == ".");
    CHECK(Place::at("/")->status()->st_ino == inode_of("/"));
    CHECK(Place::at(folder / "a/b/..")->status()->st_ino == inode_of(folder / "a"));
    CHECK(Place::at("nothing")->status().error() == ENOENT); // in the current folder
    CHECK(error_at("") == ENOENT);
    CHECK(error_at(folder / "none/f") == ENOENT);
    CHECK(error_at(folder / "a/b/f/g") == ENOTDIR);
}

TEST_CASE("a place stays in its folder when the path leads elsewhere later") {
    const TemporaryFolder folder;
    fs::create_directories(folder / "a");
    fs::create_directories(folder / "b");
    folder.write("a/f", "first");
    folder.write("b/f", "second");
    const auto place = Place::at(folder / "a/f");
    REQUIRE(place);
    fs::rename(folder / "a", folder / "c");
    fs::create_symlink("b", folder / "a");
    CHECK(content_at(*place) == "first");
    CHECK(place->unlink() == 0);
    CHECK(folder.has("b/f"));
    CHECK_FALSE(folder.has("c/f"));
}

TEST_CASE("a place follows links of the running user, but none at the name itself") {
    const TemporaryFolder folder;
    fs::create_directories(folder / "real");
    folder.write("real/f", "text");
    fs::create_symlink("real", folder / "way");
    fs::create_symlink(folder / "way", folder / "far");
    fs::create_symlink("far/f", folder / "link");
    CHECK(content_at(*Place::at(folder / "far/f")) == "text");
    const auto link = Place::at(folder / "link");
    REQUIRE(link);
    CHECK(link->open_file(Place::Access::read).error() == ELOOP);
    CHECK(S_ISLNK(link->status()->st_mode));
    CHECK(*link->link_target() == "far/f");
    CHECK(content_at(*link->resolved()) == "text");
    CHECK(link->open_target(Place::Access::read)->status.st_size == 4);
    const auto real = Place::at(folder / "real/f");
    CHECK(real->resolved()->status()->st_ino == real->status()->st_ino);
}

TEST_CASE("a place fails when links never end") {
    const TemporaryFolder folder;
    fs::create_symlink("b", folder / "a");
    fs::create_symlink("a", folder / "b");
    CHECK(error_at(folder / "a/f") == ELOOP);
    CHECK(Place::at(folder / "a")->resolved().error() == ELOOP);
    for (int number = 0; number < 41; ++number)
        fs::create_symlink(std::to_string(number + 1), folder / std::to_string(number));
    CHECK(Place::at(folder / "0")->resolved().error() == ELOOP);
    CHECK(Place::at(folder / "10")->resolved());
}

TEST_CASE("a place refuses a link that another user planted" * doctest::skip(!is_root)) {
    const TemporaryFolder folder;
    fs::create_directories(folder / "secret");
    folder.write("secret/f", "secret");
    fs::create_symlink("secret", folder / "way");
    fs::create_symlink("secret/f", folder / "link");
    fs::create_symlink("secret/none", folder / "dangling");
    for (const std::string name : {"way", "link", "dangling"})
        give_to(other_user, folder / name);
    CHECK(error_at(folder / "way/f") == ENOLINK);
    CHECK(error_at(folder / "way/../secret/f") == ENOLINK);
    CHECK(Place::at(folder / "link")->resolved().error() == ENOLINK);
    CHECK(Place::at(folder / "dangling")->resolved().error() == ENOLINK);
    CHECK(Place::at(folder / "link")->open_target(Place::Access::read).error() == ENOLINK);

    give_to(other_user, folder / "secret");
    CHECK(content_at(*Place::at(folder / "way/f")) == "secret");
    CHECK(Place::at(folder / "link")->resolved().error() == ENOLINK);
    give_to(other_user, folder / "secret/f");
    CHECK(content_at(*Place::at(folder / "link")->resolved()) == "secret");
}

TEST_CASE("a place opens regular files only, and never waits") {
    const TemporaryFolder folder;
    REQUIRE(::mkfifo((folder / "fifo").c_str(), 0600) == 0);
    fs::create_directories(folder / "folder");
    for (const auto access : {Place::Access::read, Place::Access::write}) {
        CHECK(Place::at(folder / "fifo")->open_file(access).error() == EINVAL);
        CHECK(Place::at(folder / "folder")->open_file(access).error() == EISDIR);
        CHECK(Place::at("/dev/null")->open_file(access).error() == EINVAL);
    }
}

TEST_CASE("a place creates, renames, lists and removes files and folders") {
    const TemporaryFolder folder;
    const auto sub = Place::at(folder / "sub");
    const mode_t before = ::umask(077);
    CHECK(sub->make_folder(0755) == 0);
    ::umask(before);
    CHECK((sub->status()->st_mode & 07777U) == 0755);
    CHECK(sub->make_folder(0755) == EEXIST);
    const auto inside = sub->open_folder();
    REQUIRE(inside);
    const Place link(*inside, "link");
    CHECK(link.make_link("nowhere") == 0);
    CHECK(link.rename_to(Place(*inside, "a")) == 0);
    folder.write("sub/b", "");
    CHECK(*names_in(*inside) == std::vector<std::string>{"a", "b"});
    CHECK(sub->remove_folder() == ENOTEMPTY);
    CHECK(Place(*inside, "a").unlink() == 0);
    CHECK(Place(*inside, "b").unlink() == 0);
    CHECK(sub->remove_folder() == 0);
}

TEST_CASE("a change of mode or owner reaches the file that was seen, or none") {
    const TemporaryFolder folder;
    folder.write("a", "");
    folder.write("b", "");
    const auto place = Place::at(folder / "a");
    const auto seen = place->status();
    CHECK(place->set_mode(0640, *seen) == 0);
    CHECK(place->set_owner(::geteuid(), ::getegid(), *seen) == 0);
    CHECK((place->status()->st_mode & 07777U) == 0640);
    fs::rename(folder / "b", folder / "a");
    CHECK(place->set_mode(0600, *seen) == ESTALE);
    CHECK(place->set_owner(::geteuid(), ::getegid(), *seen) == ESTALE);
    fs::create_symlink("a", folder / "link");
    const auto link = Place::at(folder / "link");
    CHECK(link->set_mode(0600, *link->status()) == EOPNOTSUPP);
}

TEST_CASE("an opened folder is never the target of a link that takes its name") {
    const TemporaryFolder folder;
    fs::create_directories(folder / "secret");
    fs::create_directories(folder / "here");
    fs::create_symlink("secret", folder / "link");
    const ino_t here = inode_of(folder / "here");
    const auto place = Place::at(folder / "here");
    const Swapping swapping(folder / "here", folder / "link");
    int opened = 0;
    for (int round = 0; opened < 500 && round < 10'000'000; ++round) {
        const auto inside = place->open_folder();
        if (!inside) { // the link was there
            ::sched_yield();
            continue;
        }
        ++opened;
        struct stat status = {};
        REQUIRE(::fstat((*inside)->number(), &status) == 0);
        REQUIRE(status.st_ino == here);
    }
    CHECK(opened == 500);
}

TEST_CASE(
    "a planted link that changes places with a folder is never walked" * doctest::skip(!is_root)
) {
    const TemporaryFolder folder;
    fs::create_directories(folder / "secret");
    fs::create_directories(folder / "here");
    fs::create_symlink("secret", folder / "link");
    give_to(other_user, folder / "link");
    const std::string path = folder / "here/f";
    {
        const Swapping swapping(folder / "here", folder / "link");
        for (int round = 0; round < 2000; ++round) {
            if (const auto place = Place::at(path)) place->make_link("x");
        }
    }
    CHECK(fs::is_empty(folder / "secret"));
}

TEST_CASE("a place removes a folder and everything in it, but not the targets of links") {
    const TemporaryFolder folder;
    folder.write("tree/a/b", "");
    folder.write("kept/f", "kept");
    fs::create_directory_symlink(folder / "kept", folder / "tree/link");
    CHECK(Place::at(folder / "tree")->remove_tree() == 0);
    CHECK_FALSE(folder.has("tree"));
    CHECK(folder.read("kept/f") == "kept");
}

TEST_CASE("a place opens a folder or output only if it is not a link") {
    const TemporaryFolder folder;
    fs::create_directory(folder / "one");
    fs::create_directory(folder / "other");
    const auto seen = Place::at(folder / "one")->status();
    CHECK(Place::at(folder / "one")->open_folder(*seen));
    CHECK(Place::at(folder / "other")->open_folder(*seen).error() == ESTALE);
    folder.write("f", "text");
    fs::create_symlink("f", folder / "link");
    const auto link = Place::at(folder / "link");
    CHECK(link->open_output(Place::Writing::over, 0600).error() == ELOOP);
    CHECK(folder.read("f") == "text");
    const auto output = link->resolved()->open_output(Place::Writing::appended, 0600);
    CHECK(write_all(*output, "more"));
    CHECK(folder.read("f") == "textmore");
}

TEST_CASE("a link is dangling if it has no target") {
    const TemporaryFolder folder;
    folder.write("f", "");
    fs::create_symlink("f", folder / "link");
    fs::create_symlink("nothing", folder / "dangling");
    CHECK_FALSE(Place::at(folder / "link")->is_dangling());
    CHECK_FALSE(Place::at(folder / "f")->is_dangling());
    CHECK(Place::at(folder / "dangling")->is_dangling());
}

TEST_CASE("a link of /proc that is a text is resolved") {
    const auto place = Place::at("/proc/mounts");
    REQUIRE(place);
    const auto resolved = place->resolved();
    REQUIRE(resolved);
    const auto status = resolved->status();
    REQUIRE(status);
    CHECK(S_ISREG(status->st_mode));
}

TEST_CASE("a link of /proc leads to what is open, not to what its text names") {
    const TemporaryFolder folder;
    folder.write("d/f", "text");
    const FileDescriptor open(::open((folder / "d").c_str(), O_PATH | O_CLOEXEC));
    fs::rename(folder / "d", folder / "renamed");
    const auto place = Place::at("/proc/self/fd/" + std::to_string(open.number()) + "/f");
    REQUIRE(place);
    CHECK(content_at(*place) == "text");
}

TEST_CASE("a refused link is named with its owner") {
    if (!is_root) return;
    const TemporaryFolder folder;
    fs::create_directories(folder / "secret");
    fs::create_directory_symlink(folder / "secret", folder / "way");
    give_to(other_user, folder / "way");
    const auto refused = refused_link(folder / "way/f");
    REQUIRE(refused);
    CHECK(refused->path == folder / "way");
    CHECK(refused->owner == other_user);
    CHECK_FALSE(refused_link(folder / "secret/f"));
}

TEST_CASE("missing folders are created with the mode that is wanted") {
    const TemporaryFolder folder;
    CHECK(make_folders(folder / "a/b/c", 0750) == 0);
    CHECK((Place::at(folder / "a/b")->status()->st_mode & 07777U) == 0750);
    CHECK(make_folders(folder / "a/b/c/", 0700) == 0);
    folder.write("f", "");
    CHECK(make_folders(folder / "f/g", 0700) == ENOTDIR);
}

} // namespace place_test
