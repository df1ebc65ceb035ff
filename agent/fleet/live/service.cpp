#include "agent/fleet/join_messages.h"
#include "agent/fleet/live/commands.h"
#include "agent/fleet/live/mailbox.h"
#include "agent/fleet/live/operator_bus.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>

namespace vow::agent {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds step(1000);
constexpr int attempts = 5;
constexpr const char* service = "service"; ///< its user

class Service {
public:
    explicit Service(const Options& options)
        : fleet_(options.fleet, service, BusAccess::Stay::always),
          account_(fleet_.folder().account_key()) {}

    int run(EndingSignals& signals) {
        listen();
        while (signals.signal() == 0) {
            while (const auto letter = mailbox_.take())
                answer(letter->message);
            if (fleet_.bus().is_closed()) {
                fleet_.reconnect();
                listen();
            }
            tell_ready();
            lead_rollouts();
            wait_for({signals.descriptor(), mailbox_.descriptor()}, step);
        }
        return number_of(ExitStatus::success);
    }

private:
    void listen() {
        fleet_.bus().subscribe("vow.join.*", [this](BusMessage message) {
            mailbox_.put({.message = std::move(message)});
        });
    }

    /// Once, when the server has the subscription: a host that joins before gets no answer.
    void tell_ready() {
        if (is_ready_ || !fleet_.bus().is_connected()) return;
        try {
            fleet_.bus().flush();
        } catch (const BusError& fault) {
            return log(fault.what());
        }
        is_ready_ = true;
        std::puts("ready");
        std::fflush(stdout);
    }

    void answer(const BusMessage& message) {
        try {
            const JoinRequest request = join_request_from(message.data);
            if (message.subject != "vow.join." + request.token || message.reply.empty())
                throw BadMessage("a request to join with another's token");
            if (!request.is_signed()) throw BadMessage("a request to join that is not signed");
            fleet_.bus().publish({.subject = message.reply, .data = text_of(admit(request))});
        } catch (const BadMessage& fault) {
            ++bad_messages_;
            log("dropped a message of '" + message.subject + "' (" + std::to_string(bad_messages_) +
                " so far): " + fault.what());
        } catch (const BusError& fault) {
            log(fault.what());
        }
    }

    JoinAnswer admit(const JoinRequest& request) {
        for (int attempt = 0; attempt < attempts; ++attempt) {
            const auto entry = fleet_.bus().get("registry", request.host());
            if (entry) return known(request, host_record_from(entry->value));
            if (auto answer = first_time(request)) return *answer;
        }
        return {.state = JoinAnswer::State::waiting}; // others change the same records
    }

    JoinAnswer known(const JoinRequest& request, const HostRecord& record) {
        switch (record.state) {
        case HostRecord::State::revoked: return {.reason = "it was revoked"};
        case HostRecord::State::waiting: return {.state = JoinAnswer::State::waiting};
        case HostRecord::State::active: break;
        }
        const std::string host = request.host();
        return {
            .state = JoinAnswer::State::accepted,
            .jwt = user_jwt(
                account_, request.key, host, permissions_of_host(host), std::nullopt, fleet_now()
            ),
            .group = record.group};
    }

    /// Takes a use of the token, then adds the host. A kill between the two loses a use, and admits
    /// no host too many. nullopt if another service was faster, whose record then decides.
    std::optional<JoinAnswer> first_time(const JoinRequest& request) {
        const auto entry = fleet_.bus().get("tokens", request.token);
        if (!entry) return JoinAnswer{.reason = "its token is not known"};
        TokenRecord token = token_from(entry->value);
        if (token.expires < fleet_now()) return JoinAnswer{.reason = "its token has expired"};
        if (token.uses < 1) return JoinAnswer{.reason = "its token was used already"};
        --token.uses;
        if (!fleet_.bus().put_if("tokens", request.token, text_of(token), entry->revision))
            return std::nullopt;
        const HostRecord record{
            .key = request.key,
            .name = request.name,
            .group = token.group,
            .state = token.needs_approval ? HostRecord::State::waiting : HostRecord::State::active,
            .token = request.token,
            .since = fleet_now()};
        if (!fleet_.bus().put_if("registry", request.host(), text_of(record), 0))
            return std::nullopt;
        fleet_.log("join", record.name + " " + request.host());
        return known(request, record);
    }

    void lead_rollouts() {
        if (!fleet_.bus().is_connected()) return;
        try {
            for (const BucketEntry& entry : fleet_.bus().all("rollouts"))
                lead(entry);
        } catch (const BusError& fault) {
            log(fault.what());
        }
    }

    void lead(const BucketEntry& entry) {
        try {
            const Rollout rollout = rollout_from(entry.value);
            if (rollout.is_over() || rollout.state == Rollout::State::paused) return;
            require_signatures(rollout, fleet_.folder().account(), fleet_now());
            const auto hosts = rollout_hosts(rollout, fleet_.hosts());
            auto next = advanced(rollout, hosts, fleet_now());
            if (next) next = with_signed_order(*std::move(next), fleet_.folder().user(service));
            if (!next ||
                !fleet_.bus().put_if("rollouts", entry.key, text_of(*next), entry.revision))
                return;
            fleet_.log(
                "rollout " + std::string(name_of(next->state)),
                next->plan.id + ", wave " + std::to_string(next->wave + 1) +
                    (next->reason.empty() ? "" : ": " + next->reason)
            );
        } catch (const BadMessage& fault) {
            refuse(entry, fault);
        }
    }

    /// Logs it once, although it is read again each second.
    void refuse(const BucketEntry& entry, const BadMessage& fault) {
        if (std::exchange(refused_[entry.key], entry.revision) == entry.revision) return;
        ++bad_messages_;
        log(std::string("a rollout is not led: ") + fault.what());
    }

    static void log(const std::string& text) {
        std::fprintf(stderr, "vow fleet serve: %s\n", text.c_str());
    }

    Mailbox mailbox_;
    OperatorBus fleet_;
    NKey account_;
    std::int64_t bad_messages_ = 0;
    std::map<std::string, std::uint64_t> refused_; ///< revisions of rollouts, by their keys
    bool is_ready_ = false;
};

} // namespace

int serve_fleet(const Options& options) {
    EndingSignals signals;
    bool is_prepared = false;
    while (!is_prepared) {
        try {
            OperatorBus admin(options.fleet, "admin", BusAccess::Stay::briefly);
            prepare_bus(admin.bus(), admin.folder().servers());
            is_prepared = true;
        } catch (const BusError& fault) {
            std::fprintf(stderr, "vow fleet serve: %s\n", fault.what());
            wait_for({signals.descriptor()}, step);
        }
        if (signals.signal() != 0) return number_of(ExitStatus::success);
    }
    return Service(options).run(signals);
}

} // namespace vow::agent
