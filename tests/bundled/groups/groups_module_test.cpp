#include "tests/support/kept_promise.h"

#include <doctest/doctest.h>

namespace groups_module_test {

using namespace vow;
using modules::Validity;
using vow::tests::keep_promise;

namespace {

/// Keeps the promise under warn, so that this machine's groups stay unchanged.
tests::KeptPromise warned(std::string group, Attributes attributes) {
    return keep_promise("groups", std::move(group), std::move(attributes), Terms::Policy::warn);
}

Data json(std::string_view text) {
    return std::get<Data>(parse_json(text));
}

} // namespace

TEST_CASE("a group is kept when it is as promised") {
    CHECK(warned("root", {}).result() == Verdict::kept);
    CHECK(
        warned("root", {{"gid", "0"}, {"members", R"({"exclude": ["nobody-here"]})"}}).result() ==
        Verdict::kept
    );
    CHECK(warned("no-such-group", {{"policy", "absent"}}).result() == Verdict::kept);
}

TEST_CASE("a dry run logs changes") {
    const auto created = warned("no-such-group", {{"members", json(R"({"include":["a"]})")}});
    CHECK(created.result() == Verdict::not_kept);
    CHECK(
        created.log_text() ==
        "warning: Should create group 'no-such-group', but only warning promised\n"
    );
    const auto added = warned("root", {{"members", json(R"({"include":["a","b"]})")}});
    REQUIRE(added.outcome.changes.size() == 2);
    CHECK(added.outcome.changes.front().what == "add user 'a' to group 'root'");
    CHECK(added.outcome.changes.front().path == "/etc/group");
    CHECK(added.outcome.changes.front().after == "a");
    CHECK(added.outcome.changes.back().before == "a");
    CHECK(added.outcome.changes.back().after == "a,b");
    const auto gone = warned("root", {{"policy", "absent"}});
    CHECK(gone.log_text() == "warning: Should delete group 'root', but only warning promised\n");
}

TEST_CASE("the number of a group is not changed") {
    const auto kept = warned("root", {{"gid", "7"}});
    CHECK(kept.result() == Verdict::not_kept);
    CHECK(kept.log_text() == "error: Group 'root' has the number 0, not 7, which is not changed\n");
}

TEST_CASE("names that look like options, and contradictory members, are invalid") {
    const auto members = [](std::string_view text) {
        return warned("root", {{"members", json(text)}}).validity;
    };
    CHECK(warned("-root", {}).validity == Validity::invalid);
    CHECK(warned("a:b", {}).validity == Validity::invalid);
    CHECK(warned(std::string(33, 'a'), {}).validity == Validity::invalid);
    CHECK(warned("root", {{"members", "not JSON"}}).validity == Validity::invalid);
    CHECK(members(R"({"include":["-a"]})") == Validity::invalid);
    CHECK(members(R"({"include":["a,b"]})") == Validity::invalid);
    CHECK(members(R"({"include":["a"],"exclude":["a"]})") == Validity::invalid);
    CHECK(members(R"({"only":["a"],"include":["b"]})") == Validity::invalid);
    CHECK(members(R"({"users":["a"]})") == Validity::invalid);
    CHECK(members(R"({"only":[]})") == Validity::valid);
}

} // namespace groups_module_test
