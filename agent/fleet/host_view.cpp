#include "agent/fleet/host_view.h"

#include "agent/command_line/history_options.h"
#include "policy/run/usage_error.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::agent {
namespace {

using std::chrono::seconds;

constexpr std::string_view seen = "seen";

/// Throws HostFilterFault for a comparison of something else, and for `seen` without one.
void require_known(const HostFilter& filter) {
    for (const HostFilter::Term& term : filter.terms()) {
        const std::size_t end = term.offset + term.name.size();
        if (!term.is_comparison() && term.name == seen)
            throw HostFilterFault(filter.text(), end, "expected '<' or '>' and a time");
        if (term.is_comparison() && term.name != seen)
            throw HostFilterFault(
                filter.text(), term.offset, "expected 'seen' before a comparison"
            );
        if (term.is_comparison() && !age_from(term.value))
            throw HostFilterFault(
                filter.text(), end + 1, "expected a time such as 90s, 15m, 2h or 1d"
            );
    }
}

bool is_true(const HostFilter::Term& term, const FleetHost& host, FleetTime now) {
    if (!term.is_comparison()) return has_name(host, term.name);
    const seconds limit = age_from(term.value).value();
    if (term.sign == '<') return host.presence && now - host.presence->time < limit;
    return !host.presence || now - host.presence->time > limit;
}

} // namespace

HostExpression::HostExpression(std::string_view text) {
    if (trimmed(text).empty()) return;
    try {
        filter_.emplace(std::string(text), HostFilter::Terms::names_and_comparisons);
        require_known(*filter_);
    } catch (const HostFilterFault& fault) {
        throw UsageError(std::string("--where: ") + fault.what());
    }
}

bool HostExpression::matches(const FleetHost& host, FleetTime now) const {
    return !filter_ ||
           filter_->matches([&](const HostFilter::Term& term) { return is_true(term, host, now); });
}

std::string FleetHost::state(const std::optional<ReleaseName>& desired) const {
    if (record.state == HostRecord::State::waiting) return "waiting";
    if (record.state == HostRecord::State::revoked) return "revoked";
    if (!presence) return "silent";
    if (presence->verdict == Verdict::failed) return "failed";
    if (presence->verdict == Verdict::not_kept) return "not kept";
    if (desired && presence->release && *presence->release != *desired) return "behind";
    return presence->verdict == Verdict::good ? "good" : "no run";
}

bool has_name(const FleetHost& host, const std::string& name) {
    return host.classes.contains(name) || name == canonified(host.state(std::nullopt)) ||
           name == "group_" + canonified(host.record.group) ||
           name == "name_" + canonified(host.record.name);
}

RolloutHost rollout_host(const Rollout& rollout, const FleetHost& host) {
    RolloutHost shown{.id = host.id};
    if (!host.presence) {
        shown.state = RolloutHost::State::silent;
        return shown;
    }
    const Presence& presence = *host.presence;
    const bool has_release = presence.release && *presence.release == rollout.plan.release;
    const bool is_marked = presence.rollout && presence.rollout->id == rollout.plan.id;
    const bool is_bad = is_marked && presence.rollout->state == RolloutMark::State::bad;
    if (rollout.state == Rollout::State::going_back && !has_release)
        shown.state = RolloutHost::State::back;
    else if (is_bad || (has_release && presence.verdict != Verdict::good))
        shown.state = RolloutHost::State::bad;
    else if (has_release)
        shown.state = RolloutHost::State::healthy;
    if (shown.state == RolloutHost::State::bad)
        shown.reason = host.record.name +
                       (is_bad ? " refused it or went back" : ": " + host.state(std::nullopt));
    return shown;
}

std::vector<RolloutHost> rollout_hosts(const Rollout& rollout, const std::vector<FleetHost>& all) {
    std::vector<RolloutHost> hosts;
    for (const FleetHost& host : all) {
        const bool is_in = rollout.plan.group.empty() || host.record.group == rollout.plan.group;
        if (host.is_active() && is_in) hosts.push_back(rollout_host(rollout, host));
    }
    return hosts;
}

std::string age_text(seconds age) {
    constexpr std::int64_t minute = 60;
    constexpr std::int64_t hour = 60 * minute;
    constexpr std::int64_t day = 24 * hour;
    const std::int64_t count = std::max<std::int64_t>(0, age.count());
    if (count < 2 * minute) return std::to_string(count) + "s";
    if (count < 2 * hour) return std::to_string(count / minute) + "m";
    if (count < 2 * day) return std::to_string(count / hour) + "h";
    return std::to_string(count / day) + "d";
}

} // namespace vow::agent
