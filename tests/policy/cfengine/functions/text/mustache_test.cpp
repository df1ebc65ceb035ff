#include "policy/cfengine/functions/text/mustache.h"
#include "policy/run/world.h"
#include "tests/support/fake_world.h"
#include "tests/support/function_table.h"

#include <doctest/doctest.h>

namespace mustache_test {

using namespace vow::test;

namespace {

constexpr std::string_view sample = R"({"o":{"a":1,"b":[5],"c":{"z":"y"}},"l":["p","q"],
    "s":"<&\">'x","t":true,"f":false,"n":null,"z":0,"e":"","lo":[{"k":"v"},{"k":"w"}],
    "el":[],"eo":{}})";

std::string rendered(std::string_view text) {
    const auto data = std::get<vow::Data>(vow::parse_json(sample));
    const auto result = render_mustache(text, data, FakeStop());
    if (const auto* error = std::get_if<TemplateError>(&result)) return "error: " + error->message;
    return std::get<std::string>(result);
}

} // namespace

TEST_CASE("a run that is to end renders nothing") {
    FakeStop stop;
    stop.number = 15;
    CHECK_THROWS_AS(render_mustache("text", vow::Data(), stop), vow::Cancelled);
}

TEST_CASE("variables are escaped, raw, or JSON") {
    CHECK(rendered("{{s}}|{{{s}}}|{{&s}}") == "&lt;&amp;&quot;&gt;'x|<&\">'x|<&\">'x");
    CHECK(rendered("{{o.c.z}} {{t}} {{f}} [{{n}}{{nope}}{{l.0}}] {{z}}") == "y true false [] 0");
    CHECK(rendered("{{$o}} {{$l}}") == R"({"a":1,"b":[5],"c":{"z":"y"}} ["p","q"])");
    CHECK(rendered("{{%lo}}") == "[\n  {\n    \"k\": \"v\"\n  },\n  {\n    \"k\": \"w\"\n  }\n]");
    CHECK(rendered("{{}}") == "{{}}");
    CHECK(rendered("a}}b") == "a}}b");
}

TEST_CASE("sections repeat for lists, and for objects only when they use keys") {
    CHECK(rendered("{{#lo}}{{k}}{{o.a}};{{/lo}}") == "v1;w1;");
    CHECK(rendered("{{#l}}{{@}}{{.}},{{/l}}") == "0p,1q,");
    CHECK(rendered("{{#o}}{{a}};{{/o}}") == "1;");
    CHECK(rendered("{{#o}}{{@}}={{$.}};{{/o}}") == R"(a=1;b=[5];c={"z":"y"};)");
    CHECK(rendered("{{#-top-}}{{@}},{{/-top-}}") == "o,l,s,t,f,n,z,e,lo,el,eo,");
    CHECK(rendered("{{#t}}yes{{/t}}{{#f}}no{{/f}}{{#nope}}no{{/nope}}") == "yes");
    CHECK(rendered("{{^t}}no{{/t}}{{^f}}f{{/f}}{{^el}}el{{/el}}{{^eo}}no{{/eo}}") == "fel");
    CHECK(rendered("{{#t}}a{{/f}}b") == "ab");
}

TEST_CASE("the dot is the truth that a section tests") {
    CHECK(rendered("{{#t}}{{.}}{{/t}} {{^f}}{{.}}{{/f}}") == "true false");
    CHECK(rendered("{{#l}}{{@}}{{#t}}{{.}}{{@}}{{/t}},{{/l}}") == "0true0,1true1,");
    CHECK(rendered("{{^nope}}[{{.}}{{o.a}}]{{#.}}{{s}}{{/.}}{{/nope}}") == "[1]");
    CHECK(rendered("{{#t}}{{@}}{{/t}}") == "error: {{@}} is outside a section");
}

TEST_CASE("a section over a text, number or null is an error even where it is not rendered") {
    const auto error_of = [](std::string_view section) {
        return "error: Mustache sections can only take a boolean or a container (array or map) "
               "value, but section '" +
               std::string(section) + "' isn't getting one of those.";
    };
    CHECK(rendered("{{#s}}[{{{.}}}]{{/s}}") == error_of("s"));
    CHECK(rendered("{{^z}}zero{{/z}}") == error_of("z"));
    CHECK(rendered("{{#n}}null{{/n}}") == error_of("n"));
    CHECK(rendered("{{#f}}{{#s}}{{/s}}{{/f}}") == error_of("s"));
    CHECK(rendered("{{^t}}{{^s}}{{/s}}{{/t}}") == error_of("s"));
}

TEST_CASE("a tag removes its line when it is alone on it") {
    CHECK(
        rendered("a {{! comment }} b\n{{! alone }}\nc\n  {{#t}}\nin\n  {{/t}}\nend") ==
        "a  b\nc\nin\nend"
    );
    CHECK(rendered("{{#l}}\n  {{.}}\n{{/l}}\n") == "  p\n  q\n");
    CHECK(rendered("{{=<% %>=}}<%o.a%>{{o.a}}") == "1{{o.a}}");
}

TEST_CASE("an invalid template gives a reason") {
    CHECK(rendered("{{a").starts_with("error: no end of the tag"));
    CHECK(rendered("{{#t}}a") == "error: section 't' does not end");
    CHECK(rendered("a{{/f}}") == "error: section 'f' ends but is not open");
    CHECK(rendered("{{@}}") == "error: {{@}} is outside a section");
    CHECK(rendered("{{l}}").starts_with("error: {{l}} cannot expand a container"));
}

TEST_CASE("a template is rendered with all variables and classes unless data is given") {
    FakeSurroundings around;
    around.values.emplace("default:init.desert", Value::string("Sahara"));
    around.define_class("linux", {});
    check_calls(
        R"(
        string_mustache | {{vars.init.desert}} {{#classes.linux}}linux{{/classes.linux}} => Sahara linux
        string_mustache | x = {{x}}{{vars.init.desert}} | {"x":1} => x = 1
        string_mustache | x | nothing => -
        string_mustache | {{x | {} => -
    )",
        around
    );
}

TEST_CASE("the error of a template is at an offset in it") {
    const auto result = render_mustache("ab {{=   }} c", vow::Data(), FakeStop());
    REQUIRE(std::holds_alternative<TemplateError>(result));
    CHECK(std::get<TemplateError>(result).offset == 6);
}

} // namespace mustache_test
