#include "modules/systemd/unit.h"
#include "protocol/text/name_grammar.h"

#include <doctest/doctest.h>

namespace unit_name_test {

using namespace vow;
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
    CHECK_FALSE(fault_of_name(names::unit, "dev-disk-by\\x2duuid.device"));
    CHECK(fault_of_name(names::unit, ""));
    CHECK(fault_of_name(names::unit, "-x"));
    CHECK(fault_of_name(names::unit, ".service"));
    CHECK(fault_of_name(names::unit, "../x"));
    CHECK(fault_of_name(names::unit, "a b"));
    CHECK(fault_of_name(names::unit, "a\n"));
    CHECK(fault_of_name(names::unit, std::string(250, 'a')));
}

} // namespace unit_name_test
