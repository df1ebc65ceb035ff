#include "protocol/data/yaml.h"

#include <doctest/doctest.h>

namespace yaml_test {

using namespace vow;

namespace {

YamlNode node_from(std::string_view text) {
    auto read = parse_yaml(text);
    REQUIRE(std::holds_alternative<YamlNode>(read));
    return std::get<YamlNode>(std::move(read));
}

YamlError error_from(std::string_view text) {
    const auto read = parse_yaml(text);
    REQUIRE(std::holds_alternative<YamlError>(read));
    return std::get<YamlError>(read);
}

} // namespace

TEST_CASE("every YAML node has its line and offset") {
    const YamlNode map = node_from("a: 1\nb:\n  - x\n  - {c: y}\n");
    CHECK(map.kind == YamlNode::Kind::map);
    CHECK(map.members[1].key.line == 2);
    const YamlNode* const list = map.find("b");
    REQUIRE(list != nullptr);
    CHECK(list->items[0].line == 3);
    CHECK(list->items[0].offset == 12);
    CHECK(list->items[1].find("c")->line == 4);
    CHECK(map.find("none") == nullptr);
    CHECK(map.find("a")->find("a") == nullptr);
}

TEST_CASE("plain YAML scalars have types, quoted ones are texts, and tags are kept") {
    const YamlNode map = node_from("a: yes\nb: 'yes'\nc: 1.5\nd: ~\ne: !json '{}'\n");
    CHECK(json_text(data_of(*map.find("a"))) == "true");
    CHECK(json_text(data_of(*map.find("b"))) == "\"yes\"");
    CHECK(json_text(data_of(*map.find("c"))) == "1.5");
    CHECK(map.find("d")->kind == YamlNode::Kind::null);
    CHECK(map.find("e")->tag == "!json");
}

TEST_CASE("YAML with too many values is refused before it takes memory") {
    std::string many = "[";
    for (int i = 0; i < 1'000'000; ++i)
        many += "a,";
    CHECK(error_from(many + "a]").message == "it has more than 1000000 values");
}

TEST_CASE("an error in YAML has its line, and aliases cannot expand without limit") {
    CHECK(error_from("a: 1\nb: [\n").line >= 2);
    std::string bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n";
    for (char name = 'b'; name < 'h'; ++name) {
        const char last = static_cast<char>(name - 1);
        bomb += std::string(1, name) + ": &" + name + " [";
        for (int i = 0; i < 9; ++i)
            bomb += std::string(i == 0 ? "*" : ",*") + last;
        bomb += "]\n";
    }
    CHECK(error_from(bomb).message == "its aliases expand to too many values");
    std::string texts = "a: &a " + std::string(100'000, 'x') + "\nb: [*a";
    for (int i = 0; i < 1000; ++i)
        texts += ",*a";
    CHECK(error_from(texts + "]\n").message == "its aliases expand to too much text");
    const auto deep = error_from(std::string(2000, '['));
    CHECK(deep.line == 1);
    CHECK(deep.message == "nested too deeply");
}

TEST_CASE("a key has its offset") {
    CHECK(node_from("{a: 1, bc: 2}").members[1].key.offset == 7);
}

TEST_CASE("an offset in YAML counts bytes, a line ends with a line feed") {
    const std::string text = "\u00fc: \u00e9\r\nb: \"x\u2028y\"\nc: [1, end]\n";
    const YamlNode map = node_from(text);
    const YamlNode& end = map.find("c")->items[1];
    CHECK(end.offset == text.find("end"));
    CHECK(end.line == 3);
    const YamlError error = error_from(text + "d: \u00e9: e");
    CHECK(error.line == 4);
    CHECK(error.offset == text.size() + 5);
}

TEST_CASE("an error in YAML names what was read, and is where that begins if it has no end") {
    CHECK(
        error_from("a: [1,\nb: 2 3: 4]\n").message ==
        "did not find expected ',' or ']' while parsing a flow sequence of line 1"
    );
    const YamlError open = error_from("a: \"x\nb: 2\n");
    CHECK(open.message == "found unexpected end of stream while scanning a quoted scalar");
    CHECK(open.offset == 3);
    CHECK(error_from("a: b: c\n").message == "mapping values are not allowed in this context");
    CHECK(error_from("ab\xff").offset == 2);
}

TEST_CASE("a further document is an error on request, at its beginning") {
    const auto read = parse_yaml("a: 1\n---\nb: 2\n", FurtherDocuments::refused);
    REQUIRE(std::holds_alternative<YamlError>(read));
    CHECK(std::get<YamlError>(read).line == 3);
    CHECK(std::holds_alternative<YamlNode>(parse_yaml("a: 1\n---\nb: 2\n")));
    CHECK(std::holds_alternative<YamlNode>(parse_yaml("a: 1\n", FurtherDocuments::refused)));
}

TEST_CASE("an alias in YAML is a copy of what it stands for, with its place") {
    const YamlNode map = node_from("a: &a {b: [1, &c x], d: *c}\ne: *a\n*c : &f\ng: *f\n");
    CHECK(
        json_text(data_of(map)) == R"({"a":{"b":[1,"x"],"d":"x"},"e":{"b":[1,"x"],"d":"x"},)"
                                   R"("x":null,"g":null})"
    );
    CHECK(map.find("e")->line == 1);
    CHECK(map.find("e")->offset == 3);
    CHECK(error_from("a: &a [*a]\n").message == "an alias stands for a node that it is in");
    CHECK(error_from("a: *b\n").line == 1);
}

TEST_CASE("named nodes in YAML cannot be nested so that their copies take all memory") {
    std::string text;
    for (int level = 0; level < 400; ++level)
        text += "&a" + std::to_string(level) + " [";
    text += std::string(20'000, '~');
    for (int item = 0; item < 20'000; ++item)
        text += ",~";
    CHECK(
        error_from(text + std::string(400, ']')).message == "its aliases expand to too many values"
    );
}

TEST_CASE("the reading of YAML can be ended at each node") {
    struct Ended {};
    int nodes = 0;
    const auto at_node = [&] {
        if (++nodes == 4) throw Ended();
    };
    CHECK_THROWS_AS(parse_yaml("{a: 1, b: [2, 3]}", FurtherDocuments::ignored, at_node), Ended);
    CHECK(nodes == 4);
}

} // namespace yaml_test
