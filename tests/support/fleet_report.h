#pragma once

#include "agent/fleet/report.h"
#include "agent/reporting/run_report.h"

#include <string>

namespace vow::tests {

constexpr agent::FleetTime report_time{std::chrono::seconds(1'000'000'000)};
inline const std::string own_id(64, 'a');

/// A report of agent/reporting as a host of the fleet sends it.
inline std::string document_of(std::int64_t number, const std::string& result) {
    const agent::RecordedRun run{
        .number = number,
        .started = report_time + std::chrono::hours(number),
        .start = Data::object(
            {{"host", Data::string("web1")},
             {"run", Data::string("0a-" + std::to_string(number))},
             {"policy", Data::string("/etc/vow/main.cf")}}
        )};
    const agent::RunEnd end{
        .time = run.started + std::chrono::seconds(2),
        .exit_status = result == "not_kept" ? 1 : 0,
        .totals = Data::object({{result, Data::integer(1)}}),
        .outcomes = {
            {.promise = {.type = "files", .promiser = "/x", .place = "/etc/vow/main.cf:7"},
             .handle = "x",
             .result = result}}};
    return report_of(run, end, agent::ReportLevel::changes, {.fleet_id = own_id}).document;
}

inline agent::Report report_with(std::int64_t number, const std::string& result) {
    return agent::report_from(document_of(number, result));
}

} // namespace vow::tests
