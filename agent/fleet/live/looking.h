#pragma once

#include "agent/command_line/options.h"

namespace vow::agent {

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

} // namespace vow::agent
