#include "agent/command_line/arguments.h"
#include "agent/fleet/files.h"
#include "agent/fleet/join_messages.h"
#include "agent/fleet/live/account_claims.h"
#include "agent/fleet/live/commands.h"
#include "agent/fleet/live/host_reports.h"
#include "agent/fleet/live/mailbox.h"
#include "agent/fleet/live/operator_bus.h"
#include "agent/fleet/membership.h"
#include "agent/fleet/nats_jwt.h"
#include "agent/fleet/server_files.h"
#include "agent/personality/work_directory.h"
#include "policy/run/usage_error.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include <unistd.h>

namespace vow::agent {
namespace {

using std::chrono::seconds;

constexpr seconds hour(3600);
constexpr seconds answer_limit(10);
constexpr std::chrono::milliseconds ask_again(1000);

Token token_of(const FleetOptions& given) {
    const bool is_file = given.token.starts_with('@');
    const auto token = token_in(is_file ? read_fleet_file(given.token.substr(1)) : given.token);
    if (!token) throw UsageError("the token is not one that 'vow fleet token new' has made");
    return *token;
}

/// The agent reads it again, in another folder.
std::string authority_of(const FleetOptions& given) {
    if (given.tls_authority.empty()) return {};
    std::string path = absolute_path(given.tls_authority);
    read_fleet_file(path);
    return path;
}

std::string own_name() {
    std::array<char, 256> name{};
    ::gethostname(name.data(), name.size() - 1);
    return name.data();
}

JoinAnswer asked_to_join(Bus& bus, const JoinRequest& request) {
    const BusMessage answer = bus.request(
        {.subject = "vow.join." + request.token, .data = text_of(request)}, answer_limit
    );
    return join_answer_from(answer.data);
}

/// Whether the account that made the token made this user of the host's key. The owner of the bus
/// could answer with another account, and lead the host from then on.
bool is_of_fleet(const Token& token, const std::string& key, const std::string& jwt) {
    const auto fleet = verified_claims(token.credentials.jwt);
    const auto user = verified_claims(jwt);
    return fleet && user && issuer_of(*user) == issuer_of(*fleet) && subject_of(*user) == key;
}

/// Changes the record of a host by compare-and-set.
void set_state(OperatorBus& fleet, const std::string& host, HostRecord::State state) {
    const auto entry = fleet.bus().get("registry", host);
    if (!entry) throw UsageError("the host '" + host + "' was removed");
    HostRecord record = host_record_from(entry->value);
    record.state = state;
    record.since = fleet_now();
    if (!fleet.bus().put_if("registry", host, text_of(record), entry->revision))
        throw BusError("the record of '" + record.name + "' has just been changed: try again");
}

void print(const std::string& text) {
    std::puts(text.c_str());
}

} // namespace

int join_fleet(const Options& options) {
    const FleetOptions& given = options.fleet;
    const Token token = token_of(given);
    const std::string authority = authority_of(given);
    require_safe_urls(given.url, authority);
    const Membership membership(work_directory_of(options.work_directory, options.personality));
    const NKey key = membership.key();
    JoinRequest request{
        .token = token.id,
        .key = key.public_text(),
        .name = given.name.empty() ? own_name() : given.name};
    request.signature = base64_url_of(key.sign(request.signed_text()));
    Bus bus(
        {.url = given.url,
         .authority = authority,
         .name = "vow fleet join",
         .inbox = inbox_of(token.id),
         .credentials = token.credentials}
    );
    EndingSignals signals;
    const auto until = std::chrono::steady_clock::now() + given.limit.value_or(hour);
    bool is_told = false;
    for (;;) {
        const JoinAnswer answer = asked_to_join(bus, request);
        if (answer.state == JoinAnswer::State::refused) {
            std::fprintf(stderr, "vow: the fleet refused this host: %s\n", answer.reason.c_str());
            return number_of(ExitStatus::not_kept);
        }
        if (answer.state == JoinAnswer::State::accepted) {
            if (!is_of_fleet(token, request.key, answer.jwt))
                throw BusError("the answer is not of the fleet that made the token");
            membership.join(
                {.host = request.host(),
                 .name = request.name,
                 .group = answer.group,
                 .url = given.url,
                 .authority = authority,
                 .jwt = answer.jwt}
            );
            HostReports(options).begin(request.host());
            print("joined as '" + request.name + "', id " + request.host());
            return number_of(ExitStatus::success);
        }
        if (!is_told) {
            print(
                "waiting for approval: an operator runs 'vow fleet hosts approve " +
                request.host().substr(0, 12) + "'"
            );
            std::fflush(stdout);
        }
        is_told = true;
        if (std::chrono::steady_clock::now() >= until) {
            std::fprintf(stderr, "vow: no operator approved this host in time\n");
            return number_of(ExitStatus::waiting);
        }
        wait_for({signals.descriptor()}, ask_again);
        if (const int signal = signals.signal()) return ended_by_signal(signal);
    }
}

int new_token(const Options& options) {
    const FleetOptions& given = options.fleet;
    if (!given.group.empty() && !is_fleet_name(given.group))
        throw UsageError("'" + given.group + "' is not a name: letters, digits, '_' and '-'");
    OperatorBus fleet(given);
    const FleetTime now = fleet_now();
    const FleetTime expires = now + given.lifetime.value_or(hour);
    const Token token = Token::make(fleet.folder().account_key(), expires, now);
    const TokenRecord record{
        .group = given.group,
        .uses = given.uses,
        .expires = expires,
        .needs_approval = given.needs_approval,
        .made_by = fleet.user()};
    fleet.bus().put("tokens", token.id, text_of(record));
    fleet.log("token new", token.id + (given.group.empty() ? "" : " for group " + given.group));
    print(text_of(token));
    return number_of(ExitStatus::success);
}

int new_user(const Options& options) {
    const FleetOptions& given = options.fleet;
    const auto role = fleet_role_from(given.role);
    const auto roles = roles_of_people();
    if (!role || std::ranges::find(roles, given.role) == roles.end())
        throw UsageError("'" + given.role + "' is not a role: look, rollout, enrol or admin");
    OperatorBus fleet(given);
    const std::string file = fleet.folder().add_user(given.name, *role, fleet_now());
    fleet.log("user new", given.name + " as " + given.role);
    print(file);
    return number_of(ExitStatus::success);
}

int approve_hosts(const Options& options) {
    OperatorBus fleet(options.fleet);
    const auto hosts = fleet.hosts();
    for (const std::string& name : options.fleet.hosts) {
        const FleetHost& host = OperatorBus::host_named(hosts, name);
        if (host.record.state == HostRecord::State::revoked)
            throw UsageError("'" + name + "' was revoked; forget it first");
        set_state(fleet, host.id, HostRecord::State::active);
        fleet.log("hosts approve", host.record.name + " " + host.id);
        print("approved '" + host.record.name + "'");
    }
    return number_of(ExitStatus::success);
}

int revoke_hosts(const Options& options) {
    OperatorBus fleet(options.fleet);
    const auto hosts = fleet.hosts();
    for (const std::string& name : options.fleet.hosts) {
        const FleetHost& host = OperatorBus::host_named(hosts, name);
        // The record first: the host gets no new permission once its old one is void.
        set_state(fleet, host.id, HostRecord::State::revoked);
        revoke_user(fleet.folder(), host.record.key);
        fleet.log("hosts revoke", host.record.name + " " + host.id);
        print("revoked '" + host.record.name + "'");
    }
    return number_of(ExitStatus::success);
}

int forget_hosts(const Options& options) {
    OperatorBus fleet(options.fleet);
    const auto hosts = fleet.hosts();
    for (const std::string& name : options.fleet.hosts) {
        const FleetHost& host = OperatorBus::host_named(hosts, name);
        if (host.record.state == HostRecord::State::active)
            throw UsageError("'" + name + "' is a host of the fleet: revoke it first");
        for (const char* bucket : {"hosts", "facts", "registry"})
            fleet.bus().erase(bucket, host.id);
        fleet.log("hosts forget", host.record.name + " " + host.id);
        print("forgot '" + host.record.name + "'");
    }
    return number_of(ExitStatus::success);
}

} // namespace vow::agent
