#include "agent/fleet/live/host_reports.h"

#include "agent/history/history.h"
#include "agent/machine/host.h"
#include "agent/personality/work_directory.h"
#include "agent/reporting/run_report.h"
#include "agent/state/state_folder.h"
#include "protocol/system/trust.h"

#include <algorithm>
#include <chrono>
#include <span>
#include <stdexcept>

namespace vow::agent {
namespace {

constexpr std::size_t max_reports = 20;
constexpr std::size_t max_bytes = 4'000'000;

/// Nothing here takes time that a signal would have to cut short.
class NeverStopped : public Stop {
public:
    int signal() const override { return 0; }
};

LastRun last_of(const std::vector<RecordedRun>& runs) {
    const auto run = std::find_if(runs.rbegin(), runs.rend(), [](const RecordedRun& one) {
        return !one.is_running();
    });
    if (run == runs.rend()) return {};
    LastRun last{.verdict = verdict_of(run->exit_status), .number = run->number};
    if (run->finished) last.finished = std::chrono::floor<std::chrono::seconds>(*run->finished);
    return last;
}

void put(Store& store, std::string_view space, std::string_view key, const Data& value) {
    if (store.document(space, key) == value) return;
    store.change_durably({{.space = std::string(space), .key = std::string(key), .value = value}});
}

} // namespace

HostReports::HostReports(const Options& options)
    : options_(options),
      folder_(work_directory_of(options.work_directory, options.personality) + "/state") {}

/// The store is opened each time: a database that was damaged or removed is used again once a run
/// has made a new one.
void HostReports::use(const std::function<void(Store&)>& work) const {
    const NeverStopped stop;
    MachineHost host(stop, trusting(Trust::of_process({}), options_.settings.trusted_users));
    const auto path = StateFolder(folder_, host).prepare_database();
    if (!path)
        throw std::runtime_error("the state in '" + folder_ + "' cannot be used: " + path.why_not);
    Store store(*path, host.now());
    work(store);
}

void HostReports::begin(const std::string& host) const {
    use([&](Store& store) { put(store, report_space, report_fleet_key, Data::string(host)); });
}

std::int64_t HostReports::end() const {
    std::int64_t dropped = 0;
    use([&](Store& store) {
        store.change_durably(
            {{.space = std::string(report_space),
              .key = std::string(report_fleet_key),
              .value = {}},
             {.space = std::string(gate_space), .key = std::string(gate_key), .value = {}}}
        );
        Spool spool(store.database());
        dropped = spool.waiting(bus_destination);
        for (;;) {
            const auto reports = spool.due(bus_destination, max_reports, max_bytes);
            if (reports.empty()) break;
            spool.finish(bus_destination, reports, Spool::End::refused);
        }
    });
    return dropped;
}

void HostReports::set_gate(const ReleaseGate& gate) const {
    use([&](Store& store) { put(store, gate_space, gate_key, data_of(gate)); });
}

HostReports::Pending HostReports::pending() const {
    Pending found;
    use([&](Store& store) {
        Spool spool(store.database());
        found.reports = spool.due(bus_destination, max_reports, max_bytes);
        found.count = spool.waiting(bus_destination);
        found.last = last_of(History(store.database()).runs());
    });
    return found;
}

void HostReports::finish(const SpooledReport& report, Spool::End end) const {
    use([&](Store& store) {
        Spool(store.database()).finish(bus_destination, std::span(&report, 1), end);
    });
}

} // namespace vow::agent
