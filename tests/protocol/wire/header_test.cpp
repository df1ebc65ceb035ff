#include "protocol/wire/header.h"

#include <doctest/doctest.h>

namespace header_test {

using namespace vow::wire;

namespace {

std::string error_of(std::string_view line) {
    const auto header = parse_header(line);
    const auto* error = std::get_if<HeaderError>(&header);
    return error == nullptr ? "" : error->message;
}

} // namespace

TEST_CASE("the agent's header has its name, a version that libraries accept, and v1") {
    CHECK(agent_header() == "cf-agent 3.27.0 v1\n\n");
}

TEST_CASE("a header is read as name, version, variant and flags, and written unchanged") {
    const Header header = std::get<Header>(parse_header("git 0.0.1 v1 json_based action_policy x"));
    CHECK(header.name == "git");
    CHECK(header.version == "0.0.1");
    CHECK(header.variant == Variant::json_based);
    CHECK(header.has("action_policy"));
    CHECK(header.has("x"));
    CHECK_FALSE(header.has("json_based"));
    CHECK(header.remarks.empty());
    CHECK(header_text(header) == "git 0.0.1 v1 json_based action_policy x\n\n");
}

TEST_CASE(
    "a header with neither variant is line based, with both the last counts, and both get a remark"
) {
    const Header neither = std::get<Header>(parse_header("m 1 v1 action_policy"));
    CHECK(neither.variant == Variant::line_based);
    CHECK(neither.remarks.size() == 1);
    const Header both = std::get<Header>(parse_header("m 1 v1 line_based json_based"));
    CHECK(both.variant == Variant::json_based);
    CHECK(both.remarks.size() == 1);
}

TEST_CASE("an unusable header is reported with the reason") {
    CHECK(error_of("git 1.0 v1") == "has 3 parts, not at least four");
    CHECK(error_of("") == "has 0 parts, not at least four");
    CHECK(error_of("git 1.0 v2 json_based").starts_with("requires protocol version v2"));
    CHECK(
        error_of("my module 1.0 v1 json_based") == "has '1.0' where the protocol version belongs"
    );
    CHECK(
        error_of("git 1.0 json_based x") == "has 'json_based' where the protocol version belongs"
    );
    CHECK(error_of("git 1.0 v json_based") == "has 'v' where the protocol version belongs");
    CHECK(error_of("git 1.0 v1x json_based") == "has 'v1x' where the protocol version belongs");
    CHECK(error_of("git 1.0 v0 json_based") == "has 'v0' where the protocol version belongs");
}

} // namespace header_test
