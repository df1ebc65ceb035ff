#include "modules/packages/package_managers.h"
#include "modules/packages/packages_module.h"
#include "modules/packages/system_keeper.h"
#include "modules/sdk/cpp/described_module.h"
#include "tests/support/kept_promise.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <filesystem>

namespace system_keeper_test {

using namespace vow;
using namespace vow::tests;

namespace {

/// Installs and removes entries of the database beside it, and with each package those that a file
/// removed_by_NAME names; it does not announce those of surprise_by_NAME. Knows nano 7.2 and 7.3;
/// knows vim after an update. Takes names as apt-get does: NAME- is removed, "nan." is nano.
constexpr std::string_view fake_apt_get = R"sh(#!/bin/sh
cd "$(dirname "$0")" || exit 1
for last; do :; done
echo "$*" | sed "s/.* --option[^ ]* //" >>calls
version=${last#*=}
[ "$version" != "$last" ] || version=9.0
name=${last%%=*}
name=${name%%:*}
case "$name" in */*) name=tool version=1.0 ;; nan.) name=nano ;; esac
case "$*" in *" install "*) case "$name" in
nano) [ "${last#*=}" != "$last" ] || version=7.3 ;;
vim) [ -e knows_vim ] || { echo "E: Unable to locate package vim"; exit 100; } ;;
missing) echo "E: Unable to locate package missing"; exit 100 ;;
esac ;; esac
forget() { sed -i "/^Package: $1\$/,/^\$/d" status; }
case "$*" in
*--simulate*" install "*)
    echo "Inst $name [7.2] ($version Debian:12.5/stable [amd64])"
    [ ! -e "removed_by_$name" ] || sed 's/.*/Remv & [4.96]/' "removed_by_$name" ;;
*--simulate*" remove "*)
    echo "Remv $name [7.2]"
    [ ! -e "removed_by_$name" ] || sed 's/.*/Remv & [4.96]/' "removed_by_$name" ;;
*" update"*) touch knows_vim ;;
*" install "*)
    forget "$name"
    printf 'Package: %s\nStatus: install ok installed\nArchitecture: amd64\nVersion: %s\n\n' "$name" "$version" >>status
    for other in $(cat "removed_by_$name" "surprise_by_$name" 2>/dev/null); do forget "$other"; done ;;
*" remove "*)
    forget "$name"
    for other in $(cat "removed_by_$name" 2>/dev/null); do forget "$other"; done ;;
esac
)sh";

constexpr std::string_view fake_dpkg_deb = "#!/bin/sh\nprintf 'tool\t1.0\tamd64\n'\n";

constexpr std::string_view fake_rpm = R"sh(#!/bin/sh
printf 'nano\t7.2-1\tx86_64\n'
)sh";

constexpr std::string_view fake_dnf = R"sh(#!/bin/sh
echo "$*" >>"$(dirname "$0")/calls"
case "$*" in
--assumeno*) cat <<'END'
Dependencies resolved.
================================================================================
 Package                     Architecture  Version          Repository     Size
================================================================================
Installing:
 nano                        x86_64        1:7.3-1          fedora        700 k
     replacing  pico.x86_64 4.1-2
Installing dependencies:
 a-library-with-a-name-that-is-too-long-for-its-column
                             noarch        2.0-1            fedora         10 k
Removing dependent packages:
 pico-plugins                noarch        4.1-2            @System        10 k

Transaction Summary
================================================================================
Operation aborted.
END
    exit 1 ;;
esac
)sh";

/// A folder with programs that are found first, until the test ends.
class PackageHost {
public:
    PackageHost() {
        add_program("apt-get", fake_apt_get);
        add_program("dpkg-deb", fake_dpkg_deb);
        add_program("dnf", fake_dnf);
        add_program("rpm", fake_rpm);
        folder.write(
            "status",
            "Package: nano\nStatus: install ok installed\nArchitecture: amd64\nVersion: 7.2\n\n"
            "Package: exim4\nStatus: install ok installed\nArchitecture: amd64\nVersion: 4.96\n\n"
            "Package: gone\nStatus: deinstall ok config-files\nArchitecture: amd64\nVersion: 1\n\n"
        );
        ::setenv("PATH", (folder.path() + ":" + path_before_).c_str(), 1);
    }
    PackageHost(const PackageHost&) = delete;
    PackageHost& operator=(const PackageHost&) = delete;
    ~PackageHost() { ::setenv("PATH", path_before_.c_str(), 1); }

    std::string calls() const {
        return std::filesystem::exists(folder / "calls") ? folder.read("calls") : "";
    }

    TemporaryFolder folder;

private:
    void add_program(const char* name, std::string_view text) const {
        folder.write(name, std::string(text));
        std::filesystem::permissions(folder / name, std::filesystem::perms(0700));
    }

    std::string path_before_ = ::getenv("PATH");
};

/// Keeps promises by one of the package managers.
template <class MakeManager>
class SystemModule : public modules::DescribedModule {
public:
    explicit SystemModule(MakeManager make_manager)
        : DescribedModule(modules::packages_type()),
          make_manager_(std::move(make_manager)) {}

private:
    Outcome keep(const Promise& promise, Record& record, modules::Log& log) override {
        const Settings settings(promise.attributes);
        auto manager = make_manager_(promise, log, settings.list("options"));
        modules::SystemKeeper(record, settings, manager, known_).keep();
        return {};
    }

    MakeManager make_manager_;
    modules::SystemPackages known_;
};

auto apt_module(const PackageHost& host) {
    return SystemModule([&host](const Promise& promise, modules::Log& log, auto options) {
        return modules::AptManager(promise, log, std::move(options), host.folder / "status");
    });
}

auto dnf_module() {
    return SystemModule([](const Promise& promise, modules::Log& log, auto options) {
        return modules::DnfManager(promise, log, std::move(options));
    });
}

} // namespace

TEST_CASE("an installed package is kept without running a program") {
    const PackageHost host;
    auto apt = apt_module(host);
    CHECK(keep_promise(apt, "nano", {}).result() == Verdict::kept);
    CHECK(keep_promise(apt, "nano", {{"version", "7.2"}}).result() == Verdict::kept);
    CHECK(keep_promise(apt, "nano", {{"architecture", "amd64"}}).result() == Verdict::kept);
    CHECK(keep_promise(apt, "gone", {{"policy", "absent"}}).result() == Verdict::kept);
    CHECK(host.calls().empty());
}

TEST_CASE("a package is installed in the promised version, and kept afterwards") {
    const PackageHost host;
    auto apt = apt_module(host);
    const auto made = keep_promise(apt, "nano", {{"version", "7.3"}});
    CHECK(made.log_text() == "info: Installed package 'nano' 7.3\n");
    CHECK(made.result() == Verdict::repaired);
    CHECK(host.calls() == "--simulate install -- nano=7.3\ninstall -- nano=7.3\n");
    CHECK(keep_promise(apt, "nano", {{"version", "7.3"}}).result() == Verdict::kept);
}

TEST_CASE("a package that is not known is installed after an update of the list") {
    const PackageHost host;
    auto apt = apt_module(host);
    CHECK(keep_promise(apt, "vim", {}).log_text() == "info: Installed package 'vim' 9.0\n");
    CHECK(
        host.calls() ==
        "--simulate install -- vim\nupdate\n--simulate install -- vim\ninstall -- vim\n"
    );
}

TEST_CASE("the latest version is the one that a simulation would install") {
    const PackageHost host;
    auto apt = apt_module(host);
    const Attributes latest = {{"version", "latest"}};
    const auto planned = keep_promise(apt, "nano", latest, Terms::Policy::dry_run);
    CHECK(planned.log_text() == "warning: Should update package 'nano' 7.2 to 7.3\n");
    const auto made = keep_promise(apt, "nano", latest);
    CHECK(made.log_text() == "info: Installed package 'nano' 7.3\n");
    CHECK(host.folder.read("status").find("Version: 7.3") != std::string::npos);
}

TEST_CASE("a dry run states the versions and changes nothing") {
    const PackageHost host;
    auto apt = apt_module(host);
    const auto add = keep_promise(apt, "nano", {{"version", "7.3"}}, Terms::Policy::dry_run);
    CHECK(add.log_text() == "warning: Should install package 'nano' 7.3\n");
    REQUIRE(add.outcome.changes.size() == 1);
    CHECK(add.outcome.changes[0].before == "7.2");
    CHECK(add.outcome.changes[0].after == "7.3");
    const auto remove = keep_promise(apt, "nano", {{"policy", "absent"}}, Terms::Policy::dry_run);
    CHECK(remove.log_text() == "warning: Should remove package 'nano'\n");
    CHECK(host.calls() == "--simulate install -- nano=7.3\n--simulate remove -- nano:amd64\n");
    const auto vim = keep_promise(apt, "vim", {}, Terms::Policy::dry_run);
    CHECK(vim.log_text() == "warning: Should install package 'vim'\n");
}

TEST_CASE("a package is removed, with the last line of the program when that fails") {
    const PackageHost host;
    auto apt = apt_module(host);
    const auto removed = keep_promise(apt, "nano", {{"policy", "absent"}});
    CHECK(removed.log_text() == "info: Removed package 'nano' 7.2\n");
    const auto missing =
        keep_promise(apt, "vim", {{"version", "1"}, {"options", std::vector<std::string>{"-x"}}});
    CHECK(missing.result() == Verdict::repaired);
    CHECK(host.calls().find("-x install -- vim=1\n") != std::string::npos);
    CHECK(
        keep_promise(apt, "missing", {}).log_text() ==
        "error: Package 'missing' was not installed: E: Unable to locate package missing\n"
    );
}

TEST_CASE("other packages that are removed are named in warnings, and are changes of their own") {
    const PackageHost host;
    auto apt = apt_module(host);
    host.folder.write("removed_by_postfix", "exim4\n");
    const auto planned = keep_promise(apt, "postfix", {}, Terms::Policy::dry_run);
    CHECK(
        planned.log_text() == "warning: Should install package 'postfix'\n"
                              "warning: Should remove package 'exim4' because of 'postfix'\n"
    );
    REQUIRE(planned.outcome.changes.size() == 2);
    CHECK(planned.outcome.changes[1].what == "remove package 'exim4' because of 'postfix'");
    const auto made = keep_promise(apt, "postfix", {});
    CHECK(
        made.log_text() == "warning: Package 'exim4' 4.96 will be removed because of 'postfix'\n"
                           "info: Installed package 'postfix' 9.0\n"
                           "info: Removed package 'exim4' 4.96 because of 'postfix'\n"
    );
    REQUIRE(made.outcome.changes.size() == 2);
    CHECK(made.outcome.changes[1].before == "4.96");
    CHECK(made.result() == Verdict::repaired);
}

TEST_CASE("nothing is done if other packages would be removed and that is refused") {
    const PackageHost host;
    auto apt = apt_module(host);
    host.folder.write("removed_by_postfix", "exim4\n");
    host.folder.write("removed_by_nano", "exim4\n");
    const std::string database = host.folder.read("status");
    const auto refused = keep_promise(apt, "postfix", {{"removals", "false"}});
    CHECK(
        refused.log_text() == "error: Package 'postfix' was not installed: that would remove "
                              "'exim4', and removals are refused\n"
    );
    const Attributes absent = {{"policy", "absent"}, {"removals", "false"}};
    CHECK(keep_promise(apt, "nano", absent).result() == Verdict::not_kept);
    ::setenv("VOW_REMOVALS", "false", 1);
    CHECK(keep_promise(apt, "postfix", {}).result() == Verdict::not_kept);
    ::unsetenv("VOW_REMOVALS");
    CHECK(host.folder.read("status") == database);
    CHECK(keep_promise(apt, "vim", {{"removals", "false"}}).result() == Verdict::repaired);
}

TEST_CASE("changes that a package manager did not announce are named afterwards") {
    const PackageHost host;
    auto apt = apt_module(host);
    host.folder.write("surprise_by_postfix", "exim4\n");
    const auto made = keep_promise(apt, "postfix", {});
    CHECK(
        made.log_text() ==
        "info: Installed package 'postfix' 9.0\n"
        "warning: Package 'exim4' was removed, which the package manager did not announce\n"
        "info: Removed package 'exim4' 4.96 because of 'postfix'\n"
    );
}

TEST_CASE("a name that the package manager takes for something else changes nothing") {
    const PackageHost host;
    auto apt = apt_module(host);
    const auto pattern = keep_promise(apt, "nan.", {});
    CHECK(
        pattern.log_text() == "error: Package 'nan.' was not installed: the package manager would "
                              "not install it, but 'nano'\n"
    );
    CHECK(host.calls() == "--simulate install -- nan.\n");
}

TEST_CASE("a promise about what cannot be the name or version of a package is invalid") {
    const PackageHost host;
    auto apt = apt_module(host);
    for (const char* name :
         {"nano-",
          "-nano",
          "nano/stable",
          "nano^",
          "~n",
          "nan*",
          "?x",
          "a b",
          "nano=7.3",
          "a\nb",
          "",
          "/tmp/a\nb"}) {
        CAPTURE(name);
        const auto refused = keep_promise(apt, name, {});
        CHECK(refused.validity == modules::Validity::invalid);
        CHECK(refused.log_text().find("must be the name of a package") != std::string::npos);
    }
    for (const char* version : {"*", "7 3", "-7", "7-", "7/8"})
        CHECK(
            keep_promise(apt, "nano", {{"version", version}}).validity == modules::Validity::invalid
        );
    CHECK(host.calls().empty());
    CHECK(keep_promise(apt, "g++", {}).result() == Verdict::repaired);
    CHECK(keep_promise(apt, "nano", {{"version", "1:7.3~rc1+b2-1"}}).result() == Verdict::repaired);
}

TEST_CASE("a package file is installed if only trusted users can change it") {
    const PackageHost host;
    auto apt = apt_module(host);
    const std::string file = host.folder.write("tool.deb", "");
    CHECK(keep_promise(apt, file, {}).log_text() == "info: Installed package 'tool' 1.0\n");
    CHECK(keep_promise(apt, file, {}).result() == Verdict::kept);
}

TEST_CASE("dnf names packages with version and architecture") {
    const PackageHost host;
    auto dnf = dnf_module();
    CHECK(keep_promise(dnf, "nano", {{"version", "7.2-1"}}).result() == Verdict::kept);
    const Attributes newer = {{"version", "7.3-1"}, {"architecture", "x86_64"}};
    const auto failed = keep_promise(dnf, "nano", newer);
    CHECK(failed.result() == Verdict::not_kept);
    CHECK(
        failed.log_text() ==
        "warning: Package 'pico' 4.1-2 will be removed because of 'nano'\n"
        "warning: Package 'pico-plugins' 4.1-2 will be removed because of 'nano'\n"
        "error: Package 'nano' was not installed: it is still missing\n"
    );
    CHECK(
        host.calls() == "--assumeno install -- nano-7.3-1.x86_64\n"
                        "--quiet --assumeyes install -- nano-7.3-1.x86_64\n"
    );
}

} // namespace system_keeper_test
