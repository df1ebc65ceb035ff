#include "protocol/system/trust.h"
#include "tests/support/skip.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/user_without_account.h"

#include <doctest/doctest.h>

#include <cerrno>
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

Trust trust_in_root() {
    return Trust(std::vector<uid_t>{});
}

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

TEST_CASE("everything in a folder is checked, through links as well") {
    if (!is_root) return skip_without("root", "only root can give files to other users");
    const Tree tree;
    const TemporaryFolder elsewhere;
    const Trust trust = trust_in_root();
    const std::string far = elsewhere.write("deep/er/module.py", "");
    fs::create_directory_symlink(elsewhere / "deep", tree.folder + "/link");
    fs::create_directory_symlink(tree.folder, tree.folder + "/back");
    Tree::mode(elsewhere / "deep", 0755);
    Tree::mode(elsewhere / "deep/er", 0755);
    Tree::mode(far, 0644);
    CHECK_FALSE(trust.objection_to_tree(tree.folder));
    Tree::mode(far, 0666);
    CHECK(
        trust.objection_to_tree(tree.folder).value_or("").find("module.py' can be written") !=
        std::string::npos
    );
    CHECK_FALSE(Trust::in_everything().objection_to_tree(tree.folder));
}

TEST_CASE("the interpreters of a script are checked with it") {
    if (!is_root) return skip_without("root", "only root can give files to other users");
    const TemporaryFolder folder;
    const std::string program = folder.write("program", "#!/bin/sh\n");
    const std::string script = folder.write("script", "#! " + program + " -x\n");
    const std::string by_env = folder.write("by-env", "#!/usr/bin/env -S A=1 " + program + "\n");
    const auto refusal = [](Command command) {
        const auto checked = trust_in_root().with_remedy("go").checked(std::move(command));
        const auto* objection = std::get_if<Objection>(&checked);
        return objection == nullptr ? "none" : objection->reason;
    };
    for (const std::string& each : {program, script, by_env})
        Tree::mode(each, 0755);
    for (const std::string& each : {script, by_env}) {
        const Command direct{.arguments = {each}};
        const Command read{.arguments = {"/bin/sh", each}, .code = {each}};
        CHECK(refusal(direct) == "none");
        Tree::owner(program, other_user);
        const std::string fault = "the first line of '" + each + "' names '" + program +
                                  "', and '" + program + "' belongs to user " +
                                  std::to_string(other_user) + " (chown root '" + program +
                                  "'); mend that, or go";
        CHECK(refusal(direct) == fault);
        CHECK(refusal(read) == fault);
        CHECK(refusal({.arguments = {each}, .user = other_user}) == "none");
        Tree::owner(program, 0);
    }
}

TEST_CASE("the imports of a Python script are checked with it") {
    if (!is_root) return skip_without("root", "only root can give files to other users");
    const TemporaryFolder folder;
    Tree::mode(folder.path(), 0755);
    const std::string script = folder.write("module.py", "#!/usr/bin/env python3\n");
    Tree::mode(script, 0755);
    fs::create_directory(folder / "__pycache__");
    const std::string beside = folder.write("json.py", "");
    const std::string compiled = folder.write("__pycache__/json.cpython-311.pyc", "");
    const std::string other = folder.write("notes.txt", "");
    for (const std::string& each : {beside, compiled, other})
        Tree::mode(each, 0644);
    const auto is_refused = [&] {
        const auto direct = trust_in_root().checked({.arguments = {script}});
        const auto named =
            trust_in_root().checked({.arguments = {"/usr/bin/python3", script}, .code = {script}});
        CHECK(
            std::holds_alternative<Objection>(direct) == std::holds_alternative<Objection>(named)
        );
        return std::holds_alternative<Objection>(direct);
    };
    CHECK_FALSE(is_refused());
    for (const std::string& each : {beside, compiled}) {
        Tree::mode(each, 0666);
        CHECK(is_refused());
        Tree::mode(each, 0644);
    }
    Tree::mode(other, 0666);
    CHECK_FALSE(is_refused());
    Tree::mode(folder.path(), 01777); // others can put files there
    CHECK(is_refused());
}

TEST_CASE("a program is looked up where its process will be") {
    if (!is_root) return skip_without("root", "only root can give files to other users");
    const Tree tree;
    Tree::owner(tree.file, other_user);
    const auto is_refused = [](Command command) {
        return std::holds_alternative<Objection>(trust_in_root().checked(std::move(command)));
    };
    CHECK(is_refused({.arguments = {"./file"}, .folder = tree.folder}));
    CHECK(is_refused({.arguments = {"/file"}, .root = tree.folder}));
    CHECK_FALSE(is_refused({.arguments = {"/absent"}, .root = tree.folder}));
    const auto absent = trust_in_root().checked({.arguments = {tree.folder + "/absent"}});
    CHECK(std::get<TrustedCommand>(absent).error() == ENOENT);
}

TEST_CASE("a chain of links that never ends is not trusted") {
    const TemporaryFolder folder;
    fs::create_symlink("one", folder / "other");
    fs::create_symlink("other", folder / "one");
    CHECK(objection(folder / "one", {::geteuid()}).ends_with("leads nowhere"));
}
