#include "protocol/client/module_error.h"
#include "protocol/harness/dialogue.h"
#include "tests/support/module_promises.h"

#include <doctest/doctest.h>

namespace dialogue_test {

using namespace vow;
using namespace vow::harness;
using namespace vow::tests;
using namespace std::chrono_literals;
using wire::Operation;
using wire::Result;

namespace {

constexpr auto long_enough = 20s;

Dialogue dialogue_with(const std::string& module) {
    return {subject_at(module_path(module), "/bin/sh"), long_enough};
}

const SentPromise trouble{.type = "trouble", .promiser = "trouble"};

} // namespace

TEST_CASE("a dialogue has headers, requests with answers, and terminate, on either variant") {
    for (const char* module : {"good_line.sh", "stray_prints.sh"}) {
        CAPTURE(module);
        Dialogue dialogue = dialogue_with(module);
        CHECK(dialogue.greet().header.has_value());
        const SentPromise promise{.type = "t", .promiser = "x"};
        CHECK(
            dialogue.send_request(Operation::validate_promise, promise).result() == Result::valid
        );
        CHECK(dialogue.send_request(Operation::evaluate_promise, promise).result() == Result::kept);
        CHECK(dialogue.terminate().result() == Result::success);
        CHECK(dialogue.conversation().wait_for_end());
        CHECK(client::text_of(dialogue.conversation().status()) == "exited with status 0");
    }
}

TEST_CASE("irregularities in an answer are kept for the checks") {
    SUBCASE("stray lines in an answer are kept") {
        Dialogue dialogue = dialogue_with("stray_prints.sh");
        dialogue.greet();
        dialogue.send_request(Operation::validate_promise, trouble);
        CHECK(!dialogue.send_request(Operation::evaluate_promise, trouble).stray_lines.empty());
    }
    SUBCASE("a second answer is not taken for that to the next request") {
        Dialogue dialogue = dialogue_with("two_replies.sh");
        dialogue.greet();
        dialogue.send_request(Operation::validate_promise, trouble);
        CHECK(dialogue.send_request(Operation::evaluate_promise, trouble).result() == Result::kept);
        const Answer next =
            dialogue.send_request(Operation::validate_promise, {.promiser = "calm"});
        CHECK(next.result() == Result::valid);
        CHECK(next.surplus.size() == 1);
    }
    SUBCASE("malformed JSON in an answer is reported") {
        Dialogue dialogue = dialogue_with("bad_json.sh");
        dialogue.greet();
        dialogue.send_request(Operation::validate_promise, trouble);
        const Answer answer = dialogue.send_request(Operation::evaluate_promise, trouble);
        CHECK(answer.is_whole());
        CHECK(!answer.reply.has_value());
        CHECK(answer.malformed.find("other than a JSON object") != std::string::npos);
    }
    SUBCASE("an end in the middle of an answer is reported") {
        Dialogue dialogue = dialogue_with("exits_in_reply.sh");
        dialogue.greet();
        dialogue.send_request(Operation::validate_promise, trouble);
        const Answer answer = dialogue.send_request(Operation::evaluate_promise, trouble);
        CHECK(answer.completeness == Completeness::cut);
    }
}

TEST_CASE("an invalid header is reported with the reason, and no request can follow") {
    Dialogue dialogue = dialogue_with("header_of_three_parts.sh");
    CHECK(dialogue.greet().problem.find("has 3 parts") != std::string::npos);
    CHECK(!dialogue.is_open());
    CHECK(dialogue.terminate().completeness == Completeness::cut);
}

TEST_CASE("waiting for a silent module ends at the limit, and no request can follow") {
    Dialogue dialogue(subject_at(module_path("says_nothing.sh"), "/bin/sh"), 50ms);
    CHECK(dialogue.greet().completeness == Completeness::too_late);
    CHECK(
        dialogue.send_request(Operation::validate_promise, trouble).completeness ==
        Completeness::too_late
    );
}

TEST_CASE("a missing module does not start") {
    CHECK_THROWS_AS(subject_at("/nonexistent/module", ""), client::ModuleError);
}

TEST_CASE("a request has its fields in order on either variant") {
    const SentPromise promise{
        .type = "git", .promiser = "/x", .attributes = {{"repo", Data::string("a=b")}}};
    const Fields fields =
        fields_of(Operation::validate_promise, promise, ChangesAllowed::only_warn, LogLevel::info);
    CHECK(
        request_text(wire::Variant::line_based, fields) ==
        "operation=validate_promise\nlog_level=info\npromise_type=git\npromiser=/x\n"
        "line_number=1\nfilename=harness\nattribute_repo=a=b\nattribute_action_policy=warn\n\n"
    );
    CHECK(
        request_text(wire::Variant::json_based, fields) ==
        R"({"operation":"validate_promise","log_level":"info","promise_type":"git","promiser":"/x",)"
        R"("line_number":1,"filename":"harness","attributes":{"repo":"a=b","action_policy":"warn"}})"
        "\n\n"
    );
}

} // namespace dialogue_test
