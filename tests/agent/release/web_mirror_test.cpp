#include "agent/release/repository_client.h"
#include "agent/release/untrusted.h"
#include "tests/support/fake_world.h"

#include <doctest/doctest.h>

namespace web_mirror_test {

using namespace vow;
using namespace vow::agent;

namespace {

struct Web {
    test::FakeNetwork network = {};
    WebMirror mirror{network, "http://host/m", "http://host/t/"};

    std::optional<TrustRule> rule_broken_by(const std::string& file) {
        try {
            mirror.metadata(file, 3);
        } catch (const Untrusted& refusal) {
            return refusal.rule();
        }
        return std::nullopt;
    }
};

} // namespace

TEST_CASE("a mirror fetches files below its two addresses") {
    Web web;
    web.network.pages["http://host/m/1.root.json"] = {.status = 200, .content = "abc"};
    web.network.pages["http://host/t/a/1%3F.b%20c"] = {.status = 200, .content = "x"};
    CHECK(web.mirror.metadata("1.root.json", 3) == "abc");
    CHECK(web.mirror.target("a/1?.b c", 3) == "x");
}

TEST_CASE("a file that a server does not have is missing; other answers are errors") {
    Web web;
    web.network.pages["http://host/m/gone"] = {.status = 404, .content = "not found"};
    web.network.pages["http://host/m/hidden"] = {.status = 403};
    web.network.pages["http://host/m/broken"] = {.status = 500};
    web.network.pages["http://host/m/torn"] = {
        .status = 200, .error = 18, .error_text = "transfer closed", .content = "a"};
    web.network.pages["http://host/m/long"] = {.status = 200, .content = "abcd"};
    CHECK(web.mirror.metadata("gone", 3) == std::nullopt);
    CHECK(web.mirror.metadata("hidden", 3) == std::nullopt);
    CHECK(web.rule_broken_by("broken") == TrustRule::fetch);
    CHECK(web.rule_broken_by("torn") == TrustRule::fetch);
    CHECK(web.rule_broken_by("unreachable") == TrustRule::fetch);
    CHECK(web.rule_broken_by("long") == TrustRule::size);
}

} // namespace web_mirror_test
