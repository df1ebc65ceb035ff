#include "policy/run/written_promise.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace written_promise_test {

using namespace vow;

namespace {

WrittenAttribute attribute(std::string_view name, const std::string& text) {
    return {.name = name, .span = {}, .value = {.form = WrittenValue::Form::text, .text = text}};
}

WrittenPromise promise(std::string_view promiser, std::vector<WrittenAttribute> attributes) {
    return {
        .type = "ini",
        .type_span = {},
        .promiser = promiser,
        .is_promiser_known = true,
        .span = {},
        .attributes = std::move(attributes)};
}

bool clash(const WrittenPromise& first, const WrittenPromise& second) {
    return find_clash(*find_object_type("ini"), first, second).has_value();
}

} // namespace

TEST_CASE("promises clash if they want different values for the same part of an object") {
    const auto one = promise("/a", {attribute("key", "k"), attribute("value", "1")});
    CHECK(clash(one, promise("/a", {attribute("key", "k"), attribute("value", "2")})));
    CHECK_FALSE(clash(one, one));
    CHECK_FALSE(clash(one, promise("/b", {attribute("key", "k"), attribute("value", "2")})));
    CHECK_FALSE(clash(one, promise("/a", {attribute("key", "other"), attribute("value", "2")})));
    CHECK_FALSE(clash(one, promise("/a", {attribute("key", "k")})));
}

TEST_CASE("promises do not clash if a part of them is known only at run time") {
    const auto one = promise("/a", {attribute("value", "1")});
    auto other = promise("/a", {attribute("value", "2")});
    CHECK(clash(one, other));
    other.attributes.front().value.form = WrittenValue::Form::unknown;
    CHECK_FALSE(clash(one, other));
    other = promise("/a", {attribute("value", "2")});
    other.is_promiser_known = false;
    CHECK_FALSE(clash(one, other));
}

TEST_CASE("types of which nothing is known have no objects") {
    CHECK(find_object_type("reports") == nullptr);
}

} // namespace written_promise_test
