#include "protocol/system/trust.h"
#include "tests/support/skip.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/user_without_account.h"

#include <doctest/doctest.h>

#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

using namespace vow;
using namespace vow::tests;

namespace {

namespace fs = std::filesystem;

const uid_t other_user = user_without_account();
constexpr gid_t other_group = 7777;
const bool is_root = ::geteuid() == 0;

/// A file in two folders, of root and of mode 0755 and 0644.
struct Tree {
    TemporaryFolder top;
    std::string folder = top / "folder";
    std::string file = top.write("folder/file", "text");

    Tree() {
        mode(top.path(), 0755);
        mode(folder, 0755);
        mode(file, 0644);
    }
    static void mode(const std::string& path, mode_t mode) {
        REQUIRE(::chmod(path.c_str(), mode) == 0);
    }
    static void owner(const std::string& path, uid_t user, gid_t group = 0) {
        REQUIRE(::lchown(path.c_str(), user, group) == 0);
    }
};

std::string objection(const std::string& path, std::vector<uid_t> users = {}) {
    return Trust(std::move(users)).objection_to(path).value_or("none");
}

} // namespace

TEST_CASE("a path is trusted when only root can change it") {
    if (!is_root) return skip_without("root", "only root can give files to other users");
    const Tree tree; // below /tmp, which is sticky
    CHECK(objection(tree.file) == "none");
    CHECK(objection("/usr/bin/env") == "none");
    CHECK(objection(tree.folder + "/absent") == "none");
    fs::create_symlink(tree.file, tree.top / "link");
    CHECK(objection(tree.top / "link") == "none");
}

TEST_CASE("a path is not trusted when the file, a folder above it or a link is another user's") {
    if (!is_root) return skip_without("root", "only root can give files to other users");
    const Tree tree;
    for (const std::string& path : {tree.file, tree.folder, tree.top.path()}) {
        Tree::owner(path, other_user);
        const std::string fault = objection(tree.file);
        CHECK(
            fault == "'" + path + "' belongs to user " + std::to_string(other_user) +
                         " (chown root '" + path + "')"
        );
        CHECK(objection(tree.file, {other_user}) == "none");
        CHECK_FALSE(Trust::in_everything().objection_to(tree.file));
        Tree::owner(path, 0);
    }
    const std::string link = tree.top / "link";
    fs::create_symlink("folder/../folder/file", link);
    CHECK(objection(link) == "none");
    Tree::owner(link, other_user);
    CHECK(
        objection(link).starts_with("'" + link + "' belongs to user " + std::to_string(other_user))
    );
}

TEST_CASE("a path is not trusted when others can write to it or to a folder above it") {
    if (!is_root) return skip_without("root", "only root can give files to other users");
    const Tree tree;
    Tree::mode(tree.folder, 0777);
    CHECK(
        objection(tree.file) ==
        "'" + tree.folder + "' can be written by everyone (chmod o-w '" + tree.folder + "')"
    );
    Tree::mode(tree.folder, 01777);
    CHECK(objection(tree.file) == "none"); // in a sticky folder the file is root's
    Tree::mode(tree.folder, 0775);
    CHECK(objection(tree.file) == "none"); // root's group
    Tree::owner(tree.folder, 0, other_group);
    Tree::mode(tree.folder, 0775); // chown may clear bits
    CHECK(
        objection(tree.file) ==
        "'" + tree.folder + "' can be written by group 7777 (chmod g-w '" + tree.folder + "')"
    );
}

TEST_CASE("a chain of links that never ends is not trusted") {
    const TemporaryFolder folder;
    fs::create_symlink("one", folder / "other");
    fs::create_symlink("other", folder / "one");
    CHECK(objection(folder / "one", {::geteuid()}).ends_with("leads nowhere"));
}
