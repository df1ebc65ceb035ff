#include "protocol/promise/change.h"
#include "protocol/wire/codec.h"

#include <doctest/doctest.h>

#include <sstream>

namespace extras_test {

using namespace vow;
using namespace vow::wire;

namespace {

/// The parsed reply of a module.
Reply read(Variant variant, const std::string& log_text) {
    const auto codec = make_codec(variant);
    std::istringstream lines(log_text + "\n");
    for (std::string line; std::getline(lines, line);) {
        ReadResult read = codec->read_line(line);
        if (auto* reply = std::get_if<Reply>(&read)) return std::move(*reply);
    }
    FAIL("no reply");
    return {};
}

const std::string variables = R"({"a":"x","b":["y"],"c":{"d":1}})";
const std::string changes =
    R"([{"kind":"path","object":"/x","before":"1","after":"2","diff":"3","what":"set it"}])";

void check_extras(const Reply& reply) {
    CHECK(json_text(Data::object(reply.variables)) == variables);
    CHECK(json_text(data_from(reply.changes)) == changes);
    CHECK(reply.remarks.empty());
}

} // namespace

TEST_CASE("variables and changes are read in both variants") {
    check_extras(read(
        Variant::json_based,
        R"({"operation":"evaluate_promise","result":"kept","variables":)" + variables +
            R"(,"changes":)" + changes + "}\n"
    ));
    check_extras(read(
        Variant::line_based,
        "operation=evaluate_promise\nresult=kept\nvariables=" + variables + "\nchanges=" + changes +
            "\n"
    ));
}

TEST_CASE("variables and changes of the wrong form are dropped with a remark") {
    const Reply json = read(
        Variant::json_based,
        R"({"result":"kept","variables":[1],"changes":[{"path":"/x"}]})"
        "\n"
    );
    CHECK(json.variables.empty());
    CHECK(json.changes.empty());
    CHECK(json.remarks.size() == 2);
    const Reply line = read(Variant::line_based, "result=kept\nvariables=x\n");
    CHECK(line.remarks == std::vector<std::string>{"'variables' is not JSON"});
}

TEST_CASE("a change names its object or describes itself, and everything else is optional") {
    const Reply reply = read(
        Variant::json_based,
        R"({"result":"repaired","changes":[{"object":"nginx"},)"
        R"({"kind":"package","object":"nginx","action":"create","before":null,"after":"1.2"},)"
        R"({"what":"set it","action":"remove","field":"mode"},)"
        R"({"object":"/x","action":"dance","before":{"size":1}}]})"
        "\n"
    );
    CHECK(reply.remarks.empty());
    REQUIRE(reply.changes.size() == 4);
    CHECK(reply.changes[0].what == "change 'nginx'");
    CHECK(reply.changes[1].what == "create package 'nginx'");
    CHECK(reply.changes[1].action == ChangeAction::create);
    CHECK(reply.changes[1].before.empty());
    CHECK(reply.changes[2].what == "set it");
    CHECK(reply.changes[2].action == ChangeAction::remove);
    CHECK_FALSE(reply.changes[3].action);
    CHECK(
        json_text(data_from(reply.changes)) ==
        R"([{"kind":"other","object":"nginx","before":null,"after":null,"what":"change 'nginx'"},)"
        R"({"kind":"package","object":"nginx","action":"create","before":null,"after":"1.2",)"
        R"("what":"create package 'nginx'"},)"
        R"({"kind":"other","object":"set it","action":"remove","field":"mode","before":null,)"
        R"("after":null,"what":"set it"},)"
        R"({"kind":"other","object":"/x","before":"{\"size\":1}","after":null,)"
        R"("what":"change '/x'"}])"
    );
}

} // namespace extras_test
