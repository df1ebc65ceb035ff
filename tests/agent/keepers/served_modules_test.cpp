#include "agent/keepers/served_modules.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace served_modules_test {

using namespace vow;
using namespace vow::agent;

TEST_CASE("modules that could block are served, and others in an isolation only") {
    ServedModules served(ServedModules::Serving::where_it_blocks, {"--trust-paths"});
    const PromiseType commands{"commands"}, files{"files"}, unknown{"no_such_type"};
    const PromiseType isolated{.name = "files", .isolation = 3};
    const PromiseType* own = served.type_for({.type = &commands, .promiser = "/bin/true"});
    REQUIRE(own != nullptr);
    CHECK(own->name == "commands");
    CHECK_FALSE(own->path.empty());
    CHECK(std::ranges::find(own->arguments, "--trust-paths") != own->arguments.end());
    CHECK(served.type_for({.type = &commands, .promiser = "/bin/false"}) == own);
    CHECK(served.type_for({.type = &files, .promiser = "/x"}) == nullptr);
    CHECK(served.type_for({.type = &unknown, .promiser = "/x"}) == nullptr);
    const PromiseType* apart = served.type_for({.type = &isolated, .promiser = "/x"});
    REQUIRE(apart != nullptr);
    CHECK(apart->isolation == 3);
    // It could not be sent unchanged.
    CHECK(served.type_for({.type = &commands, .promiser = "/bin/\xff"}) == nullptr);
}

TEST_CASE("under the names of the reference no module is served") {
    ServedModules served(ServedModules::Serving::never, {});
    const PromiseType commands{"commands"};
    CHECK(served.type_for({.type = &commands, .promiser = "/bin/true"}) == nullptr);
}

} // namespace served_modules_test
