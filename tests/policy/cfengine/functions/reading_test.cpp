#include "tests/support/function_table.h"

#include <doctest/doctest.h>

namespace reading_test {

using namespace vow;
using namespace vow::test;

TEST_CASE("texts and data are read from files") {
    FakeSurroundings around;
    auto& files = around.fakes.host.files;
    files["/line"] = "one line\n";
    files["/lines"] = "one\ntwo\n";
    files["/d.json"] = "{\"a\": [1,]}";
    files["/d.yaml"] = "a: [x, 2]\n";
    files["/d.csv"] = "a,\"b \"\"c\"\", d\"\r\n,e\r\n";
    files["/unix.csv"] = "a,b\nc,d\n";
    files["/d.env"] = "# comment\nA=b\n C = \"d\\\"e\" rest\nnothing\nA='f'\n";
    files["/number"] = "1";
    check_calls(
        R"(
        readfile | /line => one line
        readfile | /line | 3 => one
        readfile | /line | inf => one line
        readfile | /line | -1 => -
        readfile | /none | 3 => -
        readjson | /d.json => {"a":[1]}
        readjson | /number => -
        readjson | /none | 9 => -
        readyaml | /d.yaml => {"a":["x",2]}
        readyaml | /none => -
        readcsv | /d.csv => [["a","b \"c\", d"],["","e"]]
        readcsv | /unix.csv => [["a","b"],["c","d"]]
        readcsv | /d.json => []
        readcsv | /none => -
        readenvfile | /d.env => {"A":"f","C":"d\"e"}
        readenvfile | /none => -
        readdata | /d.yaml | auto => {"a":["x",2]}
        readdata | /d.json | YAML => {"a":[1]}
        readdata | /line | auto => -
        validfiledata | /d.json | JSON => true
        validfiledata | /line | JSON => false
        validfiledata | /none | JSON => false
    )",
        around
    );
    CHECK(result_of("readfile", {"/lines"}, around) == "one\ntwo\n");
    files["/cmdline"] = std::string("/sbin/init\0--switched-root\0", 27);
    CHECK(result_of("readfile", {"/cmdline"}, around) == "/sbin/init");
}

TEST_CASE("a large file is read again only if it may have changed") {
    FakeSurroundings around;
    FakeHost& host = around.fakes.host;
    const auto now = std::chrono::system_clock::to_time_t(host.now());
    const auto write = [&](char letter, std::int64_t changed) {
        host.files["/big"] = "[\"" + std::string(5000, letter) + "\"]";
        host.statuses["/big"] = {
            .kind = FileKind::regular, .mode = 0644, .size = 5004, .changed = changed};
    };
    const auto letter = [&] { return result_of("readjson", {"/big"}, around)[2]; };

    write('a', now - 60);
    CHECK(letter() == 'a');
    CHECK(letter() == 'a');
    CHECK(host.files_read == 1);
    write('b', now - 30);
    CHECK(letter() == 'b');
    CHECK(host.files_read == 2);
    write('c', now); // within the same second it can change again
    CHECK(letter() == 'c');
    write('d', now);
    CHECK(letter() == 'd');
    CHECK(host.files_read == 4);
    write('e', now - 60);
    host.statuses["/big"].size = 0; // as of a file below /proc
    CHECK(letter() == 'e');
    CHECK(letter() == 'e');
    CHECK(host.files_read == 6);
}

TEST_CASE("rows and elements are filtered by their classes") {
    FakeSurroundings around;
    around.define_class("known", {});
    around.fakes.host.files["/t.csv"] =
        "class,name,rank\nknown,b,2\nunknown,x,0\n# comment\nany,a,3\nknown,short\n";
    check_calls(
        R"(
        classfiltercsv | /t.csv | true | 0 | 1 => [{"name":"a","rank":"3"},{"name":"b","rank":"2"}]
        classfiltercsv | /t.csv | false | 0 => [{"0":"b","1":"2"},{"0":"a","1":"3"}]
        classfiltercsv | /t.csv | true | 9 => -
        classfiltercsv | /none | true | 0 => -
        classfilterdata | [["known","a"],["unknown","b"]] | array_of_arrays | 0 => [["known","a"]]
        classfilterdata | [{"c":"known"},{"c":"x"}] | auto | c => [{"c":"known"}]
        classfilterdata | {"known":{"v":1},"x":{"v":2}} | auto => {"known":{"v":1}}
        classfilterdata | {"a":["known"],"b":["x"]} | object_of_arrays | 0 => {"a":["known"]}
        classfilterdata | [["known"]] | array_of_objects | 0 => -
        classfilterdata | [["known"]] | auto => -
        classfilterdata | [["known"]] | auto | 7 => -
        classfilterdata | nothing | auto | 0 => -
    )",
        around
    );
}

TEST_CASE("lists are read from the fields of a file") {
    FakeSurroundings around;
    around.fakes.host.files["/n"] = "1 2k # 9\n3.5";
    around.fakes.host.files["/i"] = "1 2k\n";
    check_calls(
        R"(
        readstringlist | /n | #.* | \s+ | 9 | 99 => [1,2k]
        readstringlist | /n | #[^\n]* | \s+ | 9 | 99 => [1,2k,3.5]
        readstringlist | /n | "" | \s+ | 2 | 99 => [1,2k]
        readstringlist | /n | "" | \s+ | 9 | 1 => [1]
        readstringlist | /n | #[^\n]* | \s+ | 9 | 0 => [1,2k,3.5]
        readstringlist | /none | "" | \s+ | 9 | 99 => -
        readintlist | /i | "" | \s+ | 9 | 99 => [1,2k]
        readintlist | /n | #[^\n]* | \s+ | 9 | 99 => -
        readreallist | /n | #[^\n]* | \s+ | 9 | 99 => [1,2k,3.5]
        readreallist | /none | "" | \s+ | 9 | 99 => -
    )",
        around
    );
}

TEST_CASE("arrays are read from the lines of files and texts") {
    FakeSurroundings around;
    around.fakes.host.files["/p"] = "root:0\r\n\nuser:1:x\n#c\n";
    check_calls(
        R"(
        readstringarray | a | /p | #[^\n]* | : | 9 | 99 => 2
        readstringarrayidx | b | /p | #[^\n]* | : | 1 | 99 => 1
        readintarray | c | /p | #[^\n]* | : | 9 | 99 => -
        readrealarray | c | /none | "" | : | 9 | 99 => 0
        parsestringarray | d | x=y | "" | = | 9 | 99 => 1
        parsestringarray | d | x=y | "" | [ | 9 | 99 => -
        parsestringarrayidx | e | x=y | "" | = | 9 | 99 => 1
        parseintarray | f | 1k=2 | "" | = | 9 | 99 => 1
        parserealarray | g | 1.5=2 | "" | = | 9 | 99 => 1
        parserealarray | g | 1.5=z | "" | = | 9 | 99 => -
        data_readstringarray | /p | #[^\n]* | : | 9 | 99 => {"root":["0"],"user":["1","x"]}
        data_readstringarray | /none | "" | : | 9 | 99 => -
        data_readstringarrayidx | /p | #[^\n]* | : | 9 | 99 => [["root","0"],["user","1","x"]]
        data_readstringarrayidx | /none | "" | : | 9 | 99 => -
    )",
        around
    );
    const auto text = [&](std::string_view name) { return *around.variable(name)->text(); };
    CHECK(text("a[root][1]") == "0");
    CHECK(text("a[user][2]") == "x");
    CHECK(text("b[0][0]") == "root");
    CHECK_FALSE(around.variable("b[1][0]"));
    CHECK(text("e[0][1]") == "y");
    CHECK(text("f[1000][1]") == "2");
    CHECK(text("g[1.5][0]") == "1.5");
}

} // namespace reading_test
