#include "agent/command_line/arguments.h"
#include "agent/fleet/live/commands.h"
#include "agent/fleet/live/mailbox.h"
#include "agent/fleet/live/operator_bus.h"
#include "agent/fleet/live/stored_reports.h"
#include "agent/fleet/live/terminal.h"
#include "agent/fleet/report_store.h"
#include "policy/run/usage_error.h"
#include "protocol/text/utc_time.h"

#include <algorithm>
#include <map>

namespace vow::agent {
namespace {

using std::chrono::seconds;

constexpr std::size_t short_id = 12;

std::string seen_text(const FleetHost& host, FleetTime now) {
    if (!host.presence) return "-";
    return age_text(now - host.presence->time) + " ago";
}

Data data_of(const FleetHost& host, const std::optional<ReleaseName>& desired) {
    std::vector<Data::Member> members{
        {"host", Data::string(host.id)},
        {"name", Data::string(host.record.name)},
        {"group", Data::string(host.record.group)},
        {"state", Data::string(host.state(desired))},
        {"since", Data::string(utc_text(host.record.since))}};
    if (host.presence) {
        const Presence& presence = *host.presence;
        members.emplace_back("seen", Data::string(utc_text(presence.time)));
        members.emplace_back("vow", Data::string(presence.vow));
        members.emplace_back("verdict", Data::string(name_of(presence.verdict)));
        if (presence.run) members.emplace_back("run", Data::integer(*presence.run));
        if (presence.release)
            members.emplace_back("release", Data::string(text_of(*presence.release)));
        members.emplace_back("pending_reports", Data::integer(presence.pending_reports));
        members.emplace_back("bad_messages", Data::integer(presence.bad_messages));
    }
    return Data::object(std::move(members));
}

std::vector<FleetHost> matching(OperatorBus& fleet, const std::string& where) {
    const HostExpression expression(where);
    std::vector<FleetHost> hosts = fleet.hosts();
    std::erase_if(hosts, [&](const FleetHost& host) {
        return !expression.matches(host, fleet_now());
    });
    return hosts;
}

/// 7 wins over 1, as of `vow status`: a silent host is unknown.
ExitStatus status_of(const std::map<std::string, std::size_t>& states) {
    const auto has = [&](const char* state) { return states.contains(state); };
    if (has("silent") || has("no run")) return ExitStatus::stale;
    return has("failed") || has("not kept") ? ExitStatus::not_kept : ExitStatus::success;
}

Data counts(const std::map<std::string, std::size_t>& states) {
    std::vector<Data::Member> members;
    members.reserve(states.size());
    for (const auto& [state, count] : states)
        members.emplace_back(state, Data::integer(static_cast<std::int64_t>(count)));
    return Data::object(std::move(members));
}

std::string counts_text(const std::map<std::string, std::size_t>& states) {
    std::string text;
    for (const auto& [state, count] : states)
        text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + state;
    return text;
}

Data data_of(const FleetOutcome& change) {
    return Data::object(
        {{"host", Data::string(change.host)},
         {"name", Data::string(change.name)},
         {"time", Data::string(utc_text(change.time))},
         {"type", Data::string(change.outcome.type)},
         {"promiser", Data::string(change.outcome.promiser)},
         {"place", Data::string(change.outcome.place)},
         {"handle", Data::string(change.outcome.handle)}}
    );
}

Data data_of(const RepeatedRepair& repair) {
    return Data::object(
        {{"host", Data::string(repair.host)},
         {"name", Data::string(repair.name)},
         {"type", Data::string(repair.outcome.type)},
         {"promiser", Data::string(repair.outcome.promiser)},
         {"place", Data::string(repair.outcome.place)},
         {"handle", Data::string(repair.outcome.handle)},
         {"repairs", Data::integer(repair.repairs)},
         {"last", Data::string(utc_text(repair.last))}}
    );
}

std::string outcome_text(const ReportedOutcome& outcome) {
    return outcome.result + ": " + title_of(outcome);
}

} // namespace

int list_hosts(const Options& options) {
    OperatorBus fleet(options.fleet);
    const auto desired = fleet.desired();
    const auto hosts = matching(fleet, options.fleet.where);
    if (options.fleet.is_json) {
        Data::Array items;
        items.reserve(hosts.size());
        for (const FleetHost& host : hosts)
            items.push_back(data_of(host, desired));
        print_document(Data::array(std::move(items)));
        return number_of(ExitStatus::success);
    }
    std::vector<std::vector<std::string>> lines{
        {"NAME", "GROUP", "STATE", "SEEN", "RELEASE", "ID"}};
    for (const FleetHost& host : hosts) {
        const bool has_release = host.presence && host.presence->release;
        lines.push_back(
            {host.record.name,
             host.record.group.empty() ? "-" : host.record.group,
             host.state(desired),
             seen_text(host, fleet_now()),
             has_release ? text_of(*host.presence->release) : "-",
             host.id.substr(0, short_id)}
        );
    }
    print_table(lines);
    return number_of(ExitStatus::success);
}

int show_fleet_status(const Options& options) {
    OperatorBus fleet(options.fleet);
    const auto desired = fleet.desired();
    std::map<std::string, std::size_t> all;
    std::map<std::string, std::map<std::string, std::size_t>> groups;
    std::vector<const FleetHost*> faulty;
    const auto hosts = matching(fleet, options.fleet.where);
    for (const FleetHost& host : hosts) {
        const std::string state = host.state(desired);
        ++all[state];
        ++groups[host.record.group.empty() ? "-" : host.record.group][state];
        if (state != "good") faulty.push_back(&host);
    }
    // A fleet without hosts is not known to be good.
    const ExitStatus status = hosts.empty() ? ExitStatus::stale : status_of(all);
    if (options.fleet.is_json) {
        std::vector<Data::Member> by_group;
        by_group.reserve(groups.size());
        for (const auto& [group, states] : groups)
            by_group.emplace_back(group, counts(states));
        Data::Array items;
        items.reserve(faulty.size());
        for (const FleetHost* host : faulty)
            items.push_back(data_of(*host, desired));
        print_document(Data::object(
            {{"hosts", Data::integer(static_cast<std::int64_t>(hosts.size()))},
             {"states", counts(all)},
             {"groups", Data::object(std::move(by_group))},
             {"not_good", Data::array(std::move(items))}}
        ));
        return number_of(status);
    }
    print_line(
        std::to_string(hosts.size()) + (hosts.size() == 1 ? " host" : " hosts") +
        (all.empty() ? "" : ": " + counts_text(all))
    );
    if (groups.size() > 1) {
        for (const auto& [group, states] : groups)
            print_line("  group " + group + ": " + counts_text(states));
    }
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < std::min(most, faulty.size()); ++i) {
        const FleetHost& host = *faulty[i];
        print_line(
            "  " + host.record.name + ": " + host.state(desired) + ", seen " +
            seen_text(host, fleet_now())
        );
    }
    if (faulty.size() > most)
        print_line("  and " + std::to_string(faulty.size() - most) + " more: vow fleet hosts");
    return number_of(status);
}

int show_host(const Options& options) {
    OperatorBus fleet(options.fleet);
    const auto hosts = fleet.hosts();
    if (options.fleet.hosts.size() != 1) throw UsageError("name one host");
    const FleetHost& host = OperatorBus::host_named(hosts, options.fleet.hosts.front());
    const auto desired = fleet.desired();
    constexpr std::int64_t most = 10;
    const auto reports = open_report_store(options.fleet).reports_of(host.id, most);
    if (options.fleet.is_json) {
        Data::Array runs;
        runs.reserve(reports.size());
        for (const Report& report : reports)
            runs.push_back(std::get<Data>(parse_json(report.document)));
        print_document(
            Data::object({{"host", data_of(host, desired)}, {"runs", Data::array(std::move(runs))}})
        );
        return number_of(ExitStatus::success);
    }
    print_line(host.record.name + ": " + host.state(desired));
    print_line("  id      " + host.id);
    print_line("  group   " + (host.record.group.empty() ? "-" : host.record.group));
    print_line("  seen    " + seen_text(host, fleet_now()));
    if (host.presence && host.presence->release)
        print_line("  release " + text_of(*host.presence->release));
    for (const Report& report : reports) {
        print_line(
            "  run " + std::to_string(report.number) + " at " + utc_text(report.started) + ": " +
            std::string(name_of(verdict_of(report.exit_status))) + ", " +
            std::to_string(report.kept) + " kept, " + std::to_string(report.repaired) +
            " repaired, " + std::to_string(report.not_kept) + " not kept; " + report.policy
        );
        for (const ReportedOutcome& outcome : report.outcomes)
            print_line("    " + outcome_text(outcome));
    }
    return number_of(ExitStatus::success);
}

int show_changes(const Options& options) {
    constexpr std::int64_t most = 1000;
    constexpr seconds day(86'400);
    ReportStore store = open_report_store(options.fleet);
    const auto changes = store.changes_since(fleet_now() - options.fleet.since.value_or(day), most);
    if (options.fleet.is_json) {
        Data::Array items;
        items.reserve(changes.size());
        for (const FleetOutcome& change : changes)
            items.push_back(data_of(change));
        print_document(Data::array(std::move(items)));
        return number_of(ExitStatus::success);
    }
    for (const FleetOutcome& change : changes)
        print_line(
            utc_text(change.time) + "  " + change.name + "  " + outcome_text(change.outcome)
        );
    return number_of(ExitStatus::success);
}

int show_drift(const Options& options) {
    constexpr std::int64_t most = 1000;
    constexpr seconds week(7 * 86'400);
    ReportStore store = open_report_store(options.fleet);
    const auto repairs =
        store.repeated_repairs(fleet_now() - options.fleet.since.value_or(week), most);
    if (options.fleet.is_json) {
        Data::Array items;
        items.reserve(repairs.size());
        for (const RepeatedRepair& repair : repairs)
            items.push_back(data_of(repair));
        print_document(Data::array(std::move(items)));
    } else {
        for (const RepeatedRepair& repair : repairs)
            print_line(
                repair.name + "  " + std::to_string(repair.repairs) + " times, last at " +
                utc_text(repair.last) + "  " + title_of(repair.outcome)
            );
    }
    return number_of(repairs.empty() ? ExitStatus::success : ExitStatus::not_kept);
}

int show_broken_promise(const Options& options) {
    ReportStore store = open_report_store(options.fleet);
    const auto broken = store.broken(options.fleet.what);
    std::map<std::string, std::size_t> reasons;
    for (const BrokenPromise& promise : broken)
        ++reasons[promise.reason];
    const auto commonest =
        std::ranges::max_element(reasons, {}, &std::pair<const std::string, std::size_t>::second);
    if (options.fleet.is_json) {
        Data::Array items;
        items.reserve(broken.size());
        for (const BrokenPromise& promise : broken) {
            items.push_back(Data::object(
                {{"name", Data::string(promise.name)},
                 {"since", Data::string(utc_text(promise.since))},
                 {"runs", Data::integer(promise.runs)},
                 {"reason", Data::string(promise.reason)}}
            ));
        }
        print_document(Data::array(std::move(items)));
    } else {
        print_line(
            options.fleet.what + ": not kept on " + std::to_string(broken.size()) +
            (broken.size() == 1 ? " host" : " hosts")
        );
        for (const BrokenPromise& promise : broken)
            print_line(
                "  " + promise.name + " since " + utc_text(promise.since) + ", " +
                std::to_string(promise.runs) + (promise.runs == 1 ? " run" : " runs")
            );
        if (commonest != reasons.end() && !commonest->first.empty())
            print_line("  the commonest reason: " + commonest->first);
    }
    return number_of(broken.empty() ? ExitStatus::success : ExitStatus::not_kept);
}

int show_log(const Options& options) {
    OperatorBus fleet(options.fleet);
    Data::Array items;
    for (const BusMessage& message : fleet.bus().history("log", "vow.log.*")) {
        try {
            const LogEntry entry = log_entry_from(message.data);
            // The server lets each user publish under its own name alone.
            const bool is_own = message.subject == "vow.log." + entry.who;
            const bool is_old =
                options.fleet.since && fleet_now() - entry.time > *options.fleet.since;
            if (!is_own || is_old) continue;
            if (options.fleet.is_json)
                items.push_back(std::get<Data>(parse_json(message.data)));
            else
                print_line(
                    utc_text(entry.time) + "  " + entry.who + "  " + entry.action + "  " +
                    entry.what
                );
        } catch (const BadMessage&) {
            continue;
        }
    }
    if (options.fleet.is_json) print_document(Data::array(std::move(items)));
    return number_of(ExitStatus::success);
}

} // namespace vow::agent
