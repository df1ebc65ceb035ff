#include "tests/support/fake_state.h"
#include "tests/support/kept_promise.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <filesystem>

namespace package_lists_test {

using namespace vow;
using namespace vow::tests;

namespace {

/// Writes its requests to one file, and the packages that it installs to another.
constexpr std::string_view fake_module = R"sh(
cd "$(dirname "$0")" || exit 1
echo "$1" >>calls
case $1 in
supports-api-version) echo 1 ;;
get-package-data) echo PackageType=repo; sed -n s/^File=/Name=/p ;;
list-installed) for name in $(cat installed); do printf 'Name=%s\nVersion=1\nArchitecture=amd64\n' "$name"; done ;;
repo-install) sed -n s/^Name=//p >>installed ;;
esac
)sh";

class ModuleHost {
public:
    ModuleHost() {
        folder.write("module", std::string(fake_module));
        folder.write("installed", "nano\n");
    }

    /// A run of its own, with one promise.
    KeptPromise run(const std::string& promiser, const std::string& minutes) {
        folder.write("calls", "");
        return keep_promise(
            state,
            "packages",
            promiser,
            {{"policy", "present"},
             {"package_module",
              body(
                  {{"module_path", folder / "module"},
                   {"interpreter", "/bin/sh"},
                   {"query_installed_ifelapsed", minutes}}
              )}}
        );
    }
    bool has_listed() const {
        return folder.read("calls").find("list-installed") != std::string::npos;
    }

    TemporaryFolder folder;
    test::FakeClock clock;
    test::FakeState state{clock};
};

/// The promise of a package by a method that lists what is in a file.
Attributes by_method(const TemporaryFolder& folder, std::initializer_list<Data::Member> more) {
    std::vector<Data::Member> method = {
        {"package_list_command", Data::string("/bin/cat " + (folder / "list"))},
        {"package_installed_regex", Data::string(".*")},
        {"package_list_name_regex", Data::string("^(\\S+) .*")},
        {"package_list_version_regex", Data::string("^\\S+ (\\S+)")}};
    method.insert(method.end(), more.begin(), more.end());
    return {{"package_policy", "add"}, {"package_method", Data::object(std::move(method))}};
}

} // namespace

TEST_CASE("a package module lists packages again when the stored list is old") {
    ModuleHost host;
    CHECK(host.run("nano", "60").result() == Verdict::kept);
    CHECK(host.has_listed());
    CHECK(host.run("nano", "60").result() == Verdict::kept);
    CHECK_FALSE(host.has_listed());
    CHECK(host.run("nano", "0").result() == Verdict::kept);
    CHECK(host.has_listed());
}

TEST_CASE("a change renews the stored list of a package module") {
    ModuleHost host;
    CHECK(host.run("vim", "60").log_text() == "info: Successfully installed package 'vim'\n");
    CHECK(host.run("vim", "60").result() == Verdict::kept);
    CHECK_FALSE(host.has_listed());
}

TEST_CASE("a package method uses its stored list for as long as promised, until a change") {
    const TemporaryFolder folder;
    test::FakeClock clock;
    test::FakeState state(clock);
    const auto keep = [&](const std::string& promiser) {
        return keep_promise(
            state,
            "packages",
            promiser,
            by_method(
                folder,
                {{"package_list_update_ifelapsed", Data::string("60")},
                 {"package_add_command", Data::string("/bin/true")}}
            )
        );
    };
    folder.write("list", "nano 1\n");
    CHECK(keep("nano").result() == Verdict::kept);
    folder.write("list", "vim 1\n");
    CHECK(keep("nano").result() == Verdict::kept);
    CHECK(keep("vim").result() == Verdict::repaired);
    CHECK(keep("vim").result() == Verdict::kept);
}

TEST_CASE("a list of packages is updated before it is read, once in its interval") {
    const TemporaryFolder folder;
    test::FakeClock clock;
    test::FakeState state(clock);
    folder.write("list", "nano 1\n");
    folder.write("updates", "");
    const Attributes promise = by_method(
        folder,
        {{"package_list_update_command", Data::string("/bin/echo x >> " + (folder / "updates"))},
         {"package_add_command", Data::string("/bin/true")}}
    );
    for (int run = 0; run < 2; ++run)
        CHECK(keep_promise(state, "packages", "nano", promise).result() == Verdict::kept);
    CHECK(folder.read("updates") == "x\n");
}

TEST_CASE("a package can be listed in several lines") {
    const TemporaryFolder folder;
    folder.write("list", "Name: nano\nVersion: 7.2\nName: vim\nVersion: 9\n");
    Attributes promise = {
        {"package_policy", "add"},
        {"package_version", "9"},
        {"package_method",
         body(
             {{"package_list_command", "/bin/cat " + (folder / "list")},
              {"package_installed_regex", ".*"},
              {"package_multiline_start", "Name: .*"},
              {"package_list_name_regex", "Name: (.*)"},
              {"package_list_version_regex", "Version: (.*)"}}
         )}};
    CHECK(keep_promise("packages", "vim", promise).result() == Verdict::kept);
    CHECK(keep_promise("packages", "nano", promise).result() == Verdict::kept); // in its version
    CHECK(keep_promise("packages", "emacs", promise).result() == Verdict::not_kept);
}

TEST_CASE("a patch that is available is installed, one that is installed is kept") {
    const TemporaryFolder folder;
    folder.write("list", "nano 1\n");
    folder.write("patches", "i p1 1\na p1 1\na p2 1\n");
    Attributes promise = by_method(
        folder,
        {{"package_patch_list_command", Data::string("/bin/cat " + (folder / "patches"))},
         {"package_patch_installed_regex", Data::string("i .*")},
         {"package_patch_name_regex", Data::string("^. (\\S+)")},
         {"package_patch_version_regex", Data::string("(\\S+)$")},
         {"package_patch_command", Data::string("/bin/echo patched")}}
    );
    promise.set("package_policy", "patch");
    CHECK(keep_promise("packages", "p1", promise).result() == Verdict::kept);
    const auto patched = keep_promise("packages", "p2", promise);
    CHECK(patched.result() == Verdict::repaired);
    CHECK(patched.log_text().find("patched p2") != std::string::npos);
}

} // namespace package_lists_test
