#include "tests/support/kept_promise.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace systemd_module_test {

using namespace vow;
using vow::tests::keep_promise;

namespace {

/// Records its arguments, one line per call; shows for every unit the content of the file "shown",
/// and fails for the verb that the file "refused" names.
constexpr std::string_view fake_systemctl = R"sh(#!/bin/sh
cd "$(dirname "$0")" || exit 1
echo "$*" >>calls
shift 2
if [ "$1" = show ]; then exec cat shown; fi
if [ "$1" = "$(cat refused 2>/dev/null)" ]; then echo "Job failed."; echo "See the journal."; exit 1; fi
)sh";

/// A folder with a program systemctl that is found first, until the test ends.
class Machine {
public:
    Machine() {
        folder.write("systemctl", fake_systemctl);
        std::filesystem::permissions(folder / "systemctl", std::filesystem::perms(0700));
        ::setenv("PATH", (folder.path() + ":" + path_before_).c_str(), 1);
    }
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;
    ~Machine() { ::setenv("PATH", path_before_.c_str(), 1); }

    void show(const std::string& activity, const std::string& enablement, const std::string& file)
        const {
        folder.write(
            "shown",
            "ActiveState=" + activity + "\nUnitFileState=" + enablement + "\nFragmentPath=" + file +
                "\nNeedDaemonReload=no\n"
        );
    }
    tests::KeptPromise kept(Attributes more, Terms::Policy policy = Terms::Policy::fix) const {
        more.set("unit_directory", folder.path());
        return keep_promise("systemd", "sample", std::move(more), policy);
    }
    /// The commands that systemctl received, one per line.
    std::string changes() const {
        std::string changes;
        std::string rest = folder.read("calls");
        while (!rest.empty()) {
            const std::string line = rest.substr(0, rest.find('\n') + 1);
            rest.erase(0, line.size());
            if (line.find(" show ") == std::string::npos) changes += line;
        }
        return changes;
    }

    tests::TemporaryFolder folder;

private:
    std::string path_before_ = std::getenv("PATH");
};

using Classes = std::vector<std::string>;
using Texts = std::vector<std::string>;

const Attributes service = {
    {"state", "started"},
    {"service_exec_start", Texts{"/bin/sleep 9"}},
    {"install_wanted_by", Texts{"multi-user.target"}},
};

} // namespace

TEST_CASE("systemctl gets a list of arguments, and does not ask for a password") {
    const Machine machine;
    machine.show("inactive", "enabled", "/x");
    const auto kept = machine.kept({{"state", "started"}});
    CHECK(kept.log_text() == "info: Started unit 'sample.service'\n");
    CHECK(
        machine.folder.read("calls") == "--no-ask-password --no-pager show "
                                        "--property=ActiveState,UnitFileState,FragmentPath,"
                                        "NeedDaemonReload,DropInPaths -- sample.service\n"
                                        "--no-ask-password --no-pager start -- sample.service\n"
    );
    REQUIRE(kept.outcome.changes.size() == 1);
    CHECK(kept.outcome.changes.front().what == "start unit 'sample.service'");
    CHECK(kept.outcome.changes.front().path == "sample.service");
}

TEST_CASE("a warn run only queries systemd, and logs all changes") {
    const Machine machine;
    machine.show("inactive", "", "");
    const auto kept = machine.kept(service, Terms::Policy::warn);
    CHECK(kept.result() == Verdict::not_kept);
    CHECK(
        kept.log_text() ==
        "warning: Should install unit file '" + machine.folder.path() +
            "/sample.service', but only warning promised\n"
            "warning: Should enable unit 'sample.service', but only warning promised\n"
            "warning: Should start unit 'sample.service', but only warning promised\n"
    );
    REQUIRE(kept.outcome.changes.size() == 3);
    CHECK(kept.outcome.changes.front().after.ends_with("[Install]\nWantedBy=multi-user.target\n"));
    CHECK(kept.outcome.classes.empty());
    CHECK(machine.changes().empty());
    CHECK_FALSE(machine.folder.has("sample.service"));
}

TEST_CASE("a unit file is written before systemd reads it, and is readable by all") {
    const Machine machine;
    machine.show("inactive", "disabled", "");
    const auto kept = machine.kept(service);
    CHECK(kept.result() == Verdict::repaired);
    CHECK(
        machine.changes() == "--no-ask-password --no-pager daemon-reload\n"
                             "--no-ask-password --no-pager enable -- sample.service\n"
                             "--no-ask-password --no-pager start -- sample.service\n"
    );
    const auto mode = std::filesystem::status(machine.folder / "sample.service").permissions();
    CHECK(mode == std::filesystem::perms(0644));
}

TEST_CASE("the first failing step is the last, and logs the output of systemctl") {
    const Machine machine;
    machine.show("inactive", "disabled", "/x");
    machine.folder.write("refused", "enable");
    const auto kept = machine.kept({{"state", "started"}});
    CHECK(kept.result() == Verdict::not_kept);
    CHECK(
        kept.log_text() ==
        "error: Cannot enable unit 'sample.service': Job failed. See the journal.\n"
    );
    CHECK(kept.outcome.classes == Classes{"sample_enable_failed"});
    CHECK(machine.changes() == "--no-ask-password --no-pager enable -- sample.service\n");
}

TEST_CASE("an outdated unit is reloaded when its file is promised") {
    const Machine machine;
    machine.show("active", "enabled", machine.folder / "sample.service");
    CHECK(machine.kept(service).result() == Verdict::repaired);
    CHECK(machine.kept(service).result() == Verdict::kept);
    machine.folder.write(
        "shown", machine.folder.read("shown") + "NeedDaemonReload=yes\n"
    ); // of equal ones the last counts
    CHECK(machine.kept({{"state", "started"}}).result() == Verdict::kept);
    const auto kept = machine.kept(service);
    CHECK(kept.log_text() == "info: Reloaded all unit files\n");
    CHECK(kept.outcome.classes == Classes{"sample_daemon_reload"});
}

TEST_CASE("a unit that is masked until the next boot is unmasked at run time") {
    const Machine machine;
    machine.show("active", "masked-runtime", "/x");
    CHECK(machine.kept({{"state", "started"}}).result() == Verdict::repaired);
    CHECK(machine.changes() == "--no-ask-password --no-pager unmask --runtime -- sample.service\n");
}

TEST_CASE("systemctl reports whether an init script is started at boot") {
    const Machine machine;
    machine.show("active", "generated", "/x");
    CHECK(machine.kept({{"state", "started"}}).result() == Verdict::kept);
    machine.folder.write("refused", "is-enabled");
    const auto kept = machine.kept({{"state", "started"}});
    CHECK(kept.outcome.classes == Classes{"sample_enabled"});
}

TEST_CASE("systemctl without output is an error") {
    const Machine machine;
    machine.folder.write("shown", "");
    const auto kept = machine.kept({{"state", "stopped"}});
    CHECK(kept.result() == Verdict::not_kept);
    CHECK(kept.log_text().starts_with(
        "error: Cannot query systemd about unit 'sample.service': 'systemctl' does not show"
    ));
}

TEST_CASE("a template can be installed and removed without calls of systemctl") {
    const Machine machine;
    const auto template_of = [&](std::string state) {
        return machine.kept(
            {{"name", "sample@"}, {"state", std::move(state)}, {"unit_description", "%i"}}
        );
    };
    CHECK(template_of("installed").result() == Verdict::repaired);
    CHECK(machine.folder.has("sample@.service"));
    CHECK(template_of("absent").result() == Verdict::repaired);
    CHECK_FALSE(machine.folder.has("sample@.service"));
    CHECK(template_of("absent").result() == Verdict::kept);
    CHECK(machine.folder.read("calls").find("sample@") == std::string::npos);
}

} // namespace systemd_module_test
