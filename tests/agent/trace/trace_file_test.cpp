#include "agent/trace/trace_file.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

namespace trace_file_test {

using namespace vow;
using namespace vow::agent;
using namespace std::chrono_literals;

namespace {

const Span::Clock::time_point noon = Span::Clock::now();

Span span_of(
    const std::string& name,
    std::chrono::seconds begin,
    std::chrono::seconds end,
    std::size_t lane = 0
) {
    Span span{
        .kind = lane == 0 ? "resource" : "module",
        .name = name,
        .begin = noon + begin,
        .end = noon + end,
        .lane = lane};
    if (lane > 0) span.type = name;
    return span;
}

Data written(const std::vector<Span>& spans) {
    const tests::TemporaryFolder folder;
    const std::string path = folder / "trace";
    TraceFile file(path);
    file.write(
        {.start = Data::object({{"policy", Data::string("/main.cf")}}),
         .spans = spans,
         .omitted = 3,
         .begin = noon,
         .end = noon + 9s,
         .exit_status = 1}
    );
    CHECK(file.finished(1) == 1);
    std::ifstream stream(path);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    return std::get<Data>(parse_json(text));
}

/// The lane of each slice, by name.
std::map<std::string, std::string> lanes_in(const Data& trace) {
    std::map<std::string, std::string> names, lanes;
    for (const Data& event : trace.find("traceEvents")->items()) {
        const std::string lane = event.find("tid") == nullptr ? "" : json_text(*event.find("tid"));
        if (event.find("name")->text() == "thread_name")
            names[lane] = event.find("args")->find("name")->text();
    }
    for (const Data& event : trace.find("traceEvents")->items()) {
        if (event.find("ph")->text() == "X")
            lanes[std::string(event.find("name")->text())] = names[json_text(*event.find("tid"))];
    }
    return lanes;
}

} // namespace

TEST_CASE("slices that overlap have lanes of their own, those in each other have one") {
    const auto lanes = lanes_in(written(
        {span_of("whole", 0s, 5s),
         span_of("inner", 1s, 3s),
         span_of("overlapping", 2s, 4s),
         span_of("next", 4s, 5s),
         span_of("process", 2s, 8s, 1)}
    ));
    CHECK(lanes.at("resource whole") == "evaluator");
    CHECK(lanes.at("resource inner") == "evaluator");
    CHECK(lanes.at("resource overlapping") == "evaluator 2");
    CHECK(lanes.at("resource next") == "evaluator");
    CHECK(lanes.at("process of process") == "module process");
}

TEST_CASE("a trace has microseconds, and its run") {
    const Data trace = written({span_of("a", 1s, 3s)});
    CHECK(trace.find("otherData")->find("exit_status")->as_real() == 1);
    CHECK(trace.find("otherData")->find("omitted_slices")->as_real() == 3);
    CHECK(trace.find("otherData")->find("policy")->text() == "/main.cf");
    const auto& events = trace.find("traceEvents")->items();
    const auto slice = std::ranges::find_if(events, [](const Data& event) {
        return event.find("ph")->text() == "X";
    });
    REQUIRE(slice != events.end());
    CHECK(slice->find("ts")->as_real() == 1e6);
    CHECK(slice->find("dur")->as_real() == 2e6);
}

TEST_CASE("names with control characters and quotes do not break a trace") {
    const auto lanes = lanes_in(written({span_of("a\"\\\n\x01<b>\xff", 0s, 1s)}));
    CHECK(lanes.size() == 1);
}

} // namespace trace_file_test
