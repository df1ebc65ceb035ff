#include "agent/command_line/arguments.h"
#include "agent/fleet/files.h"
#include "agent/fleet/live/commands.h"
#include "agent/fleet/live/mailbox.h"
#include "agent/fleet/live/operator_bus.h"
#include "agent/fleet/live/stored_reports.h"
#include "agent/fleet/pages/site.h"
#include "agent/fleet/report.h"
#include "agent/fleet/report_store.h"

#include <cstdio>
#include <future>
#include <map>

namespace vow::agent {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr int most_fetched = 500;
constexpr milliseconds fetch_limit(1000);
constexpr milliseconds pause_after_error(1000);
constexpr hours between_prunings(1);

class Collector {
public:
    explicit Collector(const Options& options)
        : given_(options.fleet),
          store_(open_report_store(options.fleet)),
          fleet_(options.fleet, "collector", BusAccess::Stay::always) {
        if (!given_.html.empty()) site_.emplace(absolute_path(given_.html));
    }

    int run(EndingSignals& signals) {
        write_figures();
        while (signals.signal() == 0) {
            try {
                if (!fleet_.bus().is_connected()) {
                    leave_consumer();
                    if (fleet_.bus().is_closed()) fleet_.reconnect();
                    wait_for({signals.descriptor()}, milliseconds(200));
                    continue;
                }
                collect();
                write_pages();
            } catch (const std::exception& fault) {
                std::fprintf(stderr, "vow fleet collect: %s\n", fault.what());
                leave_consumer();
                wait_for({signals.descriptor()}, pause_after_error);
            }
        }
        return number_of(ExitStatus::success);
    }

private:
    /// While a queue is worked off, a batch is verified while the one before it is stored.
    void collect() {
        if (!consumer_)
            consumer_ = std::make_unique<BusConsumer>(
                fleet_.bus(), "reports", report_subject("*"), "collector"
            );
        BusBatch fetched = consumer_->fetch(most_fetched, fetch_limit);
        const bool is_full = fetched.messages().size() == std::size_t{most_fetched};
        std::vector<Report> reports = reports_of(fetched.messages());
        end_storing();
        if (fetched.messages().empty()) return prune();
        stored_ = std::move(fetched);
        storing_ = std::async(std::launch::async, [this, reports = std::move(reports)] {
            store_.add(reports);
        });
        if (!is_full) end_storing();
    }

    /// Messages that were not acknowledged come again.
    void leave_consumer() {
        if (storing_.valid()) storing_.wait();
        storing_ = {};
        stored_ = {};
        consumer_.reset();
    }

    /// Until then, nothing else may use the store.
    void end_storing() {
        if (!storing_.valid()) return;
        storing_.get();
        stored_.acknowledge();
        write_figures();
    }

    /// The reports of hosts of this fleet; all other messages are counted.
    std::vector<Report> reports_of(const std::vector<BusMessage>& messages) {
        std::vector<ReceivedReport> received;
        received.reserve(messages.size());
        for (const BusMessage& message : messages) {
            const auto host = host_in_subject(message.subject);
            received.push_back(
                {.host_id = host,
                 .host = record_of(std::string(host)),
                 .document = message.data,
                 .signature = message.signature}
            );
        }
        std::vector<Report> reports;
        reports.reserve(received.size());
        auto from = received.begin();
        for (VerifiedReport& verified : verified_reports(received)) {
            if (auto* report = std::get_if<Report>(&verified))
                reports.push_back(std::move(*report));
            else
                drop(from->host_id, std::get<BadMessage>(verified));
            ++from;
        }
        return reports;
    }

    void drop(std::string_view host, const BadMessage& fault) {
        ++bad_messages_;
        std::fprintf(
            stderr,
            "vow fleet collect: dropped a message of '%s' (%lld so far): %s\n",
            report_subject(host).c_str(),
            static_cast<long long>(bad_messages_),
            fault.what()
        );
    }

    /// nullptr for a host that the fleet does not know.
    const HostRecord* record_of(const std::string& host) {
        if (records_.empty()) read_records();
        const auto known = records_.find(host);
        if (known != records_.end()) return &known->second;
        const auto entry = fleet_.bus().get_directly("registry", host);
        if (!entry) return nullptr;
        return &records_.emplace(host, host_record_from(entry->value)).first->second;
    }

    /// All hosts at once, since a collector that begins may have a queue of all of them.
    void read_records() {
        try {
            records_ = fleet_.records();
        } catch (const BusError& fault) {
            // A cluster may place what reads a whole bucket on a server that it has lost; single
            // records are read from those that it has.
            std::fprintf(stderr, "vow fleet collect: %s\n", fault.what());
        }
    }

    void prune() {
        if (Clock::now() < next_pruning_) return;
        next_pruning_ = Clock::now() + between_prunings;
        store_.forget_details_before(fleet_now() - given_.keep.value_or(hours(30 * 24)));
    }

    /// Pages take a part of the time only, however many hosts there are.
    void write_pages() {
        constexpr int part = 20;
        constexpr milliseconds least(1000);
        if (!site_ || Clock::now() < next_pages_) return;
        end_storing();
        const auto begin = Clock::now();
        next_pages_ = begin + least; // also after a failure, such as a full disk
        FleetPicture picture{
            .name = fleet_.folder().name(),
            .made = fleet_now(),
            .hosts = fleet_.hosts(),
            .desired = fleet_.desired()};
        for (StoredRollout& each : fleet_.rollouts()) {
            store_.add(
                each.rollout.plan.id,
                {.time = picture.made,
                 .count = count_of(each.rollout, rollout_hosts(each.rollout, picture.hosts))}
            );
            picture.rollouts.push_back(std::move(each.rollout));
        }
        site_->update(picture, store_);
        const auto end = Clock::now();
        next_pages_ = end + std::max<Clock::duration>(least, (end - begin) * part);
    }

    void write_figures() {
        if (given_.prometheus.empty()) return;
        const StoredTotals totals = store_.totals();
        std::string text;
        const auto add = [&](const char* name, const char* help, std::int64_t value) {
            text += std::string("# HELP ") + name + " " + help + "\n# TYPE " + name +
                    (std::string_view(name).ends_with("_total") ? " counter\n" : " gauge\n") +
                    name + " " + std::to_string(value) + "\n";
        };
        add("vow_fleet_reports_total", "Reports stored.", totals.reports);
        add("vow_fleet_reporting_hosts", "Hosts with a report.", totals.hosts);
        add("vow_fleet_failed_runs_total", "Runs with an exit status other than 0.", totals.failed);
        add("vow_fleet_repaired_total", "Promises repaired.", totals.repaired);
        add("vow_fleet_not_kept_total", "Promises not kept.", totals.not_kept);
        add("vow_fleet_bad_messages", "Messages dropped since the start.", bad_messages_);
        write_fleet_file(absolute_path(given_.prometheus), text, Readers::all);
    }

    const FleetOptions& given_;
    ReportStore store_;
    OperatorBus fleet_;
    std::unique_ptr<BusConsumer> consumer_; ///< before the bus ends
    std::map<std::string, HostRecord> records_;
    std::int64_t bad_messages_ = 0;
    Clock::time_point next_pruning_ = Clock::now();
    std::optional<Site> site_;
    Clock::time_point next_pages_ = Clock::now();
    BusBatch stored_;           ///< has the reports that `storing_` stores
    std::future<void> storing_; ///< ends before all else, as it uses the store
};

} // namespace

int collect_reports(const Options& options) {
    EndingSignals signals;
    return Collector(options).run(signals);
}

} // namespace vow::agent
