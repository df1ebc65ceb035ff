#pragma once

#include "agent/command_line/options.h"
#include "agent/fleet/rollout.h"

namespace vow::agent {

/// `vow fleet serve`: answers hosts that want to join, and opens the waves of rollouts. Its state
/// is on the bus: it can be killed at any moment, and several may run. Until a signal ends it.
int serve_fleet(const Options& options);

/// `vow fleet collect`: stores the reports of all hosts. A report is acknowledged once it is
/// stored; a killed collector gets it again, and stores it once. Until a signal ends it.
int collect_reports(const Options& options);

/// `vow agent`: stays connected to the fleet, until a signal ends it. Returns the exit status.
/// Throws UsageError if this host has not joined.
int run_resident(const Options& options);

// The commands that make the folders of fleets and of their servers. All return the exit status,
// and throw UsageError and BusError.

int init_fleet(const Options& options);
int make_leaf(const Options& options);

// `vow fleet join` on a host, and the commands of operators for tokens and hosts. All return the
// exit status, and throw UsageError and BusError.

int join_fleet(const Options& options);
int new_token(const Options& options);
int new_user(const Options& options);
int approve_hosts(const Options& options);
int revoke_hosts(const Options& options);
int forget_hosts(const Options& options);

/// `vow fleet leave` on a host: what 'vow fleet join' did is undone. Returns the exit status.
/// Throws UsageError.
int leave_fleet(const Options& options);

// The commands that look at a fleet. All return the exit status, and throw UsageError, BusError and
// DatabaseError.

int list_hosts(const Options& options);
int show_fleet_status(const Options& options);
int show_host(const Options& options);
int show_changes(const Options& options);
int show_drift(const Options& options);
int show_broken_promise(const Options& options);
int show_log(const Options& options);
int ask_hosts(const Options& options);

// The commands of rollouts. All return the exit status, and throw UsageError and BusError.

/// `vow fleet release`: wakes all hosts.
int announce_release(const Options& options);
int start_rollout(const Options& options);
int show_rollouts(const Options& options);
int change_rollout(const Options& options, RolloutAction action);

// A fleet to try out, on this machine alone: a server on loopback, the services and three hosts in
// roots that are thrown away. Both return the exit status, and throw UsageError.

/// `vow fleet up`: starts it, and returns when its hosts are there.
int start_trial(const Options& options);
/// `vow fleet down`.
int end_trial(const Options& options);

} // namespace vow::agent
