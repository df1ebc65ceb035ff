#pragma once

#include "agent/command_line/options.h"

/// The commands that serve others until their input ends.
namespace vow::agent {

/// `vow module serve NAME`: runs a bundled module as a program that speaks the module protocol.
/// Returns the exit status.
int serve_module(const Options& options);

/// `vow module host NAME`: serves a bundled module to the other end of a connection. When the
/// connection is closed, the module and all that it has started end. Returns the exit status.
int serve_supervised(const Options& options);

/// `vow module host`: serves the lines of standard input, which are the questions of a vow on
/// another machine, until it ends. Returns the exit status.
int serve_host(const Options& options);

/// `vow fleet` and `vow agent`: replaces this process by the program that has the library of the
/// bus, with the same words. Returns the exit status if that is not possible.
int become_fleet_program(const Options& options);

} // namespace vow::agent
