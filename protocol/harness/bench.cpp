#include "protocol/harness/bench.h"

#include "protocol/client/module_error.h"
#include "protocol/harness/dialogue.h"
#include "protocol/harness/footprint.h"

#include <algorithm>
#include <cstdio>

namespace vow::harness {
namespace {

using Durations = std::vector<std::chrono::nanoseconds>;
using wire::Operation;

constexpr std::size_t starts = 20;

Measurement measured(std::string what, Durations durations) {
    Measurement measurement{.what = std::move(what), .count = durations.size()};
    if (durations.empty()) return measurement;
    for (const auto duration : durations)
        measurement.whole += duration;
    std::sort(durations.begin(), durations.end());
    measurement.median = durations[durations.size() / 2];
    measurement.p99 = durations[std::min(durations.size() * 99 / 100, durations.size() - 1)];
    return measurement;
}

/// From the start of the process to its header.
Measurement start_times(const Subject& subject, Conversation::Milliseconds limit) {
    Durations durations;
    for (std::size_t i = 0; i < starts; ++i) {
        Dialogue dialogue(subject, limit);
        durations.push_back(dialogue.greet().duration);
        if (dialogue.is_open()) dialogue.terminate();
    }
    return measured("start", std::move(durations));
}

std::string milliseconds(std::chrono::nanoseconds duration) {
    char text[32]; // NOLINT(cppcoreguidelines-pro-type-member-init)
    std::snprintf(text, sizeof text, "%.3f", static_cast<double>(duration.count()) / 1e6);
    return text;
}

double rate_of(const Measurement& measurement) {
    const double seconds = static_cast<double>(measurement.whole.count()) / 1e9;
    return seconds > 0 ? static_cast<double>(measurement.count) / seconds : 0;
}

Data real(std::chrono::nanoseconds duration) {
    return Data::real(static_cast<double>(duration.count()) / 1e6);
}

} // namespace

Benchmark bench(const Subject& subject, const BenchSettings& settings) {
    Benchmark benchmark;
    benchmark.measurements.push_back(start_times(subject, settings.limit));
    Dialogue dialogue(subject, settings.limit);
    dialogue.conversation().stop_recording();
    if (dialogue.greet().line.empty()) {
        throw client::ModuleError(
            client::ModuleError::Cause::not_started,
            "'" + subject.name + "' sent no header; see vow module conform"
        );
    }
    if (!dialogue.is_open()) {
        benchmark.failure = "it sent no readable header";
        return benchmark;
    }
    const bool evaluates = !settings.samples.empty();
    const SentPromise promise =
        evaluates
            ? settings.samples.front()
            : SentPromise{.type = dialogue.greeting().header->name, .promiser = "/nonexistent"};
    for (const Operation operation : {Operation::validate_promise, Operation::evaluate_promise}) {
        if (operation == Operation::evaluate_promise && !evaluates) break;
        Durations durations;
        for (std::size_t i = 0; i < settings.requests && benchmark.failure.empty(); ++i) {
            const Answer answer = dialogue.send_request(operation, promise);
            durations.push_back(answer.duration);
            if (!answer.is_whole()) {
                benchmark.failure = "request " + std::to_string(i + 1) + " was not answered";
            } else if (evaluates && answer.result() == wire::Result::invalid) {
                benchmark.failure = "the promise is not valid";
            }
        }
        benchmark.measurements.push_back(
            measured(std::string(wire::text_of(operation)), std::move(durations))
        );
        if (!benchmark.failure.empty()) break;
    }
    if (const auto footprint = footprint_of(dialogue.conversation().process_id())) {
        benchmark.memory = footprint->memory;
    }
    return benchmark;
}

std::string text_of(const Benchmark& benchmark) {
    std::string text = "                    count    p50 ms    p99 ms per second\n";
    for (const Measurement& each : benchmark.measurements) {
        char line[128]; // NOLINT(cppcoreguidelines-pro-type-member-init)
        std::snprintf(
            line,
            sizeof line,
            "%-17s %7zu %9s %9s %10.0f\n",
            each.what.c_str(),
            each.count,
            milliseconds(each.median).c_str(),
            milliseconds(each.p99).c_str(),
            rate_of(each)
        );
        text += line;
    }
    if (benchmark.memory > 0) {
        text += "memory at the end " + std::to_string(benchmark.memory / 1024) + " KiB\n";
    }
    return text;
}

std::string json_of(const Benchmark& benchmark) {
    std::vector<Data::Member> members;
    for (const Measurement& each : benchmark.measurements) {
        members.emplace_back(
            each.what,
            Data::object({
                {"count", Data::integer(static_cast<std::int64_t>(each.count))},
                {"p50_ms", real(each.median)},
                {"p99_ms", real(each.p99)},
                {"per_second", Data::real(rate_of(each))},
            })
        );
    }
    members.emplace_back("memory", Data::integer(static_cast<std::int64_t>(benchmark.memory)));
    return json_text(Data::object(std::move(members))) + "\n";
}

} // namespace vow::harness
