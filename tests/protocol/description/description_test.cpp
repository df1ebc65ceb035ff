#include "protocol/description/description.h"

#include <doctest/doctest.h>

namespace description_test {

using namespace vow;

namespace {

std::variant<Description, std::string> described(std::string_view json) {
    return description_from(std::get<Data>(parse_json(json)));
}

std::string fault_in(std::string_view json) {
    return std::get<std::string>(described(json));
}

constexpr std::string_view whole =
    R"({"summary":"keeps settings","promise_types":{"setting":{"summary":"a line",)"
    R"("promiser":{"summary":"the file","pattern":"/.+"},"attributes":{)"
    R"("key":{"type":"string","required":true,"pattern":"[a-z]+"},)"
    R"("state":{"type":"string","default":"present","enum":["present","absent"]},)"
    R"("count":{"type":"int","secret":true,"summary":"how many"},)"
    R"("owner":{"type":"body","attributes":{"user":{"type":"string","required":true},)"
    R"("group":{"type":"string"}},"rules":[{"needs":["user","group"]}]}},)"
    R"("rules":[{"with":["count"],"excludes":["state"],"summary":"one or the other"}],)"
    R"("result_classes":["done"],"examples":["setting: \"/x\";"]}}})";

} // namespace

TEST_CASE("a description is read and written without loss") {
    const auto read = described(whole);
    REQUIRE(std::holds_alternative<Description>(read));
    CHECK(json_text(data_from(std::get<Description>(read))) == whole);
}

TEST_CASE("an attribute is by default an optional text") {
    const auto description =
        std::get<Description>(described(R"({"promise_types":{"t":{"attributes":{"a":{}}}}})"));
    const AttributeDescription* attribute = description.promise_type("t")->attribute("a");
    REQUIRE(attribute != nullptr);
    CHECK(attribute->type == AttributeType::string);
    CHECK_FALSE(attribute->required);
    CHECK(description.promise_type("t")->attribute("b") == nullptr);
}

TEST_CASE("a single promise type applies under any name, several under their own names") {
    const auto one = std::get<Description>(described(R"({"promise_types":{"t":{}}})"));
    CHECK(one.promise_type("anything")->name == "t");
    const auto two = std::get<Description>(described(R"({"promise_types":{"t":{},"u":{}}})"));
    CHECK(two.promise_type("u")->name == "u");
    CHECK(two.promise_type("anything") == nullptr);
}

TEST_CASE("an invalid description is reported with the reason") {
    CHECK(fault_in("[]") == "is not an object");
    CHECK(fault_in("{}") == "has no 'promise_types'");
    CHECK(fault_in(R"({"promise_types":[]})") == "has 'promise_types', which is not an object");
    CHECK(
        fault_in(R"({"promise_types":{"t":7}})") ==
        "has the promise type 't', which is not an object"
    );
    CHECK(
        fault_in(R"({"promise_types":{"t":{"attributes":[]}}})") ==
        "has 'attributes' of promise type 't', which is not an object"
    );
}

TEST_CASE("a mistake in a description drops only the member that is wrong") {
    struct {
        const char* attribute;
        const char* mistake;
        const char* rest; ///< the attribute as it is read
    } const cases[] = {
        {R"({"type":"integer","required":true})",
         "'type' of attribute 'a' of promise type 't' is unknown: 'integer'",
         R"({"type":"data","required":true})"},
        {R"({"type":7,"summary":"s"})",
         "'type' of attribute 'a' of promise type 't' is not a text",
         R"({"type":"data","summary":"s"})"},
        {R"({"type":"int","required":"yes"})",
         "'required' of attribute 'a' of promise type 't' is not true or false",
         R"({"type":"int"})"},
        {R"({"type":"int","enum":["1",2],"pattern":"1"})",
         "'enum' of attribute 'a' of promise type 't' is not a list of texts",
         R"({"type":"int","pattern":"1"})"},
        {R"({"type":"string","pattern":"(","required":true})",
         "'pattern' of attribute 'a' of promise type 't' is not a regular expression",
         R"({"type":"string","required":true})"},
        {R"({"type":"body","attributes":{"b":{"summary":[]},"c":{}}})",
         "'summary' of attribute 'b' of attribute 'a' of promise type 't' is not a text",
         R"({"type":"body","attributes":{"b":{"type":"string"},"c":{"type":"string"}}})"},
        {R"({"type":"body","rules":[{"needs":"b","excludes":["c"]},{"needs":["c"]}]})",
         "'needs' of a rule of attribute 'a' of promise type 't' is not a list of texts",
         R"({"type":"body","rules":[{"needs":["c"]}]})"},
        {R"({"type":"body","rules":[7]})",
         "a rule of attribute 'a' of promise type 't' is not an object",
         R"({"type":"body"})"},
    };
    const auto with_attribute = [](std::string_view attribute) {
        std::string text = R"({"promise_types":{"t":{"attributes":{"a":)";
        return text.append(attribute).append(R"(,"z":{"type":"int"}}}}})");
    };
    for (const auto& each : cases) {
        const auto description = std::get<Description>(described(with_attribute(each.attribute)));
        CHECK(description.mistakes == std::vector<std::string>{each.mistake});
        CHECK(json_text(data_from(description)) == with_attribute(each.rest));
    }
    const auto description = std::get<Description>(described(
        R"({"summary":1,"promise_types":{"t":{"promiser":[],"attributes":{},"result_classes":"x"}}})"
    ));
    CHECK(
        description.mistakes ==
        std::vector<std::string>{
            "'summary' is not a text",
            "'promiser' of promise type 't' is not an object",
            "'result_classes' of promise type 't' is not a list of texts"}
    );
}

TEST_CASE("no mistake in the description of an attribute reveals its value") {
    for (const char* attribute :
         {R"({"secret":true,"type":"integer"})",
          R"({"type":7,"secret":true})",
          R"({"secret":true,"required":"yes","enum":7,"pattern":"(","summary":[],"rules":7})",
          R"({"secret":true,"attributes":7})",
          R"({"secret":"true"})",
          R"({"secret":1})",
          R"({"secret":"no"})",
          R"({"attributes":["password"]})",
          R"("secret")"}) {
        CAPTURE(attribute);
        const std::string json =
            std::string(R"({"promise_types":{"t":{"attributes":{"a":)") + attribute + "}}}}";
        const auto description = std::get<Description>(described(json));
        CHECK_FALSE(description.mistakes.empty());
        CHECK(description.promise_type("t")->attribute("a")->secret);
    }
    const auto member = std::get<Description>(described(
        R"({"promise_types":{"t":{"attributes":{"a":{"type":"odd","attributes":{"b":{"secret":"?"}}}}}}})"
    ));
    CHECK(member.promise_type("t")->attribute("a")->attributes.front().secret);
}

} // namespace description_test
