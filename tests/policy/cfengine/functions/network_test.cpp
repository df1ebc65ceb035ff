#include "tests/support/function_table.h"

#include <doctest/doctest.h>

namespace network_test {

using namespace vow;
using namespace vow::test;

TEST_CASE("names and addresses of hosts are found, or stay as they are") {
    FakeSurroundings around;
    around.fakes.network.addresses = {{"hub", "10.0.0.1"}};
    check_calls(
        R"(
        host2ip | hub => 10.0.0.1
        host2ip | elsewhere => elsewhere
        ip2host | 10.0.0.1 => hub
        ip2host | 10.0.0.2 => 10.0.0.2
        )",
        around
    );
}

TEST_CASE("TCP servers reply to queries, up to a limit") {
    FakeSurroundings around;
    around.fakes.network.replies = {{"a 80", "hello"}, {"b 80", "help"}};
    around.define("hosts", Value::list({"b", "c", "a"}), {});
    check_calls(
        R"(
        readtcp | a | 80 | GET | 100 => hello
        readtcp | a | 80 | GET | 2 => he
        readtcp | c | 80 | GET | 100 => -
        isconnectable | a | 80 => true
        isconnectable | a | 81 | 5 => false
        selectservers | hosts | 80 | GET | hel+o? | 100 | ok => 1
        selectservers | hosts | 80 | "" | "" | 100 | up => 2
        )",
        around
    );
    CHECK(around.values.at("ok[0]").as_text() == "a");
    CHECK(around.values.at("up[0]").as_text() == "b");
    CHECK(around.values.at("up[1]").as_text() == "a");
}

TEST_CASE("a URL is requested with its options") {
    FakeSurroundings around;
    FakeNetwork& network = around.fakes.network;
    network.pages["http://a/"] = {.status = 200, .content = "page", .headers = "h"};
    network.pages["http://b/"] = {.error = 7, .error_text = "Couldn't connect"};
    const auto get = [&](const char* url, const char* options) {
        return result_of("url_get", {url, options}, around);
    };
    CHECK(
        get("http://a/", R"({"url.max_content": 10, "url.timeout": 2, "url.headers": ["x: y"]})") ==
        R"({"content":"page","headers":"h","rc":0,"returncode":200,"success":true})"
    );
    const WebRequest& request = network.requests.at(0);
    CHECK(request.max_content == 10);
    CHECK(request.limit == std::chrono::seconds(2));
    CHECK(request.headers == std::vector<std::string>{"x: y"});
    CHECK(
        get("http://b/", "{}") ==
        R"({"content":"","error_message":"Couldn't connect","headers":"","rc":7,"returncode":0,)"
        R"("success":false})"
    );
    CHECK(get("http://a/", R"({"no.option": 1})").starts_with("{"));
    CHECK(around.fakes.observer.lines.back().find("unknown option no.option") != std::string::npos);
    CHECK(get("gopher://a/", "{}") == "-");
}

TEST_CASE("a check connects to no other host") {
    FakeSurroundings around;
    around.fakes.options.run_programs = RunPrograms::no;
    around.fakes.network.addresses = {{"hub", "10.0.0.1"}};
    around.fakes.network.replies = {{"a 80", "hello"}};
    check_calls(
        R"(
        host2ip | hub => -
        ip2host | 10.0.0.1 => -
        readtcp | a | 80 | GET | 100 => -
        isconnectable | a | 80 => -
        url_get | http://a/ | {} => -
        )",
        around
    );
    CHECK(around.fakes.network.requests.empty());
}

TEST_CASE("functions of systems that are not there answer like a host without a hub") {
    FakeSurroundings around;
    check_calls(
        R"(
        hostsseen | inf | lastseen | name => -
        hubknowledge | x => ""
        remotescalar | x | 127.0.0.1 | yes => ""
        registryvalue | HKEY | x => -
        hostswithclass | x | name => -
        )",
        around
    );
    CHECK(around.fakes.observer.lines.back().find("policy hub") != std::string::npos);
}

TEST_CASE("network connections are read from the tables of the kernel") {
    FakeSurroundings around;
    around.fakes.host.files["/proc/self/net/tcp"] =
        "  sl  local_address rem_address   st tx_queue\n"
        "   0: 0100007F:0277 00000000:0000 01 00000000:00000000 00\n"
        "   1: 3202A8C0:AB01 00000000:0000 0A 00000000:00000000 00\n";
    around.fakes.host.files["/proc/self/net/udp6"] =
        "   7: 00000000000000000000000001000000:0016 00000000:0000 07 00000000\n"
        "short\n";
    CHECK(
        result_of("network_connections", {}, around) ==
        R"({"tcp":[{"local":{"address":"127.0.0.1","port":"631"},)"
        R"("remote":{"address":"0.0.0.0","port":"0"},"state":"ESTABLISHED"},)"
        R"({"local":{"address":"192.168.2.50","port":"43777"},)"
        R"("remote":{"address":"0.0.0.0","port":"0"},"state":"UNKNOWN"}],)"
        R"("udp6":[{"local":{"address":"0:0:0:0:0:0:100:0","port":"22"},)"
        R"("remote":{"address":"0.0.0.0","port":"0"},"state":"CLOSE"}]})"
    );
}

} // namespace network_test
