#include "agent/command_line/fleet_options.h"

#include "agent/command_line/option_groups.h"
#include "agent/command_line/options.h"

#include <CLI/CLI.hpp>

#include <utility>

namespace vow::agent {
namespace {

using FleetAction = FleetOptions::Action;

/// Adds the commands, with the options that most of them share.
class FleetCommands {
public:
    explicit FleetCommands(Options& options) : given_(options.fleet), options_(options) {}

    void add_to(CLI::App& vow) {
        CLI::App& fleet = *vow.add_subcommand("fleet", "Look after many hosts on a NATS server");
        fleet.require_subcommand(1);
        fleet.footer("");
        add_making(fleet);
        add_hosts(fleet);
        add_services(fleet);
        add_looking(fleet);
        add_rollouts(fleet);
        add_agent(vow);
    }

private:
    CLI::App&
    add(CLI::App& to, const std::string& name, const std::string& what, FleetAction action) {
        CLI::App* sub = to.add_subcommand(name, what);
        sub->footer("");
        sub->callback([&options = options_, action, sub] {
            if (!sub->get_subcommands().empty()) return;
            options.fleet.action = action;
            options.command = Options::Command::fleet;
        });
        return *sub;
    }

    /// A command of an operator, in the folder of a fleet.
    CLI::App& add_of_operator(
        CLI::App& to, const std::string& name, const std::string& what, FleetAction action
    ) {
        CLI::App& sub = add(to, name, what, action);
        sub.add_option(
               "--fleet",
               given_.folder,
               "The folder of the fleet (default: vow-fleet in this folder, else /etc/vow/fleet)"
        )
            ->type_name("DIR")
            ->envname("VOW_FLEET");
        sub.add_option("--as", given_.user, "The user of the bus (default: admin)")
            ->type_name("NAME");
        return sub;
    }

    void add_json(CLI::App& sub) {
        sub.add_flag("--json", given_.is_json, "Print one JSON document");
    }

    void add_where(CLI::App& sub) {
        sub.add_option(
               "--where",
               given_.where,
               "Only hosts that match: classes, group_NAME, seen<1h, with !, & and |"
        )
            ->type_name("EXPRESSION");
    }

    void add_from(CLI::App& sub) {
        sub.add_option(
               "--from",
               given_.into,
               "Where reports are collected (default: reports.db in the folder of the fleet)"
        )
            ->type_name("sqlite:FILE|postgresql:URL");
    }

    void add_server(CLI::App& sub) {
        sub.add_option(
               "--listen",
               given_.listen,
               "Where a server listens (default: 127.0.0.1:4222); three of them are a cluster"
        )
            ->type_name("ADDRESS:PORT");
        sub.add_option("--tls-certificate", given_.tls_certificate, "The server's certificate")
            ->type_name("FILE");
        sub.add_option("--tls-key", given_.tls_key, "Its key")->type_name("FILE");
        sub.add_option("--tls-authority", given_.tls_authority, "What hosts verify it with")
            ->type_name("FILE");
    }

    void add_making(CLI::App& fleet) {
        CLI::App& init =
            add(fleet,
                "init",
                "Make the keys, users and server configuration of a fleet",
                FleetAction::init);
        init.add_option("DIR", given_.folder, "The new folder")->required();
        init.add_option("--name", given_.name, "The name of the fleet (default: fleet)");
        init.add_flag(
            "--leaf-nodes", given_.accepts_leaf_nodes, "Let the servers of sites connect as well"
        );
        add_server(init);
        CLI::App& leaf = add_of_operator(
            fleet, "leaf", "Make the configuration of a server for a site", FleetAction::leaf
        );
        leaf.add_option("DIR", given_.what, "Its new folder")->required();
        add_server(leaf);
        CLI::App& up =
            add(fleet,
                "up",
                "Try a fleet out on this machine: a server, a collector and three hosts",
                FleetAction::up);
        up.add_option("DIR", given_.folder, "Its folder (default: vow-fleet in this folder)");
        CLI::App& down =
            add(fleet, "down", "End what 'vow fleet up' has started", FleetAction::down);
        down.add_option("DIR", given_.folder, "Its folder (default: vow-fleet in this folder)");
        CLI::App& user = *fleet.add_subcommand("user", "Users of the bus: people");
        user.require_subcommand(1);
        CLI::App& new_user =
            add_of_operator(user, "new", "Make a user and its credentials", FleetAction::new_user);
        new_user.add_option("NAME", given_.name, "Letters, digits, '_' and '-'")->required();
        new_user.add_option("--role", given_.role, "look, rollout, enrol or admin")->required();
        CLI::App& token = *fleet.add_subcommand("token", "Tokens with which hosts join");
        token.require_subcommand(1);
        CLI::App& new_token =
            add_of_operator(token, "new", "Make a token and print it", FleetAction::new_token);
        new_token.add_option("--group", given_.group, "The group of the hosts that join with it");
        new_token.add_option("--uses", given_.uses, "How many hosts may join with it (default: 1)")
            ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000}));
        add_age(new_token, "--for", given_.lifetime, "How long it can be used (default: 1h)");
        new_token.add_flag("--ask", given_.needs_approval, "Hosts wait until they are approved");
    }

    void add_hosts(CLI::App& fleet) {
        CLI::App& join =
            add(fleet,
                "join",
                "Make this machine a host of a fleet; its keys stay here",
                FleetAction::join);
        join.add_option("URL", given_.url, "The server: nats://127.0.0.1:4222, tls://HOST:4222")
            ->required();
        join.add_option("--token", given_.token, "The token, or @FILE")->required();
        join.add_option("--name", given_.name, "The name of the host (default: the machine's)");
        join.add_option("--tls-authority", given_.tls_authority, "What verifies the server")
            ->type_name("FILE");
        add_age(join, "--limit", given_.limit, "How long to wait for approval (default: 1h)");
        add_work_folder(join, options_);
        CLI::App& leave =
            add(fleet,
                "leave",
                "Take this machine out of its fleet: its keys and its agent",
                FleetAction::leave);
        add_work_folder(leave, options_);
        CLI::App& hosts = add_of_operator(fleet, "hosts", "List the hosts", FleetAction::hosts);
        add_where(hosts);
        add_json(hosts);
        hosts.require_subcommand(0, 1);
        const auto add_change = [&](const char* name, const char* what, FleetAction action) {
            CLI::App& sub = add_of_operator(hosts, name, what, action);
            sub.add_option("HOST", given_.hosts, "Names, ids or beginnings of ids")->required();
        };
        add_change("approve", "Let hosts join that wait for it", FleetAction::approve);
        add_change("revoke", "Take the access of hosts back", FleetAction::revoke);
        add_change("forget", "Remove revoked hosts from the list", FleetAction::forget);
    }

    void add_services(CLI::App& fleet) {
        add_of_operator(
            fleet,
            "serve",
            "Answer hosts that join, and lead rollouts; resident",
            FleetAction::serve
        );
        CLI::App& collect = add_of_operator(
            fleet, "collect", "Store the reports of all hosts; resident", FleetAction::collect
        );
        collect
            .add_option(
                "--into",
                given_.into,
                "The database (default: reports.db in the folder of the fleet)"
            )
            ->type_name("sqlite:FILE|postgresql:URL");
        collect.add_option("--prometheus", given_.prometheus, "Also write figures to this file")
            ->type_name("FILE");
        collect
            .add_option(
                "--html", given_.html, "Also write pages for browsers to this folder, of their own"
            )
            ->type_name("DIR");
        add_age(collect, "--keep", given_.keep, "How long details are kept (default: 30d)");
    }

    void add_looking(CLI::App& fleet) {
        CLI::App& status = add_of_operator(
            fleet, "status", "Tell whether all hosts are good", FleetAction::status
        );
        status.footer(
            "Exit status: 0 all hosts are good; 1 something is not kept, or a run failed;\n"
            "7 a host is silent or has no run."
        );
        add_where(status);
        add_json(status);
        CLI::App& show =
            add_of_operator(fleet, "show", "Show a host and its runs", FleetAction::show);
        show.add_option("HOST", given_.hosts, "Its name, its id or the beginning of it")
            ->required();
        add_from(show);
        add_json(show);
        CLI::App& changes = add_of_operator(
            fleet, "changes", "Show what changed on the hosts", FleetAction::changes
        );
        add_age(changes, "--since", given_.since, "Only runs that began so long ago (default: 1d)");
        add_from(changes);
        add_json(changes);
        CLI::App& drift = add_of_operator(
            fleet, "drift", "Show repairs that hosts make again and again", FleetAction::drift
        );
        drift.footer("Exit status: 1 if there are any.");
        add_age(
            drift, "--since", given_.since, "Only of runs that began so long ago (default: 7d)"
        );
        add_from(drift);
        add_json(drift);
        CLI::App& promise = add_of_operator(
            fleet, "promise", "Show the hosts that do not keep a promise", FleetAction::promise
        );
        promise.add_option("PROMISE", given_.what, "FILE:LINE or a handle")->required();
        add_from(promise);
        add_json(promise);
        CLI::App& ask = add_of_operator(fleet, "ask", "Send a question to hosts", FleetAction::ask);
        ask.add_option(
               "WORDS",
               given_.hosts,
               "The hosts, then status, facts, plan, run, pull, or explain and a name"
        )
            ->required();
        add_where(ask);
        add_age(ask, "--limit", given_.limit, "How long to wait (default: 1m)");
        add_json(ask);
        CLI::App& log =
            add_of_operator(fleet, "log", "List the actions of operators", FleetAction::log);
        add_age(log, "--since", given_.since, "Only so long ago at most");
        add_json(log);
        CLI::App& release = add_of_operator(
            fleet, "release", "Tell all hosts that a release is there", FleetAction::release
        );
        release.add_option("RELEASE", given_.what, "BUNDLE/VERSION")->required();
    }

    void add_rollouts(CLI::App& fleet) {
        CLI::App& rollout =
            *fleet.add_subcommand("rollout", "Bring a release to the hosts in waves");
        rollout.require_subcommand(1);
        CLI::App& start =
            add_of_operator(rollout, "start", "Begin a rollout", FleetAction::start_rollout);
        start.add_option("RELEASE", given_.what, "BUNDLE/VERSION")->required();
        start.add_option("--group", given_.group, "Only hosts of this group");
        start.add_option("--waves", given_.waves, "Default: 1%,10%,50%,100%");
        add_age(start, "--soak", given_.soak, "How long each wave is watched (default: 10m)");
        start.add_option(
            "--budget", given_.budget, "How many hosts of the open waves may fail (default: 2%)"
        );
        start.add_option("--on-failure", given_.on_failure, "pause (default) or back")
            ->check(CLI::IsMember({"pause", "back"}));
        start.add_option("--silent", given_.silent, "Hosts that are off: ignore (default) or fail")
            ->check(CLI::IsMember({"ignore", "fail"}));
        CLI::App& status =
            add_of_operator(rollout, "status", "Show rollouts", FleetAction::rollout_status);
        status.add_option("ID", given_.what, "Only this one");
        status.add_flag("--watch", given_.is_watching, "Until it is over or paused");
        add_json(status);
        const auto add_change = [&](const char* name, const char* what, FleetAction action) {
            CLI::App& sub = add_of_operator(rollout, name, what, action);
            sub.add_option("ID", given_.what, "The rollout (default: the only one that goes on)");
        };
        add_change("pause", "Let no more hosts take the release", FleetAction::pause_rollout);
        add_change("resume", "Go on after a pause", FleetAction::resume_rollout);
        add_change("back", "Let hosts go back to their version before", FleetAction::back_rollout);
        add_change("abort", "End a rollout; hosts stay as they are", FleetAction::abort_rollout);
    }

    void add_agent(CLI::App& vow) {
        CLI::App& agent =
            add(vow,
                "agent",
                "Stay connected to the fleet: report, answer, pull; resident",
                FleetAction::agent);
        agent.add_option(
            "POLICY", given_.policy, "The policy to run on request (default: that of the host)"
        );
        add_age(agent, "--interval", given_.interval, "Between signs of life (default: 1m)");
        add_work_folder(agent, options_);
    }

    FleetOptions& given_;
    Options& options_;
};

} // namespace

void add_fleet_commands(CLI::App& vow, Options& options) {
    FleetCommands(options).add_to(vow);
}

} // namespace vow::agent
