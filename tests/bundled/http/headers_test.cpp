#include "modules/http/headers.h"

#include <doctest/doctest.h>

namespace headers_test {

using namespace vow;
using namespace vow::modules;

namespace {

/// "name=value;..." or the fault.
std::string read(const AttributeValue& value) {
    const auto headers = headers_from(value);
    if (const auto* fault = std::get_if<std::string>(&headers)) return *fault;
    std::string text;
    for (const RequestHeader& header : std::get<RequestHeaders>(headers))
        text += header.name + "=" + header.value + ";";
    return text;
}

AttributeValue data(std::string_view json) {
    return std::get<Data>(parse_json(json));
}

} // namespace

TEST_CASE("headers are lines of a text, items of a list, or members of data") {
    const std::string both = "A=1;B-C=x:y z;";
    CHECK(read(std::string("A: 1\nB-C:x:y z\n")) == both);
    CHECK(read(std::string("A: 1\r\n\r\nB-C:  x:y z \r\n")) == both);
    CHECK(read(std::vector<std::string>{"A:1", "B-C: x:y z"}) == both);
    CHECK(read(data(R"({"A": 1, "B-C": "x:y z"})")) == both);
    CHECK(read(std::string("Empty:")) == "Empty=;");
    CHECK(read(std::string()).empty());
    CHECK(read(data("[]")).empty());
}

TEST_CASE("a value that could be read as another header is invalid") {
    CHECK(read(std::string("A")).starts_with("must contain 'name: value' pairs"));
    CHECK(read(std::string(": x")).starts_with("must contain names"));
    CHECK(read(std::string("A B: x")).starts_with("must contain names"));
    CHECK(read(std::vector<std::string>{"A: x\nB: y"}).starts_with("must contain values without"));
    CHECK(read(data(R"({"A": "x\r\nB: y"})")).starts_with("must contain values without"));
    CHECK(read(data(R"({"A": ["x"]})")) == "must contain texts, and 'A' is not one");
    CHECK(read(data(R"([1])")).starts_with("must be a text, a list, or data"));
}

TEST_CASE("names of headers with secrets are recognised") {
    for (const char* name : {"Authorization", "Cookie", "X-Api-Key", "PRIVATE-TOKEN", "password"})
        CHECK(is_secret_name(name));
    for (const char* name : {"Accept", "Content-Type", "page"})
        CHECK_FALSE(is_secret_name(name));
}

} // namespace headers_test
