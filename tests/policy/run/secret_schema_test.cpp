#include "policy/run/secret_schema.h"
#include "tests/support/fake_host.h"

#include <doctest/doctest.h>

namespace secret_schema_test {

using namespace vow;

namespace {

std::string secrets(const std::string& data, const std::string& schema) {
    return json_text(
        secrets_by_schema(std::get<Data>(parse_json(data)), std::get<Data>(parse_json(schema)))
    );
}

} // namespace

TEST_CASE("the schema of a data file is beside it") {
    CHECK(schema_path_of("/etc/app/site.json") == "/etc/app/site.schema.json");
    CHECK(schema_path_of("/etc/app.d/site") == "/etc/app.d/site.schema.json");
    CHECK(schema_path_of("site.yaml") == "site.schema.json");
    CHECK(schema_path_of("/etc/.env") == "/etc/.env.schema.json");
}

TEST_CASE("members that a schema marks are secret") {
    CHECK(
        secrets(
            R"({"user": "ann", "password": "a", "keys": ["b", "c"]})",
            R"({"properties": {"user": {"secret": false}, "password": {"secret": true},
                "keys": {"writeOnly": true}}})"
        ) == R"(["a",["b","c"]])"
    );
    CHECK(secrets(R"(["a", {"b": "c"}])", R"({"secret": true})") == R"([["a",{"b":"c"}]])");
    CHECK(secrets(R"({"a": "b"})", R"({"properties": {"a": {"secret": "true"}}})") == "[]");
    CHECK(secrets(R"({"a": "b"})", "true") == "[]");
}

TEST_CASE("marks are found by patterns, in items, in combinations and by references") {
    CHECK(
        secrets(
            R"({"db_password": "a", "user": "u", "other": "o"})",
            R"({"properties": {"user": {}}, "patternProperties": {"_password$": {"secret": true}},
                "additionalProperties": {"writeOnly": true}})"
        ) == R"(["a","o"])"
    );
    CHECK(
        secrets(
            R"([{"k": "a"}, {"k": "b"}])", R"({"items": {"properties": {"k": {"secret": true}}}})"
        ) == R"(["a","b"])"
    );
    CHECK(
        secrets(R"(["a", "b", "c"])", R"({"prefixItems": [{}, {"secret": true}]})") == R"(["b"])"
    );
    CHECK(
        secrets(
            R"({"a": "x"})",
            R"({"allOf": [{}, {"anyOf": [{"properties": {"a": {"secret": true}}}]}]})"
        ) == R"(["x"])"
    );
    CHECK(
        secrets(
            R"({"a/b": {"c": "x"}})",
            R"({"properties": {"a/b": {"properties": {"c": {"$ref": "#/$defs/k~1~0"}}}},
                "$defs": {"k/~": {"secret": true}}})"
        ) == R"(["x"])"
    );
}

TEST_CASE("a schema that refers to itself ends") {
    CHECK(
        secrets(
            R"({"a": {"a": "x"}})",
            R"({"properties": {"a": {"$ref": "#"}}, "allOf": [{"$ref": "#"}]})"
        ) == "[]"
    );
}

TEST_CASE("data is not used with a schema that cannot be") {
    test::FakeHost host;
    const Data data = std::get<Data>(parse_json(R"({"a": "x"})"));
    CHECK(secrets_beside(host, "/d.json", data)->items().empty());
    host.files["/d.schema.json"] = R"({"properties": {"a": {"secret": true}}})";
    CHECK(json_text(*secrets_beside(host, "/d.json", data)) == R"(["x"])");
    host.files["/d.schema.json"] = "{";
    CHECK_FALSE(secrets_beside(host, "/d.json", data));
    host.files["/d.schema.json"] = "[]";
    CHECK(
        secrets_beside(host, "/d.json", data).why_not ==
        "its schema '/d.schema.json' is not a JSON object"
    );
}

} // namespace secret_schema_test
