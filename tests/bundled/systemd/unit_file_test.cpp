#include "modules/systemd/unit_file.h"

#include <doctest/doctest.h>

namespace unit_file_test {

using namespace vow;
using modules::are_equivalent;
using modules::UnitFile;

namespace {

UnitFile file_of(Attributes attributes, const std::string& unit = "sample.service") {
    const PromiseType type = {"systemd"};
    attributes.set("unit_directory", "/nowhere");
    return UnitFile({.type = &type, .promiser = "sample", .attributes = attributes}, unit);
}

} // namespace

TEST_CASE("any attribute of a unit file promises that file") {
    CHECK_FALSE(file_of({{"state", "started"}}).promised());
    const UnitFile file = file_of({{"service_user", "ada"}});
    CHECK(file.path() == "/nowhere/sample.service");
    REQUIRE(file.promised());
    CHECK(file.promised()->ends_with("\n[Unit]\n\n[Service]\nUser=ada\n\n[Install]\n"));
    CHECK_FALSE(file.can_be_enabled());
    CHECK(file_of({{"install_extra", std::vector<std::string>{"Alias=x.service"}}}).can_be_enabled()
    );
}

TEST_CASE("only units that are services have a section for services") {
    const UnitFile file = file_of({{"unit_description", "x"}}, "sample.timer");
    REQUIRE(file.promised());
    CHECK(file.promised()->ends_with("\n[Unit]\nDescription=x\n\n[Install]\n"));
}

TEST_CASE("comments, empty lines and surrounding blanks do not matter, the order of lines does") {
    CHECK(are_equivalent("", "# x\n\n ; y\n"));
    CHECK(are_equivalent("[Unit]\nA=b", "\n  [Unit] \r\n# c\nA=b\n"));
    CHECK_FALSE(are_equivalent("A=b\nC=d\n", "C=d\nA=b\n"));
    CHECK_FALSE(are_equivalent("A=b c\n", "A=bc\n"));
}

} // namespace unit_file_test
