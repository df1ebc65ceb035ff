#include "protocol/description/description.h"

#include <doctest/doctest.h>

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
        fault_in(R"({"promise_types":{"t":{"attributes":{"a":{"type":"integer"}}}}})") ==
        "has the attribute 'a' of unknown type 'integer'"
    );
    CHECK(
        fault_in(R"({"promise_types":{"t":{"result_classes":[1]}}})") ==
        "has 'result_classes', which is not a list of texts"
    );
    CHECK(
        fault_in(R"({"promise_types":{"t":{"rules":["a"]}}})") == "has a rule that is not an object"
    );
}
