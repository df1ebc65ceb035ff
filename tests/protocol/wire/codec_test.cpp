#include "protocol/wire/codec.h"
#include "tests/support/transcript.h"

#include <doctest/doctest.h>

namespace codec_test {

using namespace vow;
using namespace vow::wire;
using namespace vow::tests;

namespace {

/// The results of reading a message by the codec: the last one, and the log lines before it.
struct ReadMessage {
    ReadResult last;
    std::vector<std::string> log = {};
};

ReadMessage read_message(Codec& codec, std::string_view message) {
    ReadMessage read{IncompleteReply{}};
    while (!message.empty()) {
        const std::size_t end = message.find('\n');
        read.last = codec.read_line(message.substr(0, end));
        message.remove_prefix(end + 1);
        if (const auto* log = std::get_if<LogLine>(&read.last)) {
            read.log.push_back(log->word + ": " + log->text);
        }
    }
    return read;
}

std::string why_malformed(Codec& codec, std::string_view message) {
    const ReadMessage read = read_message(codec, message);
    const auto* malformed = std::get_if<FormatError>(&read.last);
    return malformed == nullptr ? "" : malformed->why;
}

} // namespace

TEST_CASE("the codecs write and read the transcripts") {
    for (const Transcript& transcript : all_transcripts()) {
        CAPTURE(transcript.path);
        CHECK(agent_header() == transcript.agent_header);
        const auto header =
            parse_header(transcript.module_header.substr(0, transcript.module_header.find('\n')));
        const auto codec = make_codec(std::get<Header>(header).variant);
        for (const Transcript::KeptPromise& kept : transcript.promises) {
            std::string request;
            codec->append_validate(request, kept.promise);
            std::vector<std::string> log;
            std::string outcome;
            for (std::size_t i = 0; i < kept.requests.size(); ++i) {
                if (i == 1) turn_into_evaluate(request);
                CHECK(request == kept.requests[i]);
                const ReadMessage read = read_message(*codec, kept.replies[i]);
                const Reply reply = std::get<Reply>(read.last);
                log.insert(log.end(), read.log.begin(), read.log.end());
                for (const LogLine& line : reply.log)
                    log.push_back(line.word + ": " + line.text);
                outcome = reply.result.value();
                for (const std::string& name : reply.result_classes)
                    outcome += " " + name;
            }
            CHECK(log == kept.log);
            CHECK((outcome == kept.outcome || (outcome == "invalid" && kept.outcome == "not_kept"))
            );
        }
        std::string terminate;
        codec->append_request(terminate, Operation::terminate, LogLevel::notice);
        CHECK(terminate == transcript.terminate_request);
        CHECK(
            std::get<Reply>(read_message(*codec, transcript.terminate_reply).last).result ==
            "success"
        );
    }
}

TEST_CASE("a module describes itself in JSON on either variant") {
    const auto json = make_codec(Variant::json_based);
    const auto line = make_codec(Variant::line_based);
    std::string request;
    json->append_request(request, Operation::describe, LogLevel::info);
    CHECK(request == "{\"operation\":\"describe\",\"log_level\":\"info\"}\n\n");
    request.clear();
    line->append_request(request, Operation::describe, LogLevel::info);
    CHECK(request == "operation=describe\nlog_level=info\n\n");

    const auto described = [](Codec& codec, std::string_view text) {
        const Reply reply = std::get<Reply>(read_message(codec, text).last);
        CHECK(result_from(Operation::describe, reply.result.value()) == Result::success);
        return json_text(reply.description.value());
    };
    CHECK(
        described(*json, "{\"result\":\"success\",\"description\":{\"promise_types\":{}}}\n\n") ==
        R"({"promise_types":{}})"
    );
    CHECK(
        described(*line, "result=success\ndescription={\"promise_types\":{}}\n\n") ==
        R"({"promise_types":{}})"
    );
    const ReadMessage broken = read_message(*line, "result=success\ndescription={\n\n");
    CHECK_FALSE(std::get<Reply>(broken.last).description.has_value());
    CHECK(std::get<Reply>(broken.last).remarks.front() == "'description' is not JSON");
}

TEST_CASE("a JSON reply over several lines is read to its closing brace, with a remark") {
    const auto codec = make_codec(Variant::json_based);
    const ReadMessage read =
        read_message(*codec, "{\n \"result\":\n \"kept}\\\"\",\n \"x\": [{\n}]\n}\n\n");
    const Reply reply = std::get<Reply>(read.last);
    CHECK(reply.result == "kept}\"");
    CHECK(reply.remarks.size() == 1);
    // The next one is read normally.
    CHECK(std::get<Reply>(read_message(*codec, "{}\n\n").last).remarks.empty());
}

TEST_CASE("a reply that is not a JSON object is malformed, and the next one is read normally") {
    const auto codec = make_codec(Variant::json_based);
    CHECK(why_malformed(*codec, "{\"result\":kept}\n")
              .starts_with("wrote something other than a JSON object"));
    CHECK(why_malformed(*codec, "{} {}\n").starts_with("wrote something other than a JSON object"));
    CHECK(why_malformed(*codec, "{\"a\":\n\n") == "ended its reply inside a JSON object");
    CHECK(why_malformed(*codec, "{\n\"a\":}\n")
              .starts_with("wrote something other than a JSON object"));
    CHECK(why_malformed(*codec, "{}\n{}\n") == "wrote a second JSON object in one reply");
    CHECK(why_malformed(*codec, std::string_view("log_info=\0\n", 11)) == "wrote a zero byte");
    for (const std::string line : {"[1]", "\"kept\"", "7", "true", "null"})
        CHECK(why_malformed(*codec, line + "\n") == "wrote JSON that is not an object");
    CHECK(
        why_malformed(*codec, "\xef\xbb\xbf{\"result\":\"kept\"}\n") ==
        "began a line with a byte order mark"
    );
    CHECK(
        why_malformed(*codec, "{\"result\":\"error\",\"result\":\"kept\"}\n") ==
        "wrote something other than a JSON object: it has 'result' twice"
    );
    CHECK(std::holds_alternative<IncompleteReply>(codec->read_line("{\"x\":1,\"x\":2}")));
    CHECK(std::holds_alternative<Reply>(codec->read_line("")));
    CHECK(std::holds_alternative<Reply>(read_message(*codec, "{\"result\":\"kept\"}\n\n").last));
}

TEST_CASE("a line reply with blanks around '=', or a field twice, is malformed") {
    const auto codec = make_codec(Variant::line_based);
    for (const std::string line :
         {"result =kept", "result = kept", " operation=x", "result\t=kept"})
        CHECK(why_malformed(*codec, line + "\n") == "wrote blanks around the '=' of a field");
    CHECK(
        why_malformed(*codec, "result=error\nresult=kept\n") == "wrote 'result' twice in one reply"
    );
    CHECK(std::holds_alternative<StrayLine>(codec->read_line("debug = 1")));
}

TEST_CASE("members of a JSON reply other than strings are read if they have a meaning") {
    const auto codec = make_codec(Variant::json_based);
    const Reply reply = std::get<Reply>(
        read_message(
            *codec,
            R"({"operation":null,"result":7,"result_classes":"a","log":[{"level":"x"},3]})"
            "\n\n"
        )
            .last
    );
    CHECK_FALSE(reply.operation.has_value());
    CHECK(reply.result == "7");
    CHECK(reply.result_classes.empty());
    CHECK(reply.log.empty());
    CHECK(reply.remarks.size() == 2);
}

TEST_CASE("lines that are neither protocol nor log are stray on both variants") {
    for (const Variant variant : {Variant::json_based, Variant::line_based}) {
        const auto codec = make_codec(variant);
        for (const char* line : {"hello", "['a']", "log_info hello", "DEBUG=1", "=x", "Key=1"}) {
            CAPTURE(line);
            CHECK(std::holds_alternative<StrayLine>(codec->read_line(line)));
        }
        CHECK(std::holds_alternative<IncompleteReply>(codec->read_line("")));
    }
}

TEST_CASE("a log line of an unknown level keeps its word") {
    const LogLine line = log_line_of("log_banana=ye=llow").value();
    CHECK_FALSE(line.level.has_value());
    CHECK(line.word == "banana");
    CHECK(line.text == "ye=llow");
    CHECK_FALSE(log_line_of("log_info").has_value());
    CHECK_FALSE(log_line_of("xlog_info=").has_value());
}

TEST_CASE("the line variant names values that it cannot carry") {
    const auto codec = make_codec(Variant::line_based);
    const PromiseType type{"lb"};
    const auto obstacle = [&](std::string promiser, Attributes attributes) {
        const auto why = codec->obstacle(
            {.type = &type, .promiser = std::move(promiser), .attributes = std::move(attributes)}
        );
        return why ? why->substr(why->find("; ") + 2) : "none";
    };
    CHECK(obstacle("x", {{"a", "b"}, {"n", Data::integer(3)}}) == "none");
    CHECK(obstacle("x", {{"l", std::vector<std::string>{}}}) == "attribute 'l' is a list");
    CHECK(obstacle("x", {{"meta", std::vector<std::string>{"h"}}}) == "attribute 'meta' is a list");
    CHECK(obstacle("x", {{"d", Data::object({})}}) == "attribute 'd' is a body or data object");
    CHECK(obstacle("x", {{"t", "a\nb"}}) == "attribute 't' is a text with a line end");
    CHECK(obstacle("a\nb", {}) == "the promiser has a line end");
    CHECK_FALSE(
        make_codec(Variant::json_based)->obstacle({.type = &type, .promiser = "a\nb"}).has_value()
    );
}

TEST_CASE("lines that begin a reply are recognised") {
    const auto json = make_codec(Variant::json_based);
    CHECK(json->is_reply(" {\"a"));
    CHECK_FALSE(json->is_reply("log_info={"));
    const auto line = make_codec(Variant::line_based);
    CHECK(line->is_reply("attribute_content=xxx"));
    CHECK_FALSE(line->is_reply("log_info=xxx"));
    CHECK_FALSE(line->is_reply("xxx"));
}

TEST_CASE("progress is read on both variants, anywhere before the end of a reply") {
    for (const Variant variant : {Variant::json_based, Variant::line_based}) {
        const auto codec = make_codec(variant, {.progress = ProgressLines::offered});
        const ReadResult read = codec->read_line("progress=40 read 2 of 5");
        REQUIRE(std::holds_alternative<ProgressLine>(read));
        CHECK(std::get<ProgressLine>(read).percent == 40);
        CHECK(std::get<ProgressLine>(read).text == "read 2 of 5");
        CHECK(std::get<ProgressLine>(codec->read_line("progress=100")).text.empty());
        CHECK(std::get<ProgressLine>(codec->read_line("progress=0 ")).text.empty());
        CHECK_FALSE(codec->is_reply("progress=40"));
        // It is not part of a reply: an empty line after it does not end one.
        CHECK(std::holds_alternative<IncompleteReply>(codec->read_line("")));
    }
}

TEST_CASE("a progress line without a percentage is malformed") {
    for (const Variant variant : {Variant::json_based, Variant::line_based}) {
        const auto codec = make_codec(variant, {.progress = ProgressLines::offered});
        for (const char* line : {"", " half", "half", "-1 x", "101 x", "4.5 x", "40% x", "+4 x"}) {
            CAPTURE(line);
            const std::string why = why_malformed(*codec, "progress=" + std::string(line) + "\n");
            CHECK(why.starts_with("wrote a progress line that is not 'progress=PERCENT TEXT'"));
        }
    }
}

TEST_CASE("a progress line is a stray line unless progress is offered") {
    const auto json = make_codec(Variant::json_based);
    CHECK(std::holds_alternative<StrayLine>(json->read_line("progress=40 x")));
    const auto line = make_codec(Variant::line_based);
    CHECK(std::holds_alternative<IncompleteReply>(line->read_line("progress=40 x")));
    CHECK(std::holds_alternative<Reply>(line->read_line("")));
}

} // namespace codec_test
