#include "modules/bundled.h"

#include <doctest/doctest.h>

#include <sstream>

namespace serve_test {

using namespace vow::modules;

namespace {

struct Served {
    int status;
    std::string log_text;
};

Served served(const std::string& requests) {
    const auto module = make_bundled_module("noop");
    REQUIRE(module != nullptr);
    std::istringstream in(requests);
    std::ostringstream out;
    const int status = serve(*module, vow::Trust::in_everything(), in, out);
    return {status, out.str()};
}

bool says(const Served& served, std::string_view text) {
    return served.log_text.find(text) != std::string::npos;
}

} // namespace

TEST_CASE("a served module answers the agent's header with its own") {
    const auto answer = served("cf-agent 3.27.0 v1\n\n");
    CHECK(answer.status == 0);
    CHECK(answer.log_text.starts_with("noop "));
    CHECK(says(answer, " v1 json_based action_policy describe variables changes progress\n\n"));
}

TEST_CASE("a served module validates, evaluates and terminates") {
    const auto answer = served(R"(cf-agent 3.27.0 v1

{"operation":"validate_promise","log_level":"info","promise_type":"noop","promiser":"x","attributes":{}}

{"operation":"evaluate_promise","log_level":"info","promise_type":"noop","promiser":"x","attributes":{}}

{"operation":"terminate"}

)");
    CHECK(answer.status == 0);
    CHECK(says(answer, R"({"operation":"validate_promise","result":"valid"})"));
    CHECK(says(answer, R"({"operation":"evaluate_promise","result":"kept"})"));
    CHECK(says(answer, R"({"operation":"terminate","result":"success"})"));
}

TEST_CASE("a served module describes itself, and answers unknown operations") {
    const auto answer = served(R"(cf-agent 3.27.0 v1

{"operation":"describe","log_level":"info"}

{"operation":"shrug","log_level":"info"}

)");
    CHECK(says(answer, R"({"operation":"describe","result":"success","description":{)"));
    CHECK(says(answer, "log_critical=Unknown operation 'shrug'\n"));
    CHECK(says(answer, R"({"operation":"shrug","result":"error"})"));
}

TEST_CASE("a request that is not JSON ends the service with a critical log line") {
    const auto answer = served("cf-agent 3.27.0 v1\n\nhello\n\n");
    CHECK(answer.status == 1);
    CHECK(says(answer, "log_critical="));
}

TEST_CASE("input that does not begin with an agent's header is not served") {
    CHECK(served("GET / HTTP/1.1\n\n").status == 1);
}

} // namespace serve_test
