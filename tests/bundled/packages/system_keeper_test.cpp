#include "modules/packages/apt_manager.h"
#include "modules/packages/dnf_manager.h"
#include "modules/packages/packages_type.h"
#include "modules/packages/system_keeper.h"
#include "modules/sdk/cpp/described_module.h"
#include "tests/support/kept_promise.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <filesystem>

using namespace vow;
using namespace vow::tests;

namespace {

/// Installs and removes entries of the database beside it. Knows nano 7.2 and 7.3; knows vim after
/// an update.
constexpr std::string_view fake_apt_get = R"sh(#!/bin/sh
cd "$(dirname "$0")" || exit 1
for last; do :; done
echo "$*" | sed "s/.* --option[^ ]* //" >>calls
case "$*" in
*--simulate*) echo "Inst nano [7.2] (7.3 Debian:12.5/stable [amd64])" ;;
*" update"*) touch knows_vim ;;
*" install "*)
    case "$last" in vim*) [ -e knows_vim ] || { echo "E: Unable to locate package vim"; exit 100; } ;; esac
    version=${last#*=}
    [ "$version" != "$last" ] || version=9.0
    name=${last%%=*}
    name=${name%%:*}
    sed -i "/^Package: $name\$/,/^\$/d" status
    printf 'Package: %s\nStatus: install ok installed\nArchitecture: amd64\nVersion: %s\n\n' "$name" "$version" >>status ;;
*" remove "*) name=${last%%:*}; sed -i "/^Package: $name\$/,/^\$/d" status ;;
esac
)sh";

constexpr std::string_view fake_rpm = R"sh(#!/bin/sh
printf 'nano\t7.2-1\tx86_64\n'
)sh";

constexpr std::string_view fake_dnf = R"sh(#!/bin/sh
echo "$*" >>"$(dirname "$0")/calls"
)sh";

/// A folder with programs that are found first, until the test ends.
class PackageHost {
public:
    PackageHost() {
        add_program("apt-get", fake_apt_get);
        add_program("dnf", fake_dnf);
        add_program("rpm", fake_rpm);
        folder.write(
            "status",
            "Package: nano\nStatus: install ok installed\nArchitecture: amd64\nVersion: 7.2\n\n"
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
    CHECK(host.calls() == "install -- nano=7.3\n");
    CHECK(keep_promise(apt, "nano", {{"version", "7.3"}}).result() == Verdict::kept);
}

TEST_CASE("a package that is not known is installed after an update of the list") {
    const PackageHost host;
    auto apt = apt_module(host);
    CHECK(keep_promise(apt, "vim", {}).log_text() == "info: Installed package 'vim' 9.0\n");
    CHECK(host.calls() == "install -- vim\nupdate\ninstall -- vim\n");
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
    CHECK(host.calls().empty());
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
}

TEST_CASE("dnf names packages with version and architecture") {
    const PackageHost host;
    auto dnf = dnf_module();
    CHECK(keep_promise(dnf, "nano", {{"version", "7.2-1"}}).result() == Verdict::kept);
    const Attributes newer = {{"version", "7.3-1"}, {"architecture", "x86_64"}};
    const auto failed = keep_promise(dnf, "nano", newer);
    CHECK(failed.result() == Verdict::not_kept);
    CHECK(failed.log_text() == "error: Package 'nano' was not installed: it is still missing\n");
    CHECK(host.calls() == "--quiet --assumeyes install -- nano-7.3-1.x86_64\n");
}
