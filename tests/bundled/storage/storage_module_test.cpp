#include "tests/support/kept_promise.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

namespace storage_module_test {

using namespace vow;
using namespace vow::tests;

namespace {

KeptPromise check_volume(const std::string& path, const std::string& free) {
    return keep_promise(
        "storage",
        path,
        {{"volume", body({{"freespace", free}, {"sensible_size", "1"}, {"sensible_count", "1"}})}}
    );
}

} // namespace

TEST_CASE("a volume has enough free space in bytes and percent") {
    const TemporaryFolder folder;
    folder.write("a", "1");
    const std::string path = folder / ".";
    CHECK(check_volume(path, "1k").result() == Verdict::kept);
    CHECK(check_volume(path, "0%").result() == Verdict::kept);
    const auto full = check_volume(path, "101%");
    CHECK(full.result() == Verdict::not_kept);
    CHECK(full.lines.back().starts_with(
        "error: Free disk space is under 101% for volume containing '" + path + "', "
    ));
    const auto small = check_volume(path, "999999999g");
    CHECK(small.result() == Verdict::not_kept);
    CHECK(small.lines.back().find(" kB for volume containing '" + path) != std::string::npos);
}

} // namespace storage_module_test
