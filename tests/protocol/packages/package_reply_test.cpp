#include "protocol/packages/package_list.h"

#include <doctest/doctest.h>

namespace package_reply_test {

using namespace vow;

TEST_CASE("a reply is read as lines with a name and a value") {
    const auto lines = package_lines_in("Name=nano\n\nErrorMessage=a = b\nodd");
    const PackageLines expected = {{"Name", "nano"}, {"ErrorMessage", "a = b"}, {"odd", ""}};
    CHECK(lines == expected);
    CHECK(is_package_error("ErrorMessage"));
    CHECK_FALSE(is_package_error("Name"));
}

TEST_CASE("a listed package has a name, a version and an architecture") {
    const auto listing = packages_in(package_lines_in("Name=nano\nVersion=7.2\nArchitecture=amd64\n"
                                                      "Version=8\nArchitecture=amd64\n"
                                                      "Name=vim\nArchitecture=amd64\n"
                                                      "Colour=red\n"));
    CHECK(listing.packages == PackageList{{"nano", "7.2", "amd64"}});
    CHECK(listing.others == PackageLines{{"Colour", "red"}});
}

} // namespace package_reply_test
