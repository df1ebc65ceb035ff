#include "policy/run/description_check.h"

#include <doctest/doctest.h>

namespace description_check_test {

using namespace vow;

namespace {

/// The module of the type "box": a required "name", a "colour" of two, a list of "parts" and a
/// truth value "open" that excludes "parts".
Description box_description() {
    return {
        .promise_types = {
            {.name = "box",
             .attributes =
                 {{.name = "name", .type = AttributeType::string, .required = true},
                  {.name = "colour", .type = AttributeType::string, .choices = {"red", "blue"}},
                  {.name = "parts", .type = AttributeType::slist},
                  {.name = "open", .type = AttributeType::bool_}},
             .rules = {{.with = {"open"}, .excludes = {"parts"}}}}}};
}

/// A promise of the type "box" in a language where a value is written `NAME VALUE`.
struct Written {
    SourceText source{"p.x", TrustedText::given("box crate\n")};
    WrittenPromise promise{
        .type = "box",
        .type_span = {&source, 0, 3},
        .promiser = "crate",
        .is_promiser_known = true,
        .span = {&source, 4, 9}};

    Written& text(std::string_view name, std::string value) {
        return attribute(name, {.form = WrittenValue::Form::text, .text = std::move(value)});
    }
    Written& unknown(std::string_view name) { return attribute(name, {}); }
    Written& attribute(std::string_view name, WrittenValue value) {
        value.span = promise.span;
        promise.attributes.push_back({name, promise.span, std::move(value)});
        return *this;
    }
};

/// The messages of the check, one per line: `MESSAGE [KIND]  HINT`, and `caused by` with the cause.
std::string
checked(const Written& written, const DescriptionResult& described = box_description()) {
    Diagnostics diagnostics;
    DescriptionCheck check([&](const std::string&) { return described; }, {"comment"}, diagnostics);
    check.check(written.promise);
    std::string lines;
    for (const Diagnostic& item : diagnostics.sorted()) {
        lines += item.message + " [" + std::string(item.kind->name) + "]";
        if (!item.hint.empty()) lines += "  " + item.hint;
        if (item.cause) lines += " caused by " + item.cause->message;
        lines += "\n";
    }
    return lines;
}

} // namespace

TEST_CASE("a written promise passes when it fits the description of its module") {
    CHECK(checked(Written().text("name", "a").text("colour", "red").text("comment", "c")) == "");
}

TEST_CASE("missing, unknown and invalid attributes are reported with the nearest name") {
    CHECK(
        checked(Written().text("naem", "a")) ==
        "a promise of type 'box' needs the attribute 'name' [missing-attribute]\n"
        "unknown attribute 'naem' of promise type 'box' [unknown-attribute]  did you mean 'name'?\n"
    );
    CHECK(
        checked(Written().text("name", "a").text("colour", "rde")) ==
        "the value of 'colour' must be one of 'red', 'blue', not 'rde' [value-against-description]"
        "  did you mean 'red'?\n"
    );
}

TEST_CASE("a list is the hint when a text is given for it") {
    Written written;
    written.text("name", "a")
        .attribute("parts", {.form = WrittenValue::Form::text, .text = "lid", .as_list = "[lid]"});
    CHECK(
        checked(written) == "the value of 'parts' must be a list of texts, not 'lid' "
                            "[value-against-description]  [lid]\n"
    );
}

TEST_CASE("a rule is left to the module when it depends on values that are not known") {
    const WrittenValue lid{.form = WrittenValue::Form::list};
    CHECK(checked(Written().text("name", "a").text("open", "true").attribute("parts", lid)) != "");
    CHECK(checked(Written().text("name", "a").text("open", "false").attribute("parts", lid)) == "");
    CHECK(checked(Written().text("name", "a").unknown("open").attribute("parts", lid)) == "");
}

TEST_CASE("a broken module is an error at the type, with its cause") {
    CHECK(
        checked(Written(), MissingDescription{MissingDescription::Cause::broken, "it exited"}) ==
        "the module of promise type 'box' failed to describe its attributes [broken-module]  "
        "--no-modules checks without starting any caused by it exited\n"
    );
    CHECK(checked(Written(), MissingDescription{}) == "");
}

} // namespace description_check_test
