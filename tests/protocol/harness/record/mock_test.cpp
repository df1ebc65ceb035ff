#include "protocol/harness/record/playback.h"

#include <doctest/doctest.h>

#include <sstream>

namespace mock_test {

using namespace vow;
using namespace vow::harness;

namespace {

constexpr const char* record = R"(> cf-agent 3.27.0 v1
>
< account 1.0 v1 json_based
<
> {"operation":"validate_promise","promise_type":"account","promiser":"ada","attributes":{"password":"***","user":{"key":"***"},"note":"of *** only"}}
>
< {"operation":"validate_promise","result":"valid"}
<
)";

/// The mock's answer to a promise of an account with these attributes.
std::string answer_to(const std::string& attributes) {
    std::istringstream requests(
        "cf-agent 3.27.0 v1\n\n"
        R"({"operation":"validate_promise","promise_type":"account","promiser":"ada","attributes":)" +
        attributes + "}\n\n"
    );
    std::ostringstream replies;
    play(transcript_from(record), requests, replies);
    return replies.str();
}

} // namespace

TEST_CASE("a mask in a record matches any secret") {
    const auto is_recorded = [](const std::string& attributes) {
        return answer_to(attributes).find(R"("result":"valid")") != std::string::npos;
    };
    CHECK(is_recorded(R"({"password":"hunter2","user":{"key":["a"]},"note":"of ada only"})"));
    CHECK(is_recorded(R"({"note":"of  only","user":{"key":"k"},"password":["a","b"]})"));
    CHECK_FALSE(is_recorded(R"({"password":"hunter2","user":{"key":"k"},"note":"for ada only"})"));
    CHECK_FALSE(is_recorded(R"({"password":"hunter2","user":{},"note":"of ada only"})"));
    CHECK_FALSE(is_recorded(R"({"password":"hunter2","note":"of ada only"})"));
}

} // namespace mock_test
