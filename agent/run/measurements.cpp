#include "agent/run/measurements.h"

#include "agent/machine/network.h"
#include "agent/trace/trace_file.h"
#include "policy/run/usage_error.h"
#include "protocol/text/credentials.h"
#include "protocol/text/shown_text.h"

#include <cstdio>

namespace vow::agent {
namespace {

constexpr std::size_t max_in_file = 1'000'000;
constexpr std::size_t max_sent = 20'000; ///< collectors take messages of some megabytes
constexpr std::chrono::milliseconds most_delay(1900);

/// "http://host:4318/v1/traces" for "http://host:4318/".
std::string address_of(const std::string& base, const std::string& kind) {
    const std::size_t end = base.find_last_not_of('/');
    return base.substr(0, end + 1) + "/v1/" + kind;
}

} // namespace

Measurements::Measurements(const Options& options, Session& session)
    : wanted_(options.measurements),
      prints_(!options.has_document_output()),
      session_(session),
      display_(session.display()) {
    if (wanted_.trace == "-" && options.events == "-")
        throw UsageError("--json and --trace cannot both write to standard output");
    if (wanted_.slowest > 0) display_.add(slowest_.emplace(wanted_.slowest));
    if (!wanted_.trace.empty()) trace_file_.emplace(wanted_.trace);
    const bool is_sent = !wanted_.otlp.empty();
    if (!trace_file_ && !is_sent) return;
    const std::size_t most = is_sent ? max_sent : max_in_file;
    display_.add(timeline_.emplace(Timeline::Promises::kept, most));
}

void Measurements::show() {
    if (slowest_ && prints_) display_.print(slowest_->text(display_.secrets()));
}

int Measurements::finish(int exit_status) {
    if (!timeline_) return exit_status;
    const auto end = Span::Clock::now();
    const MeasuredRun run{
        .start = display_.secrets().masked(session_.start()),
        .spans = timeline_->finish(end, display_.secrets()),
        .omitted = timeline_->omitted(),
        .begin = timeline_->begin(),
        .end = end,
        .exit_status = exit_status};
    if (!wanted_.otlp.empty()) send(run);
    if (!trace_file_) return exit_status;
    trace_file_->write(run);
    return trace_file_->finished(exit_status);
}

void Measurements::send(const MeasuredRun& run) {
    const auto deadline = Span::Clock::now() + most_delay;
    const auto post = [&](const std::string& kind, std::string document) {
        const WebPost sent{
            .url = address_of(wanted_.otlp, kind),
            .body = std::move(document),
            .headers = {"Content-Type: application/json"}};
        return send_post(sent, deadline).problem;
    };
    std::string problem = post("traces", trace_document(run));
    if (problem.empty())
        problem = post("metrics", metrics_document(run, display_.tally().totals()));
    if (problem.empty()) return;
    const std::string address = without_credentials(wanted_.otlp);
    const std::string line = "vow: warning: --otlp " + address + ": not sent: " + problem;
    std::fprintf(stderr, "%s\n", shown(display_.secrets().masked(line)).c_str());
}

} // namespace vow::agent
