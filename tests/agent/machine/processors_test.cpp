#include "agent/machine/processors.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

namespace processors_test {

using namespace vow::agent;
using vow::tests::TemporaryFolder;

namespace {

int allowed_in(const TemporaryFolder& folder, const std::string& own) {
    return processors_allowed_by({.own = folder.write("own", own), .folder = folder / "cgroup"});
}

} // namespace

TEST_CASE("the smallest limit of a control group and those around it counts, rounded up") {
    const TemporaryFolder folder;
    CHECK(allowed_in(folder, "0::/a/b\n") == 0);
    folder.write("cgroup/a/b/cpu.max", "max 100000\n");
    CHECK(allowed_in(folder, "0::/a/b\n") == 0);
    folder.write("cgroup/cpu.max", "400000 100000\n");
    CHECK(allowed_in(folder, "0::/a/b\n") == 4);
    CHECK(allowed_in(folder, "0::/\n") == 4);
    folder.write("cgroup/a/cpu.max", "150000 100000\n");
    CHECK(allowed_in(folder, "0::/a/b\n") == 2);
    folder.write("cgroup/a/b/cpu.max", "10000 100000\n");
    CHECK(allowed_in(folder, "0::/a/b\n") == 1);
    CHECK(allowed_in(folder, "0::/c\n") == 4);
}

TEST_CASE("control groups of version 1 have a quota and a period") {
    const TemporaryFolder folder;
    folder.write("cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "250000\n");
    folder.write("cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
    const std::string own = "4:memory:/a\n3:cpu,cpuacct:/a/b\n0::/\n";
    CHECK(allowed_in(folder, own) == 3);
    folder.write("cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "-1\n");
    CHECK(allowed_in(folder, own) == 0);
}

TEST_CASE("at least one processor is usable, and empty files set no limit") {
    const TemporaryFolder folder;
    CHECK(usable_processors() >= 1);
    CHECK(allowed_in(folder, "") == 0);
    CHECK(allowed_in(folder, "nonsense\n::\n") == 0);
}

} // namespace processors_test
