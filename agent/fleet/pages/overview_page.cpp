#include "agent/fleet/pages/page_parts.h"
#include "agent/fleet/pages/pages.h"
#include "agent/page/page.h"
#include "protocol/text/utc_time.h"

#include <algorithm>

namespace vow::agent {
namespace {

using Hosts = std::vector<const FleetHost*>;

constexpr std::size_t max_faulty = 100;

Hosts hosts_in(const FleetPicture& fleet) {
    Hosts hosts;
    hosts.reserve(fleet.hosts.size());
    for (const FleetHost& host : fleet.hosts)
        hosts.push_back(&host);
    return hosts;
}

std::map<std::string, Hosts> groups_of(const FleetPicture& fleet) {
    std::map<std::string, Hosts> groups;
    for (const FleetHost& host : fleet.hosts)
        groups[host.record.group].push_back(&host);
    return groups;
}

std::string words_of(const HostStates& states) {
    std::string text;
    for (const auto& [state, count] : states)
        text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + state_markup(state);
    return text;
}

std::string groups_section(const FleetPicture& fleet) {
    const auto groups = groups_of(fleet);
    if (groups.size() < 2) return {};
    PageTable table({"group", "hosts", "states"});
    for (const auto& [group, hosts] : groups)
        table.add_row(
            {link_to(group_page_name(group), group.empty() ? "without a group" : group),
             std::to_string(hosts.size()),
             words_of(states_of(fleet, hosts))}
        );
    return "<h2>Groups</h2>\n" + table.text();
}

std::string faulty_section(const FleetPicture& fleet) {
    Hosts faulty = hosts_in(fleet);
    std::erase_if(faulty, [&](const FleetHost* host) {
        return host->state(fleet.desired) == "good";
    });
    std::string text = "<h2>Hosts that are not good</h2>\n";
    if (faulty.empty()) return text + "<p>All hosts are good.</p>\n";
    const std::size_t count = faulty.size();
    faulty.resize(std::min(count, max_faulty));
    text += hosts_table(fleet, faulty);
    if (count > max_faulty)
        text += "<p>" + std::to_string(count - max_faulty) + " more are among " +
                link_to(std::string(hosts_name), "all hosts") + ".</p>\n";
    return text;
}

std::string failures_section(const std::vector<StandingFailure>& failures) {
    std::string text = "<h2>Promises that are not kept</h2>\n";
    if (failures.empty()) return text + "<p>The last runs kept all promises.</p>\n";
    PageTable table({"promise", "hosts", "reason on one of them"});
    for (const StandingFailure& failure : failures)
        table.add_row(
            {link_to(promise_page_name(failure.outcome), title_of(failure.outcome)),
             std::to_string(failure.hosts),
             safe_text(reason_words(failure.outcome))}
        );
    return text + table.text();
}

std::string rollouts_section(const std::vector<Rollout>& rollouts) {
    if (rollouts.empty()) return {};
    PageTable table({"rollout", "state", "since", "release"});
    for (const Rollout& rollout : rollouts)
        table.add_row(
            {link_to(rollout_page_name(rollout.plan.id), rollout.plan.id),
             safe_text(name_of(rollout.state)),
             utc_text(rollout.since),
             safe_text(text_of(rollout.plan.release))}
        );
    return "<h2>Rollouts</h2>\n" + table.text();
}

std::string changes_section(const std::vector<FleetOutcome>& changes) {
    std::string text = "<h2>Changes of the last day</h2>\n";
    if (changes.empty()) return text + "<p>Nothing was repaired.</p>\n";
    PageTable table({"time", "host", "promise"});
    for (const FleetOutcome& change : changes)
        table.add_row(
            {utc_text(change.time),
             link_to(host_page_name(change.host), change.name),
             safe_text(title_of(change.outcome))}
        );
    return text + table.text();
}

std::string all_of(const FleetPicture& fleet, const Hosts& hosts) {
    return totals_list(states_of(fleet, hosts)) + hosts_table(fleet, hosts);
}

} // namespace

std::string overview_page(const FleetPicture& fleet, const FleetRecords& records) {
    std::string text = totals_list(states_of(fleet, hosts_in(fleet)));
    if (fleet.desired)
        text += "<p>The announced release is " + safe_text(text_of(*fleet.desired)) + ".</p>\n";
    text += faulty_section(fleet) + groups_section(fleet) + failures_section(records.failures) +
            rollouts_section(fleet.rollouts);
    if (!records.days.empty()) text += "<h2>Runs of each day</h2>\n" + days_chart(records.days);
    return fleet_page(fleet, "Fleet " + fleet.name, text + changes_section(records.changes));
}

std::string hosts_page(const FleetPicture& fleet) {
    return fleet_page_with_search(fleet, "Hosts", all_of(fleet, hosts_in(fleet)));
}

std::string group_page(const FleetPicture& fleet, const std::string& group) {
    Hosts hosts = hosts_in(fleet);
    std::erase_if(hosts, [&](const FleetHost* host) { return host->record.group != group; });
    const std::string title = group.empty() ? "Hosts without a group" : "Group " + group;
    return fleet_page_with_search(fleet, title, all_of(fleet, hosts));
}

} // namespace vow::agent
