#include "tests/support/function_table.h"

#include <doctest/doctest.h>

namespace packages_test {

using namespace vow::test;

TEST_CASE("packages that dpkg has installed are found by four patterns") {
    FakeSurroundings around;
    around.fakes.host.files["/var/lib/dpkg/status"] =
        "Package: zsh\nStatus: install ok installed\nArchitecture: amd64\nVersion: 5.9-4\n"
        "Description: a shell\n Version: of this line is text\n\n"
        "Package: gone\nStatus: deinstall ok config-files\nArchitecture: all\nVersion: 1\n\n"
        "Package: bash\nStatus: install ok installed\nArchitecture: amd64\nVersion: 5.2\n";
    check_calls(
        R"(
        packagesmatching | zsh | .* | .* | .* => [{"arch":"amd64","method":"apt_get","name":"zsh","version":"5.9-4"}]
        packagesmatching | zsh | 4.* | .* | .* => []
        packagesmatching | gone | .* | .* | .* => []
        packagesmatching | .* | .* | arm64 | .* => []
        packagesmatching | .* | .* | .* | yum => []
        packageupdatesmatching | .* | .* | .* | .* => []
        )",
        around
    );
    CHECK(result_of("packagesmatching", {"", ".*", ".*", ".*"}, around) == "[]");
    const std::string all = result_of("packagesmatching", {".*", ".*", ".*", ".*"}, around);
    CHECK(all.find("bash") < all.find("zsh"));
}

TEST_CASE("no packages match on a machine without a list of packages") {
    FakeSurroundings around;
    CHECK(result_of("packagesmatching", {".*", ".*", ".*", ".*"}, around) == "[]");
}

} // namespace packages_test
