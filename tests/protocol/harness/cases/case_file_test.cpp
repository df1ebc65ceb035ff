#include "protocol/harness/cases/case_file.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

namespace case_file_test {

using namespace vow;
using namespace vow::harness;
using namespace vow::tests;

namespace {

std::vector<Case> cases_in(const std::string& yaml) {
    const TemporaryFolder folder;
    return read_cases(folder.write("cases.yaml", yaml));
}

/// The fault of a file, without its path; empty if there is none.
std::string fault_of(const std::string& yaml) {
    const TemporaryFolder folder;
    const std::string path = folder.write("cases.yaml", yaml);
    try {
        read_cases(path);
    } catch (const CaseFileError& error) {
        const std::string text = error.what();
        return text.starts_with(path) ? text.substr(path.size() + 1) : text;
    }
    return {};
}

} // namespace

TEST_CASE("a case has a promise, its preparation and its expected result") {
    const auto cases = cases_in(R"(
type: t
scratch: /var/cache
cases:
  - name: one
    promiser: "{{tmp}}/x"
    attributes: {text: 7, list: [a, true], body: {mode: 600}, data: !json '{"n": 7}'}
    setup: touch y
    before: {a: text, b: null}
    expect: repaired
    log: [one, two]
    classes: []
    skip: [purity]
)");
    REQUIRE(cases.size() == 1);
    const Case& one = cases.front();
    CHECK(one.promise.type == "t");
    CHECK(one.promise.promiser == "{{tmp}}/x");
    CHECK(
        json_text(Data::object(one.promise.attributes)) ==
        R"({"text":"7","list":["a","true"],"body":{"mode":"600"},"data":{"n":7}})"
    );
    CHECK(one.setup == std::vector<std::string>{"touch y"});
    CHECK(one.before.at(0).content == "text");
    CHECK(!one.before.at(1).content.has_value());
    CHECK(one.log.size() == 2);
    CHECK(one.classes == std::vector<std::string>{});
    CHECK(one.skipped.count(CaseCheck::purity) == 1);
    CHECK(one.scratch == std::vector<std::string>{"/var/cache"});
}

TEST_CASE("a case outside of its folder runs for real only on request") {
    const auto may_run = [](const std::string& promiser, bool is_real) {
        Case one{
            .name = "a case", .promise = {.type = "x", .promiser = promiser}, .expected = "kept"};
        one.is_real = is_real;
        return one.may_run(RealRuns::inside);
    };
    CHECK(may_run("{{tmp}}", false));
    CHECK(may_run("{{tmp}}/folder/file:member", false));
    for (const char* promiser : {"/etc/hosts", "host.example.org", "{{tmp}}/../file", "{{tmp}}x"}) {
        CHECK_FALSE(may_run(promiser, false));
        CHECK(may_run(promiser, true));
    }
    CHECK(cases_in("type: x\nreal: true\ncases: [{promiser: a, expect: kept}]").front().is_real);
    CHECK(fault_of("type: x\nreal: perhaps\ncases: []") == "2: 'real' must be 'true' or 'false'");
}

TEST_CASE("a fault in a file of cases is reported with its line") {
    CHECK(
        fault_of("cases: [") == "1: did not find expected node content while parsing a flow node"
    );
    CHECK(fault_of("[]").find("must be a map") != std::string::npos);
    CHECK(fault_of("cases: []") == "1: 'cases' must be a list of cases");
    CHECK(fault_of("cases:\n  - promiser: x").starts_with("2: 'type' is missing"));
    CHECK(fault_of("type: t\ncases:\n  - expect: kept").starts_with("3: 'promiser' is missing"));
    CHECK(fault_of("type: t\ncases:\n  - promiser: x\n    expect: fine")
              .starts_with("4: 'expect' must be one of: valid, invalid"));
    CHECK(fault_of("type: t\ncases:\n  - promiser: x\n    expects: kept")
              .starts_with("4: 'expects' is not one of: name"));
    CHECK(fault_of("type: t\ncases:\n  - promiser: x\n    expect: kept\n    skip: all")
              .starts_with("5: 'all' in 'skip' is not one of: idempotence"));
}

} // namespace case_file_test
