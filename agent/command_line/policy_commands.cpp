#include "agent/command_line/commands.h"
#include "agent/command_line/option_groups.h"
#include "agent/command_line/output_options.h"
#include "agent/command_line/run_options.h"

#include <CLI/CLI.hpp>

#include <string>

namespace vow::agent {
namespace {

using Command = Options::Command;

CLI::App& add_bare_run(CLI::App& vow, Options& options) {
    return add_command(vow, options, "run", "Run a policy: keep what it promises", Command::run);
}

} // namespace

CLI::App& add_command(
    CLI::App& vow,
    Options& options,
    const std::string& name,
    const std::string& what,
    Options::Command command
) {
    CLI::App* sub = vow.add_subcommand(name, what);
    sub->callback([&options, command] { options.command = command; });
    return *sub;
}

void add_plan_command(CLI::App& vow, Options& options) {
    CLI::App& plan =
        add_command(vow, options, "plan", "Show what a run would change", Command::run);
    plan.callback([&options] {
        options.command = Command::run;
        options.run.policy = Terms::Policy::dry_run;
        options.is_plan = true;
        options.run.lint = Lint::yes;
    });
    add_run_options(plan, options);
    add_plan_out(plan, options);
    plan.add_flag(
        "--sandbox",
        options.in_sandbox,
        "Run for real, in a copy of this host that is thrown away, and show what changed there"
    );
}

void add_apply_command(CLI::App& vow, Options& options) {
    CLI::App& apply = add_command(
        vow,
        options,
        "apply",
        "Keep exactly what a plan has, which 'vow plan --out' has made",
        Command::run
    );
    add_apply_options(apply, options);
}

void add_explain_command(CLI::App& vow, Options& options) {
    CLI::App& explain = add_command(
        vow,
        options,
        "explain",
        "Explain why something in a policy is as it is: a class, a variable, a promise",
        Command::run
    );
    explain.callback([&options] {
        options.command = Command::run;
        options.run.policy = Terms::Policy::dry_run;
    });
    add_explain_options(explain, options);
}

void add_usual_run_command(CLI::App& vow, Options& options) {
    add_usual_run_options(add_bare_run(vow, options), options);
}

void add_run_command(CLI::App& vow, Options& options) {
    CLI::App& run = add_bare_run(vow, options);
    add_run_options(run, options);
    run.add_flag(
        "--lint",
        [&options](auto) { options.run.lint = Lint::yes; },
        "Also warn of names that nothing defines and of code that never runs, as a check does"
    );
    add_dry_run(run, options);
    add_diff(run, options);
}

void add_keep_command(CLI::App& vow, Options& options) {
    CLI::App& keep = add_command(
        vow,
        options,
        "keep",
        "Keep one promise, written on the command line, without a policy",
        Command::keep
    );
    keep.callback([&options] {
        options.command = Command::keep;
        if (options.language.promise.size() < 2)
            throw CLI::ValidationError(
                "vow keep", "write a type and a promiser: vow keep TYPE PROMISER [name=value]..."
            );
    });
    add_keep_options(keep, options);
}

void add_check_command(CLI::App& vow, Options& options) {
    CLI::App& check =
        add_command(vow, options, "check", "Check a policy without running it", Command::check);
    check
        .add_option(
            "POLICY", options.policies, "The policy files ('-': standard input), each by itself"
        )
        ->required();
    const CLI::Option* const evaluate =
        check.add_flag("--evaluate")
            ->description("Also call functions that run programs, and start promise modules for "
                          "their descriptions");
    check.callback([&options, evaluate] {
        const bool evaluates = evaluate->count() > 0;
        options.command = Command::check;
        options.run.lint = Lint::yes;
        options.run.run_programs = evaluates ? RunPrograms::yes : RunPrograms::no;
        if (!evaluates) options.run.start_modules = StartModules::no;
    });
    check.add_flag(
        "--library",
        [&options](auto) { options.is_library = true; },
        "The files are libraries: they need not have anything to run"
    );
    add_evaluation(check, options);
    add_otterscript_sources(check, options.language.otterscript);
    add_keepers(check, options);
    add_lint(check, options);
    add_check_format(check, options);
    add_events(check, options);
    add_policy_files(check, options);
    check.add_flag(
        "--no-modules",
        [&options](auto) { options.run.start_modules = StartModules::no; },
        "With --evaluate: do not start promise modules"
    );
    add_limits(check, options);
    add_console(check, options);
}

} // namespace vow::agent
