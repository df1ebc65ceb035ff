#include "agent/command_line/pull_options.h"

#include "agent/command_line/arguments.h"
#include "agent/command_line/option_groups.h"
#include "agent/command_line/options.h"

#include <CLI/CLI.hpp>

namespace vow::agent {
namespace {

using Task = PullOptions::Task;

/// A flag that makes the command do something else than to pull.
void add_task(CLI::App& pull, PullOptions& given, const char* name, Task task, const char* help) {
    pull.add_flag(
        name,
        [&given, task](auto) {
            if (given.task != Task::pull)
                throw CLI::ValidationError(
                    "vow pull",
                    "choose one of --status, --pin, --unpin, --back, --send-reports, "
                    "--identity and --check-settings"
                );
            given.task = task;
        },
        help
    );
}

void add_tasks(CLI::App& pull, PullOptions& given) {
    add_task(
        pull, given, "--status", Task::status, "Show which version runs, and why not a newer one"
    );
    pull.add_flag(
        "--json", [&given](auto) { given.is_json = true; }, "With --status: print one JSON document"
    );
    pull.add_option_function<std::string>(
            "--pin",
            [&given](const std::string& digest) {
                given.task = Task::pin;
                given.pin = digest;
            },
            "Stay at the version with this digest, or its beginning, which this host has"
    )
        ->type_name("DIGEST");
    add_task(pull, given, "--unpin", Task::unpin, "Take newer versions again");
    add_task(
        pull,
        given,
        "--back",
        Task::back,
        "Go back to the previous version, and run it; the present one counts as bad"
    );
    add_task(
        pull, given, "--send-reports", Task::send_reports, "Send the reports that wait, and no more"
    );
    add_task(
        pull,
        given,
        "--identity",
        Task::identity,
        "Make this host's keys, unless it has some, and print its id and its public keys"
    );
    add_task(
        pull, given, "--check-settings", Task::check_settings, "Only check the file of settings"
    );
}

} // namespace

void add_pull_command(CLI::App& vow, Options& options) {
    PullOptions& given = options.pull;
    CLI::App& pull = *vow.add_subcommand(
        "pull", "Take the policy of this host from a signed repository, try it, and run it"
    );
    pull.callback([&options] { options.command = Options::Command::pull; });
    pull.add_option(
        "SOURCE",
        given.source,
        "An address, a folder, or git+ and the address of a repository (default: 'source' in the "
        "settings)"
    );
    pull.add_flag_callback(
        "--once", [] {}, "Pull once, which is what it does in any case: a timer repeats it"
    );
    pull.add_flag(
        "--plan", given.is_plan, "Show what the version would change, and change nothing"
    );
    pull.add_flag(
        "--no-run",
        [&given](auto) { given.runs = false; },
        "Fetch and check only: the next pull tries what is new"
    );
    pull.add_flag(
        "--now", given.is_now, "Take and run the version now, in spite of its schedule and waves"
    );
    pull.add_flag("--strict", given.is_strict, "Run nothing if nothing could be fetched");
    add_tasks(pull, given);
    pull.add_option("--root", given.root, "The file with the root to trust at first")
        ->type_name("FILE");
    pull.add_option("--root-digest", given.root_digest, "The SHA-256 of the root to trust at first")
        ->type_name("DIGEST");
    pull.add_option(
            "--settings", given.settings_file, "The settings of pulls (default: /etc/vow/pull.yaml)"
    )
        ->type_name("FILE");
    add_work_folder(pull, options);
    pull.footer("Exit status: that of the run, but\n"
                "8 nothing could be fetched: the last good version was run;\n"
                "9 what was fetched is not to be trusted, and nothing of it was used;\n"
                "11 the new version was bad, and the host went back to the last good one.");
}

} // namespace vow::agent
