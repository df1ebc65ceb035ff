#include "modules/sdk/cpp/tool.h"
#include "protocol/system/accounts.h"
#include "tests/support/kept_promise.h"
#include "tests/support/skip.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <sys/stat.h>
#include <unistd.h>

namespace git_module_test {

using namespace vow;
using vow::tests::keep_promise;

namespace {

/// A repository with one commit, and a place for its clone.
struct Site {
    tests::TemporaryFolder folder;
    std::string origin = folder.path() + "/origin";
    std::string clone = folder.path() + "/clone";

    Site() {
        git("init --quiet -b main " + origin);
        commit(origin, "one");
    }

    static void git(const std::string& arguments) {
        const std::string command =
            "git -c user.name=x -c user.email=x@example.org " + arguments + " >/dev/null 2>&1";
        REQUIRE(std::system(command.c_str()) == 0);
    }
    static void commit(const std::string& where, const std::string& name) {
        std::ofstream(where + "/" + name) << name;
        git("-C " + where + " add " + name);
        git("-C " + where + " commit --quiet -m " + name);
    }
    bool cloned(const std::string& name) const {
        return std::filesystem::exists(clone + "/" + name);
    }

    tests::KeptPromise kept(Attributes more = {}, Terms::Policy policy = Terms::Policy::fix) const {
        more.set("repository", origin);
        more.set("destination", clone);
        return keep_promise("git", "site", std::move(more), policy);
    }
};

using Classes = std::vector<std::string>;

/// Whether git is installed; if not, the test is skipped.
bool has_git() {
    if (modules::find_program("git")) return true;
    tests::skip_without("git", "it is not installed");
    return false;
}

} // namespace

TEST_CASE("a repository is cloned, kept, and brought up to date") {
    if (!has_git()) return;
    const Site site;
    const auto warned = site.kept({}, Terms::Policy::warn);
    CHECK(warned.result() == Verdict::not_kept);
    CHECK_FALSE(site.cloned("one"));
    const auto first = site.kept();
    CHECK(first.result() == Verdict::repaired);
    CHECK(first.outcome.classes == Classes{"site_cloned"});
    CHECK(site.cloned("one"));
    CHECK(site.kept().result() == Verdict::kept);

    Site::commit(site.origin, "two");
    CHECK(site.kept({}, Terms::Policy::warn).result() == Verdict::not_kept);
    CHECK_FALSE(site.cloned("two"));
    const auto updated = site.kept();
    CHECK(updated.result() == Verdict::repaired);
    CHECK(updated.outcome.classes == Classes{"site_updated"});
    CHECK(site.cloned("two"));
    CHECK(site.kept({}, Terms::Policy::warn).result() == Verdict::kept);
}

TEST_CASE("branches, tags and commits are versions") {
    if (!has_git()) return;
    const Site site;
    Site::git("-C " + site.origin + " tag first");
    Site::git("-C " + site.origin + " checkout --quiet -b other");
    Site::commit(site.origin, "two");
    CHECK(site.kept({{"version", "first"}}).result() == Verdict::repaired);
    CHECK_FALSE(site.cloned("two"));
    CHECK(site.kept({{"version", "first"}}).result() == Verdict::kept);
    CHECK(site.kept({{"version", "other"}}).result() == Verdict::repaired);
    CHECK(site.cloned("two"));
    CHECK(site.kept({{"version", "main"}}).result() == Verdict::repaired);
    CHECK_FALSE(site.cloned("two"));
    const auto none = site.kept({{"version", "absent"}});
    CHECK(none.result() == Verdict::not_kept);
    CHECK(none.outcome.classes == Classes{"site_update_failed"});
}

TEST_CASE("local changes are discarded only by force") {
    if (!has_git()) return;
    const Site site;
    CHECK(site.kept().result() == Verdict::repaired);
    std::ofstream(site.clone + "/one") << "changed";
    CHECK(site.kept().result() == Verdict::kept);
    CHECK(site.kept({{"force", "true"}}, Terms::Policy::warn).result() == Verdict::not_kept);
    const auto forced = site.kept({{"force", "true"}});
    CHECK(forced.result() == Verdict::repaired);
    CHECK(forced.outcome.classes == Classes{"site_reset", "site_updated"});
    CHECK(site.kept({{"force", "true"}}).result() == Verdict::kept);
}

TEST_CASE("a folder that is not a repository is left alone") {
    if (!has_git()) return;
    const Site site;
    CHECK(site.kept({{"clone", "false"}}).outcome.classes == Classes{"site_not_found"});
    std::filesystem::create_directory(site.clone);
    std::ofstream(site.clone + "/mine") << "mine";
    CHECK(site.kept().result() == Verdict::not_kept);
    CHECK(site.cloned("mine"));
}

TEST_CASE("a version that looks like an option of git is invalid") {
    const auto kept =
        keep_promise("git", "/nowhere", {{"repository", "/x"}, {"version", "--upload-pack=x"}});
    CHECK(kept.validity == modules::Validity::invalid);
    CHECK(keep_promise("git", "/nowhere", {}).validity == modules::Validity::invalid);
}

TEST_CASE("git finds its settings without HOME, and uses the promised ssh") {
    const tests::TemporaryFolder folder;
    folder.write(
        "git", "#!/bin/sh\necho \"$HOME $GIT_SSH_COMMAND\" >\"$(dirname \"$0\")/seen\"\nexit 1\n"
    );
    std::filesystem::permissions(folder / "git", std::filesystem::perms(0700));
    const char* home = std::getenv("HOME");
    const std::string before = home == nullptr ? "" : home;
    ::unsetenv("HOME");
    const auto kept = keep_promise(
        "git",
        folder / "clone",
        {{"repository", "/x"},
         {"executable", folder / "git"},
         {"ssh_executable", "/opt/ssh"},
         {"ssh_options", "-p 7"}}
    );
    if (home != nullptr) ::setenv("HOME", before.c_str(), 1);
    CHECK(kept.result() == Verdict::not_kept);
    CHECK(
        folder.read("seen") == find_user(::geteuid())->home + " /opt/ssh -o BatchMode=yes -p 7\n"
    );
}

TEST_CASE("a password in the address of a repository reaches git by its environment only") {
    if (!has_git()) return;
    const tests::TemporaryFolder folder;
    const std::string program = folder.write(
        "git",
        "#!/bin/sh\necho \"$@\" >> " + folder / "arguments" +
            "\nprintf 'protocol=https\\nhost=host.invalid\\n\\n' | PATH=/usr/bin:/bin git "
            "credential fill > " +
            folder / "filled" + "\nexit 1\n"
    );
    REQUIRE(::chmod(program.c_str(), 0755) == 0);
    const auto kept = keep_promise(
        "git",
        folder / "clone",
        {{"repository", "https://bob:pw%40secret@host.invalid/x.git"}, {"executable", program}}
    );
    CHECK(kept.result() == Verdict::not_kept);
    const std::string arguments = folder.read("arguments");
    CHECK(arguments.find("https://host.invalid/x.git") != std::string::npos);
    CHECK(arguments.find("secret") == std::string::npos);
    CHECK(folder.read("filled").find("username=bob\npassword=pw@secret\n") != std::string::npos);
    for (const std::string& line : kept.lines)
        CHECK(line.find("secret") == std::string::npos);
}

} // namespace git_module_test
