#include "agent/fleet/pages/site.h"

#include "agent/fleet/files.h"
#include "agent/fleet/pages/page_parts.h"
#include "agent/fleet/pages/pages.h"
#include "agent/page/page.h"
#include "policy/run/usage_error.h"
#include "protocol/system/place.h"
#include "protocol/system/replacement.h"
#include "protocol/text/digest.h"

#include <cstring>

namespace vow::agent {
namespace {

using std::chrono::hours;

constexpr hours days_of_charts(30 * 24), days_of_changes(24);
constexpr std::int64_t max_failures = 200, max_changes = 200, max_hosts_of_promise = 1000,
                       max_runs = 20;
constexpr std::size_t max_host_pages = 200; ///< that one update writes

[[noreturn]] void fail(const std::string& path, int error) {
    throw UsageError("cannot write '" + path + "': " + std::strerror(error));
}

FleetRecords records_of(const FleetPicture& fleet, ReportStore& store) {
    return {
        .days = store.days_since(fleet.made - days_of_charts),
        .failures = store.standing_failures(max_failures),
        .changes = store.changes_since(fleet.made - days_of_changes, max_changes)};
}

/// All that the page of a host shows beside its reports.
std::string mark_of(const FleetPicture& fleet, const FleetHost& host) {
    std::string mark = host.record.name + '\n' + host.record.group + '\n' +
                       host.state(fleet.desired) + '\n' + fleet.name;
    if (host.presence && host.presence->release)
        mark += '\n' + host.presence->release->bundle + '\n' + host.presence->release->version;
    return mark;
}

} // namespace

Site::Site(std::string folder) : folder_(std::move(folder)) {
    make_fleet_folder(folder_, Readers::all);
    const std::string overview = folder_ + "/" + std::string(overview_name);
    const auto place = Place::at(overview);
    if (!place) fail(overview, place.error());
    const auto names = names_in(place->folder());
    if (!names) fail(folder_, names.error());
    const bool is_own =
        is_fleet_file(overview) && read_fleet_file(overview).find(page_mark) != std::string::npos;
    if (!names->empty() && !is_own)
        throw UsageError("'" + folder_ + "' is not a folder of a fleet's pages: name an empty one");
}

bool Site::update(const FleetPicture& fleet, ReportStore& store) {
    current_.clear();
    const FleetRecords records = records_of(fleet, store);
    write(std::string(overview_name), overview_page(fleet, records));
    write(std::string(hosts_name), hosts_page(fleet));
    std::set<std::string> groups;
    for (const FleetHost& host : fleet.hosts)
        groups.insert(host.record.group);
    for (const std::string& group : groups)
        write(group_page_name(group), group_page(fleet, group));
    for (const Rollout& rollout : fleet.rollouts) {
        const std::string& id = rollout.plan.id;
        write(rollout_page_name(id), rollout_page(fleet, rollout, store.samples_of(id)));
    }
    write_promises(fleet, records.failures, store);
    const bool is_whole = write_hosts(fleet, store);
    if (is_whole) remove_others();
    return is_whole;
}

void Site::write_promises(
    const FleetPicture& fleet, const std::vector<StandingFailure>& failures, ReportStore& store
) {
    for (const StandingFailure& failure : failures)
        write(
            promise_page_name(failure.outcome),
            promise_page(fleet, failure, store.hosts_failing(failure.outcome, max_hosts_of_promise))
        );
}

bool Site::write_hosts(const FleetPicture& fleet, ReportStore& store) {
    const auto newest = store.newest_runs();
    std::size_t pages = 0;
    for (const FleetHost& host : fleet.hosts) {
        const std::string name = host_page_name(host.id);
        current_.insert(name);
        const auto run = newest.find(host.id);
        const std::string mark =
            mark_of(fleet, host) + '\n' + (run == newest.end() ? "" : run->second);
        std::string& known = hosts_[host.id];
        if (known == mark || ++pages > max_host_pages) continue;
        write(
            name,
            host_page(
                fleet,
                host,
                store.reports_of(host.id, max_runs),
                store.days_since(fleet.made - days_of_charts, host.id)
            )
        );
        known = mark;
    }
    return pages <= max_host_pages;
}

void Site::write(const std::string& name, const std::string& page) {
    current_.insert(name);
    const std::string digest = sha256_of(page);
    std::string& known = written_[name];
    if (known == digest) return;
    const std::string path = folder_ + "/" + name;
    const auto place = Place::at(path);
    if (!place) fail(path, place.error());
    constexpr mode_t mode = 0644;
    if (const int error = replace_file(*place, page, mode, Replacement::Durability::unsynced))
        fail(path, error);
    known = digest;
}

void Site::remove_others() {
    const auto folder = Place::at(folder_ + "/" + std::string(overview_name));
    if (!folder) fail(folder_, folder.error());
    const auto names = names_in(folder->folder());
    if (!names) fail(folder_, names.error());
    for (const std::string& name : *names) {
        if (!is_page_of_one(name) || current_.contains(name)) continue;
        remove_fleet_file(folder_ + "/" + name);
        written_.erase(name);
    }
}

} // namespace vow::agent
