#include "agent/command_line/run_options.h"

#include "agent/command_line/option_groups.h"
#include "agent/command_line/optional_values.h"
#include "agent/command_line/output_options.h"

#include <CLI/CLI.hpp>

#include <string>

namespace vow::agent {
namespace {

constexpr int max_words = 10'000; ///< of a promise

} // namespace

void add_dry_run(CLI::App& sub, Options& options) {
    sub.add_flag(
        "-n,--dry-run,--simulate",
        [&options](auto) { options.run.policy = Terms::Policy::dry_run; },
        "Change nothing; show what would be changed"
    );
}

void add_keepers(CLI::App& sub, Options& options) {
    inmanta::Keepers& keepers = options.language.inmanta.keepers;
    CLI::Option* native = sub.add_flag(
        "--native",
        [&keepers](auto) { keepers = inmanta::Keepers::native; },
        "Keep what vow can itself, even if a module of the model has a handler for it"
    );
    sub.add_flag(
           "--python",
           [&keepers](auto) { keepers = inmanta::Keepers::python; },
           "Use the handlers and plugins of the module std on the module path, not vow's own"
    )
        ->excludes(native);
}

void add_policy_files(CLI::App& sub, Options& options) {
    sub.add_option(
           "--export", options.export_file, "Write the resources of a model as JSON to FILE"
    )
        ->type_name("FILE");
    sub.add_option(
           "--graph",
           options.graph_file,
           "Draw the resources of a model and their requirements in FILE: .svg, or .dot for "
           "the text"
    )
        ->type_name("FILE");
}

namespace {

/// POLICY may be left out, so an option must not take it for one of its values.
void take_one_value_each(CLI::App& sub) {
    for (CLI::Option* option : sub.get_options()) {
        if (!option->get_positional()) option->allow_extra_args(false);
    }
}

void add_agents(CLI::App& run, Options& options) {
    run.add_option(
           "--agent",
           options.language.inmanta.agents,
           "Deploy the resources of these agents of a model (default: those of this host)"
    )
        ->type_name("GLOB")
        ->expected(1)
        ->delimiter(',')
        ->take_all();
    add_keepers(run, options);
}

void add_only(CLI::App& sub, Options& options) {
    sub.add_option(
           "--only",
           options.language.only,
           "Only the promises, steps, statements or resources at FILE:LINE, with a handle, id or "
           "name, or of a type, and those that they depend on; can be repeated"
    )
        ->type_name("WHAT")
        ->expected(1)
        ->take_all();
}

void add_detailed_exit(CLI::App& run, Options& options, const char* help) {
    run.add_flag("--detailed-exitcode", options.has_detailed_exit, help);
}

void add_durability(CLI::App& run, Options& options) {
    run.add_option(
           "--durability",
           options.durability,
           "Which files survive a power cut: none, replaced (new ones once the run has ended), "
           "or all at once (default: replaced)"
    )
        ->type_name("LEVEL")
        ->check(CLI::IsMember({"none", "replaced", "all"}));
}

void add_max_age(CLI::App& apply, Options& options) {
    apply
        .add_option_function<std::string>(
            "--max-age",
            [&options](const std::string& text) {
                options.max_plan_age = age_from(text);
                if (!options.max_plan_age)
                    throw CLI::ValidationError(
                        "--max-age", "'" + text + "' is not an age such as 90s, 15m or 1d"
                    );
            },
            "Refuse a plan that was made longer ago: 90s, 15m, 1d (default: any age)"
        )
        ->type_name("AGE");
}

void add_no_lock(CLI::App& run, Options& options) {
    run.add_flag(
        "-K,--no-lock",
        [&options](auto) { options.run.use_locks = false; },
        "Take no locks, and keep promises even if their ifelapsed has not passed"
    );
}

CLI::Option* add_policy(CLI::App& run, Options& options) {
    return run.add_option("POLICY", options.subject, "The policy file, or the folder of a project");
}

} // namespace

void add_usual_run_options(CLI::App& run, Options& options) {
    add_policy(run, options);
    add_modules(run, options);
    add_definitions(run, options);
    add_work_folder(run, options);
    add_no_lock(run, options);
    add_dry_run(run, options);
    add_console(run, options);
    take_one_value_each(run);
}

void add_run_options(CLI::App& run, Options& options) {
    run.footer(exit_statuses);
    add_policy(run, options);
    add_evaluation(run, options);
    add_lint(run, options);
    add_otterscript(run, options.language.otterscript);
    add_agents(run, options);
    add_policy_files(run, options);
    add_only(run, options);
    add_no_lock(run, options);
    add_wait(run, options);
    add_plan_run(run, options);
    add_jobs(run, options);
    add_events(run, options);
    add_measurements(run, options);
    add_reports(run, options);
    add_detailed_exit(
        run, options, "In a dry run, exit with status 10 if there is something to change"
    );
    run.add_option(
           "--record", options.record_folder, "Record the conversations with modules in FOLDER"
    )
        ->type_name("FOLDER");
    add_durability(run, options);
    add_limits(run, options);
    add_console(run, options);
    add_log(run, options);
    take_one_value_each(run);
}

void add_plan_out(CLI::App& plan, Options& options) {
    plan.add_option(
            "--out", options.plan_out, "Write the plan to FILE, for 'vow apply' to keep later"
    )
        ->type_name("FILE");
}

void add_apply_options(CLI::App& apply, Options& options) {
    apply.footer(exit_statuses);
    apply.add_option("PLAN", options.plan_file, "The file that 'vow plan --out' has written")
        ->required();
    add_max_age(apply, options);
    apply
        .add_option_function<std::string>(
            "--untold",
            [&options](const std::string&) { options.runs_untold = true; },
            "Also keep the promises of which the plan could not tell what they would do"
        )
        ->type_name("run")
        ->check(CLI::IsMember({"run"}));
    add_only(apply, options);
    add_work_folder(apply, options);
    add_no_lock(apply, options);
    add_wait(apply, options);
    add_jobs(apply, options);
    add_events(apply, options);
    add_reports(apply, options);
    add_diff(apply, options);
    add_detailed_exit(apply, options, "Exit with status 10 if something was changed");
    add_durability(apply, options);
    add_limits(apply, options);
    add_console(apply, options);
    add_log(apply, options);
    take_one_value_each(apply);
}

void add_explain_options(CLI::App& explain, Options& options) {
    explain.footer(exit_statuses);
    add_policy(explain, options)->required();
    explain
        .add_option(
            "WHAT",
            options.explained,
            "A class, variable, bundle, step or resource, or a promise by its handle, promiser or "
            "FILE:LINE. class:, variable:, bundle:, promise:, step: or resource: before it choose "
            "one kind"
        )
        ->required();
    explain.add_flag_callback(
        "--json", [&options] { options.format = Format::json; }, "Print JSON, for programs"
    );
    add_evaluation(explain, options);
    add_otterscript(explain, options.language.otterscript);
    add_agents(explain, options);
    add_only(explain, options);
    add_no_lock(explain, options);
    add_limits(explain, options);
    take_one_value_each(explain);
}

void add_keep_options(CLI::App& keep, Options& options) {
    keep.footer(exit_statuses);
    keep.add_option(
            "WORDS",
            options.language.promise,
            "TYPE PROMISER, then attributes: name=value, name:=JSON, or BODY.name=value"
    )
        ->required()
        ->expected(1, max_words);
    add_dry_run(keep, options);
    add_modules(keep, options);
    add_events(keep, options);
    add_diff(keep, options);
    add_limits(keep, options);
    add_console(keep, options);
    add_log(keep, options);
    take_one_value_each(keep);
}

} // namespace vow::agent
