#include "tests/support/kept_promise.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace json_module_test {

using namespace vow;
using vow::tests::keep_promise;

namespace {

struct JsonFile {
    tests::TemporaryFolder folder;
    std::string path = folder.path() + "/x.json";

    explicit JsonFile(const std::string& content) { std::ofstream(path) << content; }

    std::string text() const {
        std::stringstream text;
        text << std::ifstream(path).rdbuf();
        return text.str();
    }
};

Data json(std::string_view text) {
    return std::get<Data>(parse_json(text));
}

} // namespace

TEST_CASE("a whole file is written once, and a new one is readable by its owner only") {
    const JsonFile file("");
    std::filesystem::remove(file.path);
    CHECK(
        keep_promise("json", file.path, {{"object", json(R"({"a":[1,{}]})")}}).result() ==
        Verdict::repaired
    );
    CHECK(file.text() == "{\n    \"a\": [\n        1,\n        {}\n    ]\n}\n");
    CHECK(std::filesystem::status(file.path).permissions() == std::filesystem::perms(0600));
    CHECK(
        keep_promise("json", file.path, {{"object", R"({"a":[1,{}]})"}}).result() == Verdict::kept
    );
}

TEST_CASE("a member is set, and others stay") {
    const JsonFile file(R"({"b": 1, "a": "x", "c": null})");
    const auto first = keep_promise("json", file.path + ":a", {{"number", "2.50"}});
    CHECK(first.log_text() == "info: Set 'a' in '" + file.path + "'\n");
    CHECK(json_text(json(file.text())) == R"({"b":1,"a":2.50,"c":null})");
    CHECK(keep_promise("json", file.path + ":a", {{"number", "2.50"}}).result() == Verdict::kept);
    CHECK(
        keep_promise("json", file.path + ":d", {{"primitive", "true"}}).result() ==
        Verdict::repaired
    );
    CHECK(
        keep_promise(
            "json", file.path + ":e", {{"array", std::vector<std::string>{"1"}}}
        ).result() == Verdict::repaired
    );
    CHECK(json_text(json(file.text())) == R"({"b":1,"a":2.50,"c":null,"d":true,"e":["1"]})");
}

TEST_CASE("a dry run logs changes and makes none") {
    const JsonFile file(R"({"a": 1})");
    const auto warned =
        keep_promise("json", file.path + ":a", {{"string", "1"}}, Terms::Policy::warn);
    CHECK(warned.result() == Verdict::not_kept);
    REQUIRE(warned.outcome.changes.size() == 1);
    CHECK(warned.outcome.changes.front().before == "1");
    CHECK(warned.outcome.changes.front().after == "\"1\"");
    CHECK(file.text() == R"({"a": 1})");
}

TEST_CASE("a member overwrites content that is not an object, with a warning") {
    const JsonFile file("not JSON");
    const auto kept = keep_promise("json", file.path + ":a", {{"string", "x"}});
    CHECK(kept.result() == Verdict::repaired);
    CHECK(
        kept.lines.front() ==
        "warning: Overwriting '" + file.path + "', which does not contain a JSON object"
    );
    CHECK(file.text() == "{\n    \"a\": \"x\"\n}\n");
    const JsonFile list("[1]");
    CHECK(keep_promise("json", list.path + ":a", {{"string", "x"}}).result() == Verdict::repaired);
    CHECK(list.text() == file.text());
}

TEST_CASE("a promise needs exactly one value, of its attribute's kind") {
    using modules::Validity;
    const auto validity = [](Attributes attributes) {
        return keep_promise("json", "/nowhere/x.json", std::move(attributes), Terms::Policy::warn)
            .validity;
    };
    CHECK(validity({}) == Validity::invalid);
    CHECK(validity({{"string", "a"}, {"number", "1"}}) == Validity::invalid);
    CHECK(validity({{"number", "1k"}}) == Validity::invalid);
    CHECK(validity({{"number", "007"}}) == Validity::invalid);
    CHECK(validity({{"array", "{}"}}) == Validity::invalid);
    CHECK(validity({{"object", "1"}}) == Validity::invalid);
    CHECK(validity({{"primitive", "maybe"}}) == Validity::invalid);
    CHECK(validity({{"object", "[1]"}}) == Validity::valid);
}

} // namespace json_module_test
