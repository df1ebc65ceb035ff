#include "agent/command_line/options.h"
#include "agent/fleet/live/bus.h"
#include "agent/fleet/live/commands.h"
#include "agent/state/database.h"
#include "policy/run/usage_error.h"
#include "protocol/system/dynamic_library.h"
#include "protocol/system/file_descriptor.h"
#include "protocol/text/shown_text.h"

#include <cstdio>
#include <exception>

// The program of `vow fleet` and `vow agent`, which `vow` becomes: it alone has the library of the
// bus, so that other commands start without it.
namespace {

using namespace vow::agent;

int execute(const Options& options) {
    using Action = FleetOptions::Action;
    switch (options.fleet.action) {
    case Action::init: return init_fleet(options);
    case Action::leaf: return make_leaf(options);
    case Action::up: return start_trial(options);
    case Action::down: return end_trial(options);
    case Action::new_user: return new_user(options);
    case Action::new_token: return new_token(options);
    case Action::join: return join_fleet(options);
    case Action::leave: return leave_fleet(options);
    case Action::hosts: return list_hosts(options);
    case Action::approve: return approve_hosts(options);
    case Action::revoke: return revoke_hosts(options);
    case Action::forget: return forget_hosts(options);
    case Action::release: return announce_release(options);
    case Action::serve: return serve_fleet(options);
    case Action::collect: return collect_reports(options);
    case Action::status: return show_fleet_status(options);
    case Action::show: return show_host(options);
    case Action::changes: return show_changes(options);
    case Action::drift: return show_drift(options);
    case Action::promise: return show_broken_promise(options);
    case Action::ask: return ask_hosts(options);
    case Action::log: return show_log(options);
    case Action::start_rollout: return start_rollout(options);
    case Action::rollout_status: return show_rollouts(options);
    case Action::pause_rollout: return change_rollout(options, RolloutAction::pause);
    case Action::resume_rollout: return change_rollout(options, RolloutAction::resume);
    case Action::back_rollout: return change_rollout(options, RolloutAction::back);
    case Action::abort_rollout: return change_rollout(options, RolloutAction::abort);
    case Action::agent: return run_resident(options);
    }
    return number_of(ExitStatus::fault);
}

int fail(ExitStatus status, const std::exception& fault) {
    std::fprintf(stderr, "vow: %s\n", vow::shown(fault.what(), vow::LineEnds::kept).c_str());
    return number_of(status);
}

} // namespace

int main(int count, char** words) {
    vow::raise_descriptor_limit();
    try {
        auto parsed = options_from({words + 1, words + count});
        if (const auto* reply = std::get_if<Reply>(&parsed)) {
            std::fputs(reply->text.c_str(), reply->status == 0 ? stdout : stderr);
            return reply->status;
        }
        auto& options = std::get<Options>(parsed);
        if (options.command != Options::Command::fleet) {
            std::fputs(
                "vow: this program is a part of vow: run 'vow fleet' or 'vow agent'\n", stderr
            );
            return number_of(ExitStatus::usage);
        }
        return execute(options);
    } catch (const vow::UsageError& fault) {
        return fail(ExitStatus::usage, fault);
    } catch (const DatabaseError& fault) {
        return fail(ExitStatus::usage, fault);
    } catch (const vow::DynamicLibrary::Missing& lack) {
        return fail(ExitStatus::not_kept, lack);
    } catch (const BusError& fault) {
        return fail(ExitStatus::not_kept, fault);
    } catch (const std::exception& fault) {
        return fail(ExitStatus::fault, fault);
    }
}
