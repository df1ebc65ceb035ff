#include "agent/command_line/commands.h"
#include "agent/command_line/module_options.h"

#include <CLI/CLI.hpp>

namespace vow::agent {
namespace {

using Command = Options::Command;

/// Of the processes in which the agent has modules that would block it; people need none of
/// them.
void add_for_agent(CLI::App& serve, Options& options) {
    serve
        .add_flag_callback(
            "--for-agent",
            [&options] { options.served_for = Options::ServedFor::agent; },
            "Keep promises as if inside the agent"
        )
        ->group("");
    serve.add_option("--state", options.state_folder, "The agent's state")->group("");
}

} // namespace

void add_module_command(CLI::App& vow, Options& options) {
    CLI::App* module = vow.add_subcommand("module", "Work with promise modules");
    module->footer("");
    module->require_subcommand(1);
    CLI::App* serve = module->add_subcommand(
        "serve", "Speak the module protocol for a bundled module, on standard input and output"
    );
    serve->callback([&options] { options.command = Command::serve; });
    serve->add_option("NAME", options.subject, "The bundled module: files, commands, ...")
        ->required();
    serve->add_option(
        "--trust-user",
        options.trusted_users,
        "As root, run also what the user with this number could change; can be repeated"
    );
    serve->add_flag_callback(
        "--trust-paths",
        [&options] { options.path_trust = PathTrust::blind; },
        "As root, run also what other users could change"
    );
    add_for_agent(*serve, options);
    CLI::App* host = module->add_subcommand(
        "host", "Serve this machine, or a bundled module, to a vow that is connected by ssh"
    );
    host->callback([&options] { options.command = Command::host; });
    host->add_option("NAME", options.subject, "The bundled module; none: the machine");
    add_module_commands(*module, options.module, [&options] { options.command = Command::module; });
}

} // namespace vow::agent
