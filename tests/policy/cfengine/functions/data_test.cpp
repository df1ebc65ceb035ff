#include "tests/support/function_table.h"

#include <doctest/doctest.h>

namespace data_test {

using namespace vow::test;

namespace {

struct DataSurroundings : FakeSurroundings {
    DataSurroundings() {
        values.emplace("l", Value::list({"x", "y"}));
        values.emplace("a[1]", Value::string("x"));
        values.emplace("a[2]", Value::list({"p", "q"}));
        values.emplace("scalar", Value::string("s"));
        values.emplace(
            "d",
            Value::data(std::get<vow::Data>(vow::parse_json(
                R"json({"o":{"a":1,"b":[5]},"k":"v","n":null,"t":true,"r":1.50,"s":"$(scalar)"})json"
            )))
        );
    }
};

} // namespace

TEST_CASE("containers are split and merged") {
    DataSurroundings around;
    check_calls(
        R"(
        getindices | d => [o,k,n,t,r,s]
        getindices | l => [0,1]
        getindices | a => [1,2]
        getindices | scalar => []
        getindices | nothing => []
        getvalues | d => [1,5,v,true,1.50,$(scalar)]
        getvalues | a => [x,p,q]
        getvalues | l => [x,y]
        getvalues | scalar => [s]
        getvalues | nothing => []
        mergedata | a => {"1":"x","2":["p","q"]}
        mergedata | {"x":1} | ["a"] => {"0":"a","x":1}
        mergedata | ["a"] | {"x":1} => {"0":"a","x":1}
        mergedata | l | ["z"] => ["x","y","z"]
        getindices | {"z":1,"a":2} => [z,a]
        mergedata | {"b":{"c":1}} | {"b":{"d":2}} => {"b":{"d":2}}
        mergedata | {"q": l, "s": "l", "t": scalar, "i": d[k]} => -
        mergedata | {"q": l, "s": "l", "t": scalar} => {"q":["x","y"],"s":"l","t":"s"}
        mergedata | l | nothing => -
        mergedata | 1 => -
        data_expand | d => {"k":"v","n":null,"o":{"a":1,"b":[5]},"r":1.5000,"s":"s","t":true}
        data_expand | nothing => -
    )",
        around
    );
}

TEST_CASE("data is parsed and printed as JSON and YAML") {
    DataSurroundings around;
    check_calls(
        R"(
        parsejson | [1, l, "x"] => [1,["x","y"],"x"]
        parsejson | {"big":12345678901234567890} => {"big":12345678901234567890}
        parsejson | 1 => -
        parsejson | {] => -
        parseyaml | {a: [1, two]} => {"a":[1,"two"]}
        parseyaml | a: [ => -
        validjson | 1 => true
        validjson | 1 | true => false
        validjson | [1] | true => true
        validjson | [1] x => false
        validdata | {"a":1} | JSON => true
        validdata | {"a":1 | JSON => false
        storejson | [] => []
        storejson | nothing => -
    )",
        around
    );
    CHECK(result_of("storejson", {R"({"b":[1,{}],"a":{"d":null}})"}, around) == R"({
  "a": {
    "d": null
  },
  "b": [
    1,
    {
    }
  ]
})");
}

TEST_CASE("patterns are matched, captured and replaced") {
    FakeSurroundings around;
    check_calls(
        R"(
        regcmp | a.* | abc => true
        regcmp | a | abc => false
        regcmp | [ | abc => -
        regextract | b(c)?(x)? | abc | r => true
        regextract | z | abc | r => false
        regextract | [ | abc | r => -
        data_regextract | ^(?<n>[a-z]+)(x)?(\d+) | abc12 => {"0":"abc12","2":"","3":"12","n":"abc"}
        data_regextract | (a)(?<n>x)?(y)? | abc => {"0":"a","1":"a","3":"","n":""}
        data_regextract | z | abc => -
        regex_replace | abcabc | b | X | g => aXcaXc
        regex_replace | abcabc | b | X | "" => aXcabc
        regex_replace | abcabc | (b)(c) | \2\1$0 | g => acbbcacbbc
        regex_replace | abcABC | B | x | gi => axcAxC
        regex_replace | abba | b+ | X | gU => aXXa
        regex_replace | abba | b | \1$0 | T => a\1$0ba
        regex_replace | abc | [ | x | g => -
    )",
        around
    );
    CHECK(*around.variable("r[0]")->text() == "bc");
    CHECK(*around.variable("r[1]")->text() == "c");
    CHECK(*around.variable("r[2]")->text() == "");
}

TEST_CASE("lines of files are matched and split") {
    FakeSurroundings around;
    around.fakes.host.files["/passwd"] = "root:0\nuser:1\n#end";
    check_calls(
        R"(
        regline | user:.* | /passwd => true
        regline | user | /passwd => false
        regline | user | /none => false
        countlinesmatching | \w+:\d | /passwd => 2
        countlinesmatching | \w+:\d | /none => 0
        countlinesmatching | [ | /passwd => -
        getfields | \w+:\d | /passwd | : | f => 2
        getfields | \w+:\d | /none | : | f => -
    )",
        around
    );
    CHECK(*around.variable("f[1]")->text() == "root");
    CHECK(*around.variable("f[2]")->text() == "0");
}

TEST_CASE("collections are mapped through a pattern") {
    DataSurroundings around;
    around.patterns = {"$(this.k)=$(this.v)"};
    check_calls(
        R"(
        maparray | "" | a => [1=x,2=p,2=q]
        maparray | "" | nothing => -
    )",
        around
    );
    around.patterns = {"$(this.k)/$(this.k[1])=$(this.v)"};
    check_calls(R"(maparray | "" | {"o":{"p":"q","r":"s"}} => [o/p=q,o/r=s])", around);
    check_calls(R"(maparray | "" | {"z":"y"} => [z/$(this.k[1])=y])", around);
    around.patterns = {"<$(this)>"};
    check_calls(
        R"(
        maplist | "" | l => [<x>,<y>]
        maplist | "" | nothing => -
    )",
        around
    );
    around.patterns = {"", R"json({"$(this.k)":"$(this.v)"})json"};
    check_calls(
        R"(
        mapdata | json | "" | {"a\"b":"c"} => [{"a\"b":"c"}]
        mapdata | none | "" | ["c"] => ["{\"0\":\"c\"}"]
        mapdata | canonify | "" | ["c"] => ["__0___c__"]
        mapdata | json | "" | nothing => -
    )",
        around
    );
    around.patterns = {"", "/bin/jq"};
    around.fakes.host.commands["/bin/jq"] = {0, "{\n\"a\":1}\n[2]\n"};
    check_calls(R"(mapdata | json_pipe | "" | ["c"] => [{"a":1},[2]])", around);
} // namespace

} // namespace data_test
