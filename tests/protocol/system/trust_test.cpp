#include "protocol/system/place.h"
#include "protocol/system/trust.h"
#include "protocol/text/text.h"
#include "tests/support/skip.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/user_without_account.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

namespace trust_test {

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

TEST_CASE("a path is not trusted when its access list lets others write") {
    if (!is_root) return skip_without("root", "only root can give files to other users");
    using Tag = AclEntry::Tag;
    const Tree tree;
    const auto allow = [&](Tag tag, std::uint32_t id, unsigned permissions) {
        const auto place = Place::at(tree.folder);
        Acl acl = {
            {.tag = Tag::owner, .permissions = 7},
            {.tag = Tag::owning_group, .permissions = 5},
            {.tag = Tag::other, .permissions = 5},
            {.tag = tag, .id = id, .permissions = permissions},
            {.tag = Tag::mask, .permissions = 7}};
        put_in_order(acl);
        return place->set_acl(AclKind::access, acl, *place->status());
    };
    if (allow(Tag::user, other_user, 5) == EOPNOTSUPP)
        return skip_without("access lists", "the file system of the temporary folder has none");
    CHECK(objection(tree.file) == "none");
    REQUIRE(allow(Tag::user, other_user, 7) == 0);
    CHECK(
        objection(tree.file) == "'" + tree.folder + "' can be written by user " +
                                    std::to_string(other_user) + " (chmod g-w '" + tree.folder +
                                    "')"
    );
    CHECK(objection(tree.file, {other_user}) == "none");
    REQUIRE(allow(Tag::group, other_group, 2) == 0);
    CHECK(
        objection(tree.file) ==
        "'" + tree.folder + "' can be written by group 7777 (chmod g-w '" + tree.folder + "')"
    );
    Tree::mode(tree.folder, 0755); // takes the mask's right to write
    CHECK(objection(tree.file) == "none");
    REQUIRE(allow(Tag::group, 0, 7) == 0);
    CHECK(objection(tree.file) == "none");
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

TEST_CASE("a folder with too many entries to look at is not trusted") {
    if (!is_root) return skip_without("root", "only root can give files to other users");
    constexpr int many = 25'001;
    const Tree tree;
    for (const char* name : {"one", "other"}) {
        const std::string folder = tree.top / name;
        fs::create_directory(folder);
        for (int number = 0; number < many; ++number)
            fs::create_symlink("absent", folder + "/" + std::to_string(number));
        fs::create_directory_symlink(folder, tree.folder + "/" + name);
    }
    CHECK(
        trust_in_root().objection_to_tree(tree.folder) ==
        "'" + tree.folder +
            "' and what its links name have more than 50000 entries, too many to look at"
    );
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

TEST_CASE("the packages that a Python script can import are checked with it") {
    if (!is_root) return skip_without("root", "only root can give files to other users");
    const TemporaryFolder top;
    Tree::mode(top.path(), 0755);
    const std::string script = top.write("module.py", "#!/usr/bin/env python3\n");
    Tree::mode(script, 0755);
    const auto is_refused = [&] {
        return std::holds_alternative<Objection>(trust_in_root().checked({.arguments = {script}}));
    };
    for (const char* name :
         {"package/one.py",
          "package/__pycache__/one.cpython-311.pyc",
          "package/deep/er/two.py",
          "package/native.so"}) {
        const std::string file = top.write(name, "");
        for (const char* folder :
             {"package", "package/__pycache__", "package/deep", "package/deep/er"}) {
            if (fs::exists(top / folder)) Tree::mode(top / folder, 0755);
        }
        Tree::mode(file, 0644);
        CHECK_FALSE(is_refused());
        Tree::mode(file, 0666);
        CHECK_MESSAGE(is_refused(), name);
        Tree::mode(file, 0644);
    }
    for (const char* name : {"package/notes.txt", "no-package/three.py"}) {
        Tree::mode(top.write(name, ""), 0666); // which Python does not import
        Tree::mode(folder_of(top / name), 0755);
    }
    REQUIRE(::mkfifo((top / "fifo").c_str(), 0666) == 0);
    Tree::mode(top / "fifo", 0666);
    CHECK_FALSE(is_refused());
    const TemporaryFolder elsewhere;
    Tree::mode(elsewhere.path(), 0755);
    const std::string far = elsewhere.write("far.py", "");
    Tree::mode(far, 0666);
    fs::create_directory_symlink(elsewhere.path(), top / "linked");
    CHECK(is_refused());
}

TEST_CASE("links lead below the root that a process is confined to") {
    if (!is_root) return skip_without("root", "only root can give files to other users");
    const TemporaryFolder top;
    const std::string inside = top.write("root/target", "#!/bin/sh\n");
    const std::string outside = top.write("target", "#!/bin/sh\n");
    const std::string shell = top.write("root/bin/sh", "");
    for (const std::string& each : {top.path(), top / "root", top / "root/bin"})
        Tree::mode(each, 0755);
    for (const std::string& each : {inside, outside, shell})
        Tree::mode(each, 0755);
    const auto is_refused = [&](const std::string& program) {
        return std::holds_alternative<Objection>(
            trust_in_root().checked({.arguments = {program}, .root = top / "root"})
        );
    };
    fs::create_symlink("/target", top / "root/absolute");
    fs::create_symlink("../../../target", top / "root/upward");
    for (const char* program : {"/absolute", "/upward", "absolute", "/../target"}) {
        CHECK_FALSE(is_refused(program));
        Tree::owner(inside, other_user);
        CHECK_MESSAGE(is_refused(program), program);
        Tree::owner(inside, 0);
        Tree::owner(outside, other_user);
        CHECK_FALSE(is_refused(program));
        Tree::owner(outside, 0);
        Tree::owner(shell, other_user); // in the first line
        CHECK_MESSAGE(is_refused(program), program);
        Tree::owner(shell, 0);
    }
}

TEST_CASE("the program that env starts is looked up as env does") {
    if (!is_root) return skip_without("root", "only root can give files to other users");
    const TemporaryFolder top;
    Tree::mode(top.path(), 0755);
    const std::string tool = top.write("tool", "");
    Tree::mode(tool, 0755);
    Tree::owner(tool, other_user);
    const auto is_refused = [&](const std::string& line, Command command) {
        const std::string script = top.write("script", line + "\n");
        Tree::mode(script, 0755);
        command.arguments = {script};
        return std::holds_alternative<Objection>(trust_in_root().checked(std::move(command)));
    };
    const std::vector<std::string> found = {"PATH=/nowhere:" + top.path()};
    CHECK(is_refused("#!/usr/bin/env tool", {.environment = found}));
    CHECK(is_refused("#!/usr/bin/env -S tool -x", {.environment = found}));
    CHECK(is_refused("#!/usr/bin/env -Stool -x", {.environment = found}));
    CHECK(is_refused("#!/usr/bin/env tool", {.environment = {{"PATH=:/bin"}}, .folder = top.path()})
    );
    CHECK_FALSE(is_refused("#!/usr/bin/env tool", {.environment = {{"PATH=/bin"}}}));
    CHECK_FALSE(is_refused("#!/usr/bin/env true", {.environment = {{"PATH=/bin:/tmp"}}}));
    CHECK(is_refused("#!/usr/bin/env true", {.environment = {{"PATH=/tmp:/bin"}}}));
    Tree::owner(top.path(), other_user); // of the working folder, from where nothing is started
    const TemporaryFolder trusted;
    const std::string script = trusted.write("script", "#!/usr/bin/env -i\n");
    Tree::mode(trusted.path(), 0755);
    Tree::mode(script, 0755);
    CHECK_FALSE(std::holds_alternative<Objection>(
        trust_in_root().checked({.arguments = {script}, .folder = top.path()})
    ));
}

TEST_CASE("the program that begins a line of the shell is checked as well") {
    if (!is_root) return skip_without("root", "only root can give files to other users");
    const TemporaryFolder top;
    Tree::mode(top.path(), 0755);
    const std::string tool = top.write("tool", "");
    Tree::mode(tool, 0755);
    Tree::owner(tool, other_user);
    const auto is_refused = [&](const std::string& line, const std::string& path) {
        return std::holds_alternative<Objection>(trust_in_root().checked(
            {.arguments = {"/bin/sh", "-c", line},
             .environment = {{"PATH=" + path}},
             .folder = top.path()}
        ));
    };
    const std::string path = "/nowhere:" + top.path() + ":/bin";
    CHECK(is_refused("tool -x", path));
    CHECK(is_refused("\"tool\" -x", path));
    CHECK(is_refused(tool + " -x", "/bin"));
    CHECK(is_refused("./tool", "/bin"));
    CHECK(is_refused("true", "/tmp:/bin")); // others can put one there
    CHECK_FALSE(is_refused("true", "/bin:/tmp"));
    for (const char* line : {"tool", "true tool", "x='tool' true", "$tool", "", "( tool )"})
        CHECK_FALSE(is_refused(line, "/bin"));
}

TEST_CASE("an absent file is not used where others can make one") {
    if (!is_root) return skip_without("root", "only root can give files to other users");
    const Tree tree;
    const std::string absent = tree.folder + "/absent";
    const std::string script = tree.top.write("script", "#!" + absent + "\n");
    Tree::mode(script, 0755);
    const auto is_refused = [](Command command) {
        return std::holds_alternative<Objection>(trust_in_root().checked(std::move(command)));
    };
    const Command read{.arguments = {"/bin/sh", absent}, .code = {absent}};
    CHECK_FALSE(is_refused(read));
    CHECK_FALSE(is_refused({.arguments = {script}}));
    CHECK_FALSE(trust_in_root().objection_to_use(absent));
    Tree::mode(tree.folder, 01777);
    CHECK(is_refused(read));
    CHECK(is_refused({.arguments = {script}}));
    CHECK(
        trust_in_root().objection_to_use(absent) ==
        "'" + absent + "' is not there, and others can put it there"
    );
    CHECK(objection(absent) == "none"); // it can be made
    CHECK(trust_in_root().refusal_of(absent)->error == ENOENT);
    const auto direct = trust_in_root().checked({.arguments = {absent}});
    CHECK(std::get<TrustedCommand>(direct).error() == ENOENT); // it is not started
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

} // namespace trust_test
