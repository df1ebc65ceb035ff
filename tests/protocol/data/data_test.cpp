#include "protocol/data/data.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <array>

namespace data_test {

using namespace vow;

namespace {

/// The JSON text that `text` reads as, or "error at OFFSET: MESSAGE".
std::string read_back(std::string_view text) {
    const auto read = parse_json(text);
    if (const auto* error = std::get_if<DataError>(&read)) {
        return "error at " + std::to_string(error->offset) + ": " + error->message;
    }
    return json_text(std::get<Data>(read));
}

Data data(std::string_view text) {
    return std::get<Data>(parse_json(text));
}

} // namespace

TEST_CASE("JSON is written as it was read, in its order and with its digits") {
    for (const char* text : {
             "null",
             "true",
             "[]",
             "{}",
             R"({"z":1,"a":[1.50,-2e3,12345678901234567890123]})",
             R"(["",{"":null},[[]]])",
             R"("é \"\\ \n")",
         }) {
        CHECK(read_back(text) == text);
    }
    CHECK(read_back(" [ 1 ,\n2 ] ") == "[1,2]");
}

TEST_CASE("an error in JSON names the fault and its place") {
    CHECK(
        read_back("") == "error at 0: syntax error while parsing value - unexpected end of input; "
                         "expected '[', '{', or a literal"
    );
    CHECK(read_back("[1,]").starts_with("error at 3: syntax error while parsing value"));
    CHECK(read_back("{} {}").starts_with("error at 3: "));
    CHECK(read_back("\"\xff\"").starts_with("error at 1: "));
    CHECK(read_back("1e999").starts_with("error at "));
    CHECK(read_back("\"" + std::string(1'000'000, 'x')).size() < 400);
}

TEST_CASE("JSON with too many values is refused before it takes memory") {
    std::string many = "[";
    for (int i = 0; i < 4'000'000; ++i)
        many += "1,";
    CHECK(read_back(many + "1]") == "error at 0: it has more than 4000000 values");
}

TEST_CASE("JSON can be nested 1,000 levels deep, and deeper nesting is an error") {
    CHECK(read_back(std::string(1'000, '[') + std::string(1'000, ']')).size() == 2'000);
    CHECK(
        read_back(std::string(1'000'000, '[')) == "error at 0: it is nested deeper than 1000 levels"
    );
}

TEST_CASE("the last of several members with one name wins, in the position of the first") {
    CHECK(read_back(R"({"a":1,"b":2,"a":3})") == R"({"a":3,"b":2})");
    std::vector<Data::Member> many;
    for (int i = 0; i < 40; ++i)
        many.emplace_back(std::to_string(i % 20), Data::integer(i));
    const Data object = Data::object(std::move(many));
    CHECK(object.size() == 20);
    CHECK(object.members().front().first == "0");
    CHECK(object.find("0")->text() == "20");
    CHECK(object.find("19")->text() == "39");
    CHECK(object.find("20") == nullptr);
}

TEST_CASE("a value has only the content of its kind") {
    CHECK(Data().kind() == Data::Kind::null);
    CHECK(Data().text().empty());
    CHECK(Data::boolean(true).truth());
    CHECK(Data::boolean(true).text() == "true");
    CHECK(Data::integer(-7).text() == "-7");
    CHECK(Data::integer(-7).as_real() == -7.0);
    CHECK(Data::real(3).kind() == Data::Kind::real);
    CHECK(Data::real(3).text() == "3.0");
    CHECK(Data::real(0.1).text() == "0.1");
    CHECK(Data::number("1e3").kind() == Data::Kind::real);
    CHECK(Data::number("12").kind() == Data::Kind::integer);
    CHECK(Data::string("x").items().empty());
    const Data array = data("[1,[2]]");
    CHECK(array.is_container());
    CHECK(array.at(1)->at(0)->text() == "2");
    CHECK(array.at(2) == nullptr);
    CHECK(array.find("x") == nullptr);
    CHECK(array.members().empty());
}

TEST_CASE("a container lives as long as any copy of it") {
    Data copy;
    {
        const Data original = data(R"({"list": ["first", "second"]})");
        copy = *original.find("list");
    }
    Data moved = std::move(copy);
    copy = moved;
    moved = Data();
    CHECK(json_text(copy) == R"(["first","second"])");
}

TEST_CASE("short texts that a document repeats are stored once") {
    const Data words = data(R"(["enabled", "disabled", "enabled"])");
    CHECK(words.at(0)->text().data() == words.at(2)->text().data());
    CHECK(words.at(0)->text().data() != words.at(1)->text().data());
}

TEST_CASE("objects are equal whatever the order of their members") {
    CHECK(data(R"({"a":1,"b":[2]})") == data(R"({"b":[2],"a":1})"));
    CHECK_FALSE(data(R"({"a":1})") == data(R"({"a":1.0})"));
    CHECK_FALSE(data("[1,2]") == data("[2,1]"));
    CHECK_FALSE(data(R"({"a":1})") == data(R"({"b":1})"));
}

TEST_CASE("bytes that are not UTF-8 are written as the replacement character") {
    std::string out = "x=";
    append_json_string(out, "a\xff\x01");
    CHECK(out == "x=\"a\xef\xbf\xbd\\u0001\"");
}

TEST_CASE("a string of any ASCII letters is written as the library writes it") {
    std::string letters;
    for (int letter = 0; letter < 0x80; ++letter) {
        letters += static_cast<char>(letter);
        for (const std::string& text : {letters, letters.substr(letters.size() - 1)}) {
            std::string out;
            append_json_string(out, text);
            CHECK(out == nlohmann::json(text).dump());
        }
    }
}

TEST_CASE("only the wanted members of an object are returned, and the others are still checked") {
    constexpr std::array<std::string_view, 2> wanted = {"result", "log"};
    const auto read = [&](std::string_view text) {
        const auto members = parse_json_members(text, wanted);
        const auto* error = std::get_if<DataError>(&members);
        return error != nullptr ? error->message : json_text(std::get<Data>(members));
    };
    CHECK(
        read(R"({"a":{"result":[{}]},"result":"kept","b":[1,{"log":2}],"log":[{"x":1}]})") ==
        R"({"result":"kept","log":[{"x":1}]})"
    );
    CHECK(read("{}") == "{}");
    CHECK(read(R"({"a":[1,{"b":tru}]})").starts_with("syntax error"));
    CHECK(read("[]") == "it is an array, not an object");
    CHECK(read("7") == "it is not a JSON object");
    CHECK(read("\"result\"") == "it is not a JSON object");
}

} // namespace data_test
