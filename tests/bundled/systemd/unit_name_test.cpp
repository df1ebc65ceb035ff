#include "modules/systemd/unit_name.h"

#include <doctest/doctest.h>

using namespace vow::modules;

TEST_CASE("a unit is a service unless its name has another suffix") {
    CHECK(full_unit_name("nginx") == "nginx.service");
    CHECK(full_unit_name("nginx.service") == "nginx.service");
    CHECK(full_unit_name("org.example.app") == "org.example.app.service");
    CHECK(full_unit_name("backup.timer") == "backup.timer");
    CHECK(full_unit_name("getty@tty1") == "getty@tty1.service");
}

TEST_CASE("a template has an empty instance after its @") {
    CHECK(is_template("getty@"));
    CHECK(is_template("backup@.timer"));
    CHECK_FALSE(is_template("getty@tty1"));
    CHECK_FALSE(is_template("nginx"));
}

TEST_CASE("a unit name is neither a path nor an option") {
    CHECK(is_unit_name("dev-disk-by\\x2duuid.device"));
    CHECK_FALSE(is_unit_name(""));
    CHECK_FALSE(is_unit_name("-x"));
    CHECK_FALSE(is_unit_name(".service"));
    CHECK_FALSE(is_unit_name("../x"));
    CHECK_FALSE(is_unit_name("a b"));
    CHECK_FALSE(is_unit_name("a\n"));
    CHECK_FALSE(is_unit_name(std::string(250, 'a')));
}
