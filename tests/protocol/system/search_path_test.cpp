#include "protocol/system/search_path.h"
#include "tests/support/skip.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/user_without_account.h"

#include <doctest/doctest.h>

#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

namespace search_path_test {

using namespace vow;
using namespace vow::tests;

namespace {

namespace fs = std::filesystem;

const Trust trust_in_root{std::vector<uid_t>{}};

} // namespace

TEST_CASE("programs are looked up in the folders of PATH where others can put none") {
    if (::geteuid() != 0) return skip_without("root", "only root can give files to other users");
    const TemporaryFolder top;
    REQUIRE(::chmod(top.path().c_str(), 0755) == 0);
    for (const char* name : {"own", "home", "sticky"})
        fs::create_directory(top / name);
    REQUIRE(::chown((top / "home").c_str(), user_without_account(), 0) == 0);
    REQUIRE(::chmod((top / "sticky").c_str(), 01777) == 0);
    const std::string own = top / "own";
    const std::string folders = top / "home" + ":" + own + "::bin:" + top / "sticky" + ":" + own +
                                ":/nowhere:" + top / "sticky/absent";
    const SearchPath path = trusted_search_path(trust_in_root, folders);
    CHECK(path.folders == own + ":/nowhere");
    REQUIRE(path.left_out.size() == 5);
    CHECK(path.left_out.front().starts_with(
        "No programs are looked up in '" + top / "home" + "', which PATH names: '"
    ));
}

TEST_CASE("the folders of the system are searched when PATH has no other") {
    CHECK(trusted_search_path(trust_in_root, "").folders == "/usr/sbin:/usr/bin:/sbin:/bin");
    CHECK(trusted_search_path(trust_in_root, ".").folders == "/usr/sbin:/usr/bin:/sbin:/bin");
}

TEST_CASE("all folders are searched by who trusts everything") {
    const SearchPath path = trusted_search_path(Trust::in_everything(), ".:/tmp::/tmp");
    CHECK(path.folders == ".:/tmp::/tmp");
    CHECK(path.left_out.empty());
}

} // namespace search_path_test
