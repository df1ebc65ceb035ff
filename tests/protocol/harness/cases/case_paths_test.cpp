#include "protocol/harness/cases/case_file.h"

#include <doctest/doctest.h>

namespace case_paths_test {

using namespace vow;
using namespace vow::harness;

namespace {

Case case_with(std::string promiser, std::vector<CaseFile> after) {
    Case made;
    made.promise.promiser = std::move(promiser);
    made.after = std::move(after);
    return made;
}

} // namespace

TEST_CASE("promised files are those that the promiser or an attribute names") {
    Case made = case_with(
        "/nowhere/promiser",
        {{"/nowhere/promiser", "text"}, {"/nowhere/other", "text"}, {"/nowhere/gone", {}}}
    );
    CHECK(promised_files(made) == std::vector<std::string>{"/nowhere/promiser"});
    made.promise.attributes = {{"copies", Data::array({Data::string("/nowhere/other")})}};
    CHECK(promised_files(made) == std::vector<std::string>{"/nowhere/other", "/nowhere/promiser"});
}

TEST_CASE("a promiser may continue after a colon, and a command is not a path") {
    const std::vector<CaseFile> after = {{"/nowhere/file", "text"}};
    CHECK(promised_files(case_with("/nowhere/file:member", after)).size() == 1);
    CHECK(promised_files(case_with("/nowhere/file.old", after)).empty());
    CHECK(promised_files(case_with("/bin/cp a /nowhere/file", after)).empty());
}

} // namespace case_paths_test
