#include "modules/git/private_folder.h"
#include "tests/support/skip.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

namespace private_folder_test {

using namespace vow;
using namespace vow::tests;

TEST_CASE("an exception in a private folder reaches the caller, and the folder goes") {
    const TemporaryFolder top;
    REQUIRE(::chmod(top.path().c_str(), 0755) == 0);
    const std::string shown = top / "shown";
    REQUIRE(std::filesystem::create_directory(shown));
    {
        const modules::PrivateFolder folder(shown, Trust::in_everything());
        REQUIRE(folder.error() == 0);
        int error = 0;
        bool is_thrown = false;
        try {
            error = folder.show(shown, [] { throw std::runtime_error("full"); });
        } catch (const std::runtime_error& fault) {
            is_thrown = std::string(fault.what()) == "full";
        }
        if (error != 0) return skip_without("mount", std::generic_category().message(error));
        CHECK(is_thrown);
    }
    CHECK(std::distance(std::filesystem::directory_iterator(top.path()), {}) == 1);
}

TEST_CASE("a private folder shows no other folder than that which was made") {
    const TemporaryFolder top;
    const std::string shown = top.path() + "/shown";
    REQUIRE(std::filesystem::create_directory(shown));
    struct stat status = {};
    REQUIRE(::stat(shown.c_str(), &status) == 0);
    const modules::PrivateFolder folder(shown, Trust::in_everything());
    bool is_called = false;
    const int error = folder.show(shown, status.st_ino + 1, [&] { is_called = true; });
    if (error == EPERM) return skip_without("mount", "no rights");
    CHECK(error == ESTALE);
    CHECK_FALSE(is_called);
}

} // namespace private_folder_test
