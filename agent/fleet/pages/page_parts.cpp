#include "agent/fleet/pages/page_parts.h"

#include "agent/page/page.h"
#include "protocol/data/data.h"
#include "protocol/text/utc_time.h"

#include <algorithm>

namespace vow::agent {
namespace {

constexpr std::string_view more_style = R"(
nav { display: flex; flex-wrap: wrap; gap: 1rem; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
tbody tr { content-visibility: auto; contain-intrinsic-size: auto 2rem; }
.state { font-weight: 600; }
svg .good { fill: #1a7f37; } svg .bad { fill: #cf222e; } svg .pending { fill: #8c959f; } svg .back { fill: #bf8700; }
svg .silent { fill: #57606a; }
.key .good { border-color: #1a7f37; } .key .bad { border-color: #cf222e; } .key .pending { border-color: #8c959f; }
.key .back { border-color: #bf8700; } .key .silent { border-color: #57606a; }
)";

constexpr std::string_view search_script = R"(
const rows = [...document.querySelectorAll("tbody tr")].map((row) => [row, row.textContent.toLowerCase()]);
const words = document.getElementById("words");
const count = document.getElementById("count");
function search() {
  const wanted = words.value.toLowerCase();
  let shown = 0;
  for (const [row, text] of rows) {
    row.hidden = !text.includes(wanted);
    if (!row.hidden) shown += 1;
  }
  count.textContent = shown + " of " + rows.length;
}
words.addEventListener("input", search);
document.getElementById("search").hidden = false;
search();
)";

constexpr const char* search_field =
    "<form id=\"search\" hidden><label>Search <input id=\"words\" type=\"search\" "
    "autocomplete=\"off\"></label> <output id=\"count\" for=\"words\"></output></form>\n";

Page page_of(const FleetPicture& fleet, const std::string& title, const std::string& content) {
    Page page{.title = title + " - " + fleet.name};
    page.style = more_style;
    page.body = "<header><nav aria-label=\"pages\">" +
                link_to(std::string(overview_name), "Overview") +
                link_to(std::string(hosts_name), "Hosts") + "</nav>\n" + element("h1", title) +
                "</header>\n<main>\n" + content + "</main>\n<footer><p class=\"quiet\">The fleet " +
                safe_text(fleet.name) + ", written by vow.</p></footer>\n";
    return page;
}

std::string bar(std::string_view kind, std::int64_t x, std::int64_t bottom, std::int64_t height) {
    constexpr std::int64_t width = 14;
    return "<rect class=\"" + std::string(kind) + "\" x=\"" + std::to_string(x) + "\" y=\"" +
           std::to_string(bottom - height) + "\" width=\"" + std::to_string(width) +
           "\" height=\"" + std::to_string(height) + "\"/>";
}

std::string bars_of(const RunsOfDay& day, std::int64_t x, std::int64_t height, std::int64_t most) {
    const auto scaled = [&](std::int64_t runs) {
        return runs == 0 ? 0 : std::max<std::int64_t>(2, runs * (height - 10) / most);
    };
    const std::int64_t good = scaled(day.runs - day.failed);
    return "<g><title>" + utc_text(day.day).substr(0, 10) + ": " + std::to_string(day.runs) +
           " runs, " + std::to_string(day.failed) + " not good, " + std::to_string(day.repaired) +
           " promises repaired</title>" + bar("good", x, height, good) +
           bar("bad", x, height - good, scaled(day.failed)) + "</g>\n";
}

} // namespace

std::string
fleet_page(const FleetPicture& fleet, const std::string& title, const std::string& content) {
    return page_text(page_of(fleet, title, content));
}

std::string fleet_page_with_search(
    const FleetPicture& fleet, const std::string& title, const std::string& content
) {
    Page page = page_of(fleet, title, search_field + content);
    page.script = search_script;
    return page_text(page);
}

std::string link_to(const std::string& page, std::string_view text) {
    return "<a href=\"" + safe_text(page) + "\">" + safe_text(text) + "</a>";
}

std::string link_to(const FleetHost& host) {
    return link_to(host_page_name(host.id), host.record.name);
}

std::string state_markup(const std::string& state) {
    std::string_view colour = "quiet";
    if (state == "good") colour = "good-text";
    if (state == "failed" || state == "not kept") colour = "bad-text";
    return "<span class=\"state " + std::string(colour) + "\">" + safe_text(state) + "</span>";
}

HostStates states_of(const FleetPicture& fleet, const std::vector<const FleetHost*>& hosts) {
    HostStates states;
    for (const FleetHost* host : hosts)
        ++states[host->state(fleet.desired)];
    return states;
}

std::string totals_list(const HostStates& states) {
    std::string text = "<ul class=\"totals\">\n";
    for (const auto& [state, count] : states)
        text +=
            "<li><strong>" + std::to_string(count) + "</strong> " + state_markup(state) + "</li>\n";
    return text + "</ul>\n";
}

PageTable::PageTable(const std::vector<std::string_view>& columns)
    : text_("<div class=\"wide\"><table>\n<thead><tr>") {
    for (const std::string_view column : columns)
        text_ += "<th scope=\"col\">" + safe_text(column) + "</th>";
    text_ += "</tr></thead>\n<tbody>\n";
}

void PageTable::add_row(const std::vector<std::string>& cells) {
    text_ += "<tr>";
    for (const std::string& cell : cells)
        text_ += "<td>" + cell + "</td>";
    text_ += "</tr>\n";
}

std::string hosts_table(const FleetPicture& fleet, const std::vector<const FleetHost*>& hosts) {
    PageTable table({"name", "group", "state", "release", "last run"});
    for (const FleetHost* host : hosts) {
        const auto& presence = host->presence;
        const std::string& group = host->record.group;
        table.add_row(
            {link_to(*host),
             group.empty() ? "" : link_to(group_page_name(group), group),
             state_markup(host->state(fleet.desired)),
             presence && presence->release ? safe_text(text_of(*presence->release)) : "",
             presence && presence->finished ? utc_text(*presence->finished) : ""}
        );
    }
    return table.text();
}

std::string reason_words(const ReportedOutcome& outcome) {
    if (outcome.reason.empty()) return {};
    const auto parsed = parse_json(outcome.reason);
    const auto* reason = std::get_if<Data>(&parsed);
    const Data* name = reason == nullptr ? nullptr : reason->find("name");
    return name == nullptr ? std::string() : std::string(name->text());
}

std::string days_chart(const std::vector<RunsOfDay>& days) {
    if (days.empty()) return {};
    constexpr std::int64_t height = 120, step = 18, least_width = 40 * step;
    std::int64_t most = 1;
    for (const RunsOfDay& day : days)
        most = std::max(most, day.runs);
    const auto width = static_cast<std::int64_t>(days.size()) * step;
    std::string text = "<p class=\"key\"><span class=\"good\">good</span> <span "
                       "class=\"bad\">not good</span></p>\n<svg role=\"img\" aria-label=\"runs of "
                       "each day\" viewBox=\"0 0 " +
                       std::to_string(std::max(width, least_width)) + " " +
                       std::to_string(height + 2) + "\">\n";
    std::int64_t x = 2;
    for (const RunsOfDay& day : days) {
        text += bars_of(day, x, height, most);
        x += step;
    }
    return text + "</svg>\n";
}

} // namespace vow::agent
