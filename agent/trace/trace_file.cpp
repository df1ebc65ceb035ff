#include "agent/trace/trace_file.h"

#include "agent/report/output_file.h"
#include "protocol/text/shown_text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

namespace vow::agent {
namespace {

using Clock = Span::Clock;

/// Microseconds with three decimals.
std::string microseconds_text(Clock::duration duration) {
    std::array<char, 40> text{};
    const std::chrono::duration<double, std::micro> exact = duration;
    const int length = std::snprintf(text.data(), text.size(), "%.3f", exact.count());
    return {text.data(), static_cast<std::size_t>(length)};
}

std::string title_of(const Span& span) {
    if (span.kind == "promise") return span.type + " " + span.name;
    if (span.kind == "module") return "process of " + span.type;
    return span.kind + " " + span.name;
}

/// The slices of the evaluator, each in the first lane in which it lies inside of those that have
/// not ended, or after them.
class EvaluatorLanes {
public:
    /// Spans come by their begin. Returns the lane, from 0.
    std::size_t lane_for(const Span& span) {
        for (std::size_t lane = 0; lane < open_.size(); ++lane) {
            auto& ends = open_[lane];
            while (!ends.empty() && ends.back() <= span.begin)
                ends.pop_back();
            if (!ends.empty() && ends.back() < span.end) continue;
            ends.push_back(span.end);
            return lane;
        }
        open_.emplace_back(1, span.end);
        return open_.size() - 1;
    }
    std::size_t size() const { return open_.size(); }

private:
    std::vector<std::vector<Clock::time_point>> open_; ///< ends by lane, the innermost last
};

std::string json_quoted(std::string_view value) {
    std::string written;
    append_json_string(written, value);
    return written;
}

/// With a comma before it; nothing for an empty value.
std::string member(std::string_view name, std::string_view value) {
    return value.empty() ? "" : ",\"" + std::string(name) + "\":" + json_quoted(value);
}

/// The events of one trace, one a line.
class TraceText {
public:
    TraceText(Output& output, const MeasuredRun& run) : output_(output), run_(run) {}

    void write();

private:
    static constexpr std::size_t evaluator = 1;         ///< its first lane
    static constexpr std::size_t max_evaluators = 1000; ///< processes come after them

    void write_head();
    void name_process();
    void name_lane(std::size_t lane, const std::string& name);
    void name_lanes(std::size_t evaluators);
    void write_slice(const Span& span, std::size_t lane);
    void event(const std::string& members);

    Output& output_;
    const MeasuredRun& run_;
    bool is_first_ = true;
};

void TraceText::event(const std::string& members) {
    output_.write(is_first_ ? "\n" : ",\n");
    is_first_ = false;
    output_.write(shown_json("{" + members + "}"));
}

void TraceText::write_head() {
    std::string head =
        R"({"displayTimeUnit":"ms","otherData":{"exit_status":)" + std::to_string(run_.exit_status);
    if (run_.omitted > 0) head += ",\"omitted_slices\":" + std::to_string(run_.omitted);
    for (const auto& [name, value] : run_.start.members()) {
        head += ",\"" + name + "\":";
        append_json(head, value);
    }
    output_.write(shown_json(head + R"(},"traceEvents":[)"));
}

void TraceText::name_process() {
    const Data* policy = run_.start.find("policy");
    const std::string name = "vow " + std::string(policy == nullptr ? "" : policy->text());
    event(R"("ph":"M","pid":1,"name":"process_name","args":{"name":)" + json_quoted(name) + "}");
}

void TraceText::name_lane(std::size_t lane, const std::string& name) {
    const std::string place = R"("ph":"M","pid":1,"tid":)" + std::to_string(lane);
    event(place + R"(,"name":"thread_name","args":{"name":)" + json_quoted(name) + "}");
    event(
        place + R"(,"name":"thread_sort_index","args":{"sort_index":)" + std::to_string(lane) + "}"
    );
}

void TraceText::name_lanes(std::size_t evaluators) {
    for (std::size_t lane = 0; lane < evaluators; ++lane)
        name_lane(
            evaluator + lane, lane == 0 ? "evaluator" : "evaluator " + std::to_string(lane + 1)
        );
    for (const Span& span : run_.spans) {
        if (span.kind == "module") name_lane(max_evaluators + span.lane, "module " + span.type);
    }
}

void TraceText::write_slice(const Span& span, std::size_t lane) {
    std::string slice = R"("ph":"X","pid":1,"tid":)" + std::to_string(lane) +
                        ",\"ts\":" + microseconds_text(span.begin - run_.begin) +
                        ",\"dur\":" + microseconds_text(span.end - span.begin);
    slice += member("cat", span.kind) + member("name", title_of(span));
    std::string details = member("result", span.result) + member("place", span.place);
    details += member("type", span.type) + member("bundle", span.bundle);
    details += member(span.kind == "module" ? "program" : "name", span.name);
    if (span.pass > 0) details += ",\"pass\":" + std::to_string(span.pass);
    if (!details.empty()) details.erase(0, 1);
    event(slice + ",\"args\":{" + details + "}");
}

void TraceText::write() {
    write_head();
    name_process();
    EvaluatorLanes lanes;
    for (const Span& span : run_.spans) {
        const bool is_of_evaluator = span.lane == 0;
        const std::size_t lane =
            is_of_evaluator ? evaluator + std::min(lanes.lane_for(span), max_evaluators - 1)
                            : max_evaluators + span.lane;
        write_slice(span, lane);
    }
    name_lanes(std::clamp<std::size_t>(lanes.size(), 1, max_evaluators));
    output_.write("\n]}\n");
}

} // namespace

TraceFile::TraceFile(const std::string& path)
    : path_(path),
      file_(open_output_file("--trace", path)),
      output_(file_.number(), Output::Buffering::blocks) {}

void TraceFile::write(const MeasuredRun& run) {
    TraceText(output_, run).write();
}

int TraceFile::finished(int status) {
    return output_.finished(status, path_ == "-" ? "standard output" : "'" + path_ + "'");
}

} // namespace vow::agent
