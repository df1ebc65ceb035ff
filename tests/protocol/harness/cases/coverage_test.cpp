#include "protocol/harness/cases/case_test.h"

#include <doctest/doctest.h>

namespace coverage_test {

using namespace vow;
using namespace vow::harness;

namespace {

Description one_type() {
    PromiseTypeDescription file{.name = "file"};
    file.attributes = {
        {.name = "mode"},
        {.name = "state",
         .fallback = Data::string("present"),
         .choices = {"present", "absent", "unknown"}}};
    return {.promise_types = {file}};
}

Case case_with(std::vector<Data::Member> attributes, const std::string& expected) {
    return {
        .promise = {.type = "file", .promiser = "/x", .attributes = std::move(attributes)},
        .expected = expected};
}

} // namespace

TEST_CASE("coverage names attributes, values and results that no case has") {
    const std::vector<Case> cases = {
        case_with({{"state", Data::string("absent")}}, "kept"),
        case_with({}, "repaired"),
    };
    CHECK(
        untouched_by(cases, one_type()) ==
        std::vector<std::string>{"attribute 'mode'", "'state' with 'unknown'", "result 'invalid'"}
    );
}

TEST_CASE("coverage names a type without a case as a whole") {
    Description two = one_type();
    two.promise_types.push_back({.name = "link"});
    const std::vector<Case> cases = {
        case_with({{"mode", Data::string("600")}, {"state", Data::string("unknown")}}, "kept"),
        case_with({{"state", Data::string("absent")}}, "repaired"),
        case_with({}, "invalid"),
    };
    CHECK(untouched_by(cases, two) == std::vector<std::string>{"type 'link'"});
}

} // namespace coverage_test
