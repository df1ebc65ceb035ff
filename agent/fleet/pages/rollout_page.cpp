#include "agent/fleet/pages/page_parts.h"
#include "agent/fleet/pages/pages.h"
#include "agent/page/page.h"
#include "protocol/text/utc_time.h"

#include <algorithm>
#include <array>

namespace vow::agent {
namespace {

constexpr std::int64_t chart_width = 720, chart_height = 160;

/// A part of the hosts of a rollout, from the bottom of the curve to its top.
struct Part {
    const char* kind;
    const char* title;
    std::size_t RolloutCount::*count;
};
constexpr std::array parts{
    Part{.kind = "good", .title = "healthy", .count = &RolloutCount::healthy},
    Part{.kind = "bad", .title = "bad", .count = &RolloutCount::bad},
    Part{.kind = "back", .title = "back", .count = &RolloutCount::back},
    Part{.kind = "silent", .title = "silent", .count = &RolloutCount::silent},
    Part{.kind = "pending", .title = "pending", .count = &RolloutCount::pending}};

std::string key() {
    std::string text = "<p class=\"key\">";
    for (const Part& part : parts)
        text += "<span class=\"" + std::string(part.kind) + "\">" + part.title + "</span> ";
    return text + "</p>\n";
}

std::string rectangle(
    const char* kind, std::int64_t x, std::int64_t width, std::int64_t top, std::int64_t height
) {
    return "<rect class=\"" + std::string(kind) + "\" x=\"" + std::to_string(x) + "\" y=\"" +
           std::to_string(top) + "\" width=\"" + std::to_string(width) + "\" height=\"" +
           std::to_string(height) + "\"/>";
}

/// The hosts of the open waves from one sample to the next: as many of each kind all the time.
std::string
column(const RolloutCount& count, std::int64_t x, std::int64_t width, std::size_t most) {
    const auto scale = [&](std::size_t hosts) {
        return static_cast<std::int64_t>(hosts) * chart_height / static_cast<std::int64_t>(most);
    };
    std::string text;
    std::size_t below = 0;
    for (const Part& part : parts) {
        const std::size_t hosts = count.*part.count;
        const std::int64_t bottom = chart_height - scale(below);
        below += hosts;
        const std::int64_t top = chart_height - scale(below);
        if (bottom > top) text += rectangle(part.kind, x, width, top, bottom - top);
    }
    return text;
}

std::string words_of(const RolloutCount& count) {
    std::string text;
    for (const Part& part : parts)
        text += (text.empty() ? "" : ", ") + std::to_string(count.*part.count) + " " + part.title;
    return text;
}

std::string curve_section(const std::vector<RolloutSample>& curve) {
    if (curve.empty()) return {};
    std::size_t most = 1;
    for (const RolloutSample& sample : curve)
        most = std::max(most, sample.count.hosts);
    const FleetTime begin = curve.front().time;
    // The last sample has a width as well.
    constexpr std::int64_t part_of_last = 10;
    const std::int64_t until_last = (curve.back().time - begin).count();
    const std::int64_t whole = until_last + std::max<std::int64_t>(1, until_last / part_of_last);
    const auto place = [&](FleetTime time) { return (time - begin).count() * chart_width / whole; };
    std::string text = "<h2>Hosts of the open waves</h2>\n" + key() +
                       "<svg role=\"img\" aria-label=\"hosts by state, over time\" viewBox=\"0 0 " +
                       std::to_string(chart_width) + " " + std::to_string(chart_height) + "\">\n";
    PageTable table({"time", "hosts"});
    for (std::size_t at = 0; at < curve.size(); ++at) {
        const RolloutSample& sample = curve[at];
        const bool is_last = at + 1 == curve.size();
        const std::int64_t x = place(sample.time);
        const std::int64_t end = is_last ? chart_width : place(curve[at + 1].time);
        text += "<g><title>" + utc_text(sample.time) + ": " + words_of(sample.count) + "</title>" +
                column(sample.count, x, std::max<std::int64_t>(end - x, 1), most) + "</g>\n";
        table.add_row({utc_text(sample.time), words_of(sample.count)});
    }
    return text + "</svg>\n<details><summary>The same as a table</summary>\n" + table.text() +
           "</details>\n";
}

std::string waves_section(const FleetPicture& fleet, const Rollout& rollout) {
    PageTable table({"wave", "up to", "state", "hosts"});
    const auto hosts = rollout_hosts(rollout, fleet.hosts);
    for (std::size_t wave = 0; wave < rollout.plan.waves.size(); ++wave) {
        const int end = rollout.plan.waves[wave];
        const int begin = wave == 0 ? 0 : rollout.plan.waves[wave - 1];
        const auto is_in = [&](const RolloutHost& host) {
            const int position = position_of(host.id, rollout.plan.id);
            return position >= begin && position < end;
        };
        const bool is_open = rollout.state != Rollout::State::waiting && wave <= rollout.wave;
        table.add_row(
            {std::to_string(wave + 1),
             parts_text(end),
             is_open ? "open" : "not yet",
             std::to_string(std::ranges::count_if(hosts, is_in))}
        );
    }
    return "<h2>Waves</h2>\n" + table.text();
}

std::string bad_section(const FleetPicture& fleet, const Rollout& rollout) {
    PageTable table({"host", "reason"});
    bool has_any = false;
    for (const RolloutHost& host : rollout_hosts(rollout, fleet.hosts)) {
        if (host.state != RolloutHost::State::bad) continue;
        has_any = true;
        const auto found = std::ranges::find(fleet.hosts, host.id, &FleetHost::id);
        table.add_row({link_to(*found), safe_text(host.reason)});
    }
    return has_any ? "<h2>Bad hosts</h2>\n" + table.text() : std::string();
}

} // namespace

std::string rollout_page(
    const FleetPicture& fleet, const Rollout& rollout, const std::vector<RolloutSample>& curve
) {
    const RolloutPlan& plan = rollout.plan;
    std::string text = "<dl>\n" + pair_of("state", name_of(rollout.state)) +
                       pair_of("since", utc_text(rollout.since)) +
                       pair_of("reason", rollout.reason) +
                       pair_of("release", text_of(plan.release)) + pair_of("group", plan.group) +
                       pair_of("begun", utc_text(rollout.started)) + pair_of("by", rollout.by) +
                       pair_of("budget", parts_text(plan.budget)) + "</dl>\n";
    text += curve_section(curve) + waves_section(fleet, rollout) + bad_section(fleet, rollout);
    return fleet_page(fleet, "Rollout " + plan.id, text);
}

} // namespace vow::agent
