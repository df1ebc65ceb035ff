#include "agent/fleet/pages/page_parts.h"
#include "agent/fleet/pages/pages.h"
#include "agent/page/page.h"
#include "agent/report/change_text.h"
#include "protocol/data/data.h"
#include "protocol/promise/change.h"
#include "protocol/text/utc_time.h"

namespace vow::agent {
namespace {

std::string identity(const FleetPicture& fleet, const FleetHost& host) {
    std::string text = "<p>" + state_markup(host.state(fleet.desired)) + "</p>\n<dl>\n";
    text += pair_of("id", host.id) + pair_of("group", host.record.group);
    text += pair_of("joined", utc_text(host.record.since));
    if (host.presence) {
        text += pair_of("vow", host.presence->vow);
        if (host.presence->release) text += pair_of("release", text_of(*host.presence->release));
    }
    return text + "</dl>\n";
}

std::string runs_section(const std::vector<Report>& runs) {
    if (runs.empty()) return "<h2>Runs</h2>\n<p>No run is stored.</p>\n";
    PageTable table({"run", "began", "result", "kept", "repaired", "not kept", "policy"});
    for (const Report& run : runs)
        table.add_row(
            {std::to_string(run.number),
             utc_text(run.started),
             state_markup(std::string(name_of(verdict_of(run.exit_status)))),
             std::to_string(run.kept),
             std::to_string(run.repaired),
             std::to_string(run.not_kept),
             safe_text(run.policy)}
        );
    return "<h2>Runs</h2>\n" + table.text();
}

/// The lines of the changes of an outcome, which the report has as documented JSON.
std::string changes_list(const Data& outcome) {
    const Data* changes = outcome.find("changes");
    if (changes == nullptr || changes->kind() != Data::Kind::array) return {};
    std::string text;
    for (const Data& change : changes->items())
        if (const auto known = change_from(change)) text += element("li", headline(*known)) + "\n";
    return text.empty() ? text : "<ul>\n" + text + "</ul>\n";
}

std::string article(const ReportedOutcome& outcome, const Data& document) {
    const bool is_bad = outcome.result == "not_kept";
    const std::string reason = reason_words(outcome);
    return "<article class=\"" + std::string(is_bad ? "bad" : "changed") +
           "\">\n<h3><span class=\"result\">" + (is_bad ? "not kept" : "repaired") + "</span> " +
           safe_text(title_of(outcome)) + "</h3>\n" +
           (reason.empty() ? "" : element("p", reason) + "\n") + changes_list(document) +
           "</article>\n";
}

std::string outcomes_section(const Report& run) {
    const auto parsed = parse_json(run.document);
    const auto* document = std::get_if<Data>(&parsed);
    const Data* outcomes = document == nullptr ? nullptr : document->find("outcomes");
    std::string text;
    for (std::size_t at = 0; at < run.outcomes.size(); ++at) {
        const ReportedOutcome& outcome = run.outcomes[at];
        if (outcome.result != "not_kept" && outcome.result != "repaired") continue;
        text += article(outcome, outcomes == nullptr ? Data() : outcomes->items()[at]);
    }
    const std::string title = "<h2>Run " + std::to_string(run.number) + "</h2>\n";
    return title + (text.empty() ? "<p>Nothing changed, and nothing failed.</p>\n" : text);
}

} // namespace

std::string host_page(
    const FleetPicture& fleet,
    const FleetHost& host,
    const std::vector<Report>& runs,
    const std::vector<RunsOfDay>& days
) {
    std::string text = identity(fleet, host);
    if (!runs.empty()) text += outcomes_section(runs.front());
    text += runs_section(runs);
    if (!days.empty()) text += "<h2>Runs of each day</h2>\n" + days_chart(days);
    return fleet_page(fleet, "Host " + host.record.name, text);
}

std::string promise_page(
    const FleetPicture& fleet,
    const StandingFailure& failure,
    const std::vector<FleetOutcome>& hosts
) {
    PageTable table({"host", "promiser", "run began", "reason"});
    for (const FleetOutcome& host : hosts)
        table.add_row(
            {link_to(host_page_name(host.host), host.name),
             safe_text(host.outcome.promiser),
             utc_text(host.time),
             safe_text(reason_words(host.outcome))}
        );
    std::string text = "<dl>\n" + pair_of("type", failure.outcome.type) +
                       pair_of("place", failure.outcome.place) +
                       pair_of("handle", failure.outcome.handle) +
                       pair_of("hosts", std::to_string(failure.hosts)) + "</dl>\n";
    text += "<h2>Hosts whose last run did not keep it</h2>\n" + table.text();
    return fleet_page_with_search(fleet, "Promise " + title_of(failure.outcome), text);
}

} // namespace vow::agent
