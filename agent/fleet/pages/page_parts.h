#pragma once

#include "agent/fleet/pages/pages.h"
#include "agent/fleet/report.h"
#include "agent/fleet/report_store.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

// The names of the pages' files, in one folder.

constexpr std::string_view overview_name = "index.html";
constexpr std::string_view hosts_name = "hosts.html";

std::string group_page_name(const std::string& group);
std::string host_page_name(const std::string& host);
std::string promise_page_name(const ReportedOutcome& promise);
std::string rollout_page_name(const std::string& rollout);

/// Whether a file can be a page of one group, host, promise or rollout.
bool is_page_of_one(std::string_view file);

/// A page of the fleet: the title, links to the main pages, `content`, which is markup.
std::string
fleet_page(const FleetPicture& fleet, const std::string& title, const std::string& content);
/// The same with a field that searches the rows of tables for words; the page works without it.
std::string fleet_page_with_search(
    const FleetPicture& fleet, const std::string& title, const std::string& content
);

/// A link to a page of the same folder.
std::string link_to(const std::string& page, std::string_view text);
std::string link_to(const FleetHost& host);

/// A state of a host, in its colour.
std::string state_markup(const std::string& state);

/// How many hosts are in each state.
using HostStates = std::map<std::string, std::size_t>;
HostStates states_of(const FleetPicture& fleet, const std::vector<const FleetHost*>& hosts);
std::string totals_list(const HostStates& states);

/// A table; the cells of rows are markup.
class PageTable {
public:
    explicit PageTable(const std::vector<std::string_view>& columns);
    void add_row(const std::vector<std::string>& cells);
    std::string text() const { return text_ + "</tbody></table></div>\n"; }

private:
    std::string text_;
};

/// A table of hosts: name, group, state, release, end of the last run.
std::string hosts_table(const FleetPicture& fleet, const std::vector<const FleetHost*>& hosts);

/// The words of a reason, which is JSON; may be empty.
std::string reason_words(const ReportedOutcome& outcome);

/// A drawing of the runs of days: a bar a day, whose parts are good and failed runs.
std::string days_chart(const std::vector<RunsOfDay>& days);

} // namespace vow::agent
