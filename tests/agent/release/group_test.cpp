#include "agent/release/group.h"
#include "agent/release/untrusted.h"

#include <doctest/doctest.h>

namespace group_test {

using namespace vow;
using namespace vow::agent;

HostGroup web() {
    return {
        .name = "web",
        .when = "debian.web",
        .bundle = {"web", "1.4.0"},
        .entry = "main.cf",
        .inputs = {"data/x.json"},
        .schedule = Schedule{.every = std::chrono::minutes(5)},
        .health =
            HealthChecks{
                .promises = {"listens"},
                .program = {"/usr/local/bin/check", "arg"},
                .limit = std::chrono::seconds(5),
                .grace = std::chrono::seconds(60)},
        .secrets = {"tls"},
        .waves = Waves{.start = {}, .soak = std::chrono::hours(1), .parts = {100, all_parts}}};
}

TEST_CASE("the document of a group is read as it was written") {
    const HostGroup group = web();
    CHECK(group.target() == "groups/web.json");
    CHECK(group.bundle.target() == "bundles/web/1.4.0.tar.zst");
    CHECK(group_from(text_of(group), "web.json") == group);
    const HostGroup host = {
        .kind = HostGroup::Kind::host, .name = "ab12", .bundle = {"x", "1"}, .entry = "p.cf"};
    CHECK(host.target() == "hosts/ab12.json");
    CHECK(group_from(text_of(host), "ab12.json") == host);
}

TEST_CASE("members that are missing have their usual values, others are left out") {
    const HostGroup group = group_from(
        R"({"schema": 1, "group": "g", "when": "any", "bundle": {"name": "b", "version": "2"},
            "entry": "main.cf", "health": {}, "colour": "red"})",
        "g.json"
    );
    CHECK(group.inputs.empty());
    CHECK(group.health == HealthChecks{});
    CHECK_FALSE(group.schedule);
}

std::string fault_of(std::string text, const std::string& part, const std::string& other) {
    text.replace(text.find(part), part.size(), other);
    try {
        group_from(text, "web.json");
    } catch (const Untrusted& fault) {
        CHECK(fault.rule() == TrustRule::form);
        return fault.what();
    }
    return "no fault";
}

TEST_CASE("a document of another form is refused") {
    const std::string text = text_of(web());
    CHECK(
        fault_of(text, "\"schema\": 1", "\"schema\": 2") ==
        "web.json has schema 2, which this vow does not read: it reads 1"
    );
    CHECK(
        fault_of(text, "main.cf", "../main.cf") ==
        "web.json has '../main.cf', which is not a path in a bundle"
    );
    CHECK(fault_of(text, "main.cf", "/main.cf") != "no fault");
    CHECK(fault_of(text, "data/x.json", "a//b") != "no fault");
    CHECK(fault_of(text, "1.4.0", "../1") == "web.json has a 'version' that is not a name");
    CHECK(fault_of(text, "\"tls\"", "\"a/b\"") == "web.json has a secret that is not a name");
    CHECK(
        fault_of(text, "\"grace\": 60", "\"grace\": 0") == "web.json has a 'grace' out of range: 0"
    );
    CHECK(fault_of(text, "/usr/local", "usr/local") != "no fault");
    CHECK(fault_of(text, "debian.web", "debian.")
              .starts_with("web.json has a faulty 'when': expected"));
    CHECK(fault_of(text, "{", "[").starts_with("web.json is not JSON"));
}

TEST_CASE("names of releases are safe in paths") {
    for (const char* name : {"web", "1.4.0", "1.0+rc1", "A_b-c"})
        CHECK(is_release_name(name));
    for (const char* name : {"", ".", "..", ".x", "-x", "a/b", "a b", "\u00e9", "_a"})
        CHECK_FALSE(is_release_name(name));
    CHECK_FALSE(is_release_name(std::string(101, 'a')));
}

} // namespace group_test
