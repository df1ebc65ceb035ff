#include "agent/command_line/option_groups.h"

#include "policy/source/diagnostic.h"
#include "protocol/text/text.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace vow::agent {
namespace {

void add_words(
    CLI::App& sub,
    const std::string& names,
    std::vector<std::string>& words,
    const std::string& what
) {
    sub.add_option(names, words, what)
        ->delimiter(',')
        ->type_name("NAME,...")
        ->expected(1)
        ->take_all();
}

template <class Limit>
Limit value_of(const std::variant<Limit, LimitError>& limit) {
    if (const auto* error = std::get_if<LimitError>(&limit))
        throw CLI::ValidationError("--limit", error->message);
    return std::get<Limit>(limit);
}

void set_limit(Options& options, const std::string& text) {
    if (text.starts_with(std::string(action_phase) + "=")) {
        const std::chrono::duration<double> limit = value_of(limit_from(text));
        options.language.skopos.action_limit = limit.count();
    } else {
        options.limits = value_of(with_limit(options.limits, text));
    }
}

void add_files(
    CLI::App& sub,
    const std::string& names,
    std::vector<std::string>& paths,
    const std::string& what,
    const std::string& word = "FILE"
) {
    sub.add_option(names, paths, what)->type_name(word)->expected(1)->take_all();
}

/// The files and variables of a plan.
void add_plan_files(CLI::App& sub, Options& options) {
    SkoposOptions& plan = options.language.skopos;
    sub.add_option("--model", plan.model, "The model of a plan's application")->type_name("FILE");
    add_files(sub, "--target,--env", plan.targets, "A target environment of a plan");
    add_files(
        sub, "--var", options.language.variables, "Set a variable of the policy", "NAME=VALUE"
    );
    sub.add_option("--project", plan.project, "The project of a plan (default: by its file name)")
        ->type_name("NAME");
    add_files(
        sub, "--plugins", plan.plugins, "A folder with plugins and scripts of a plan", "FOLDER"
    );
}

void add_answer(CLI::App& run, Options& options, const std::string& name, bool is_approval) {
    run.add_option_function<std::vector<std::string>>(
           name,
           [&options, is_approval](const std::vector<std::string>& gates) {
               for (const std::string& gate : gates)
                   options.language.skopos.answers.push_back({gate, is_approval});
           },
           is_approval ? "Let gates of a plan pass" : "Let gates of a plan fail"
    )
        ->delimiter(',')
        ->type_name("GATE,...")
        ->expected(1)
        ->take_all()
        ->trigger_on_parse(); // the order among the two counts
}

void add_resume(CLI::App& run, Options& options) {
    const auto add = [&](const std::string& name, Resume resume, const std::string& what) {
        return run.add_flag_callback(
            name, [&options, resume] { options.run.resume = resume; }, what
        );
    };
    CLI::Option* go_on =
        add("--resume", Resume::yes, "Go on with the last run, which has not finished");
    CLI::Option* restart = add("--restart", Resume::restart, "Forget that run, and begin again");
    CLI::Option* abandon = add("--abandon", Resume::abandon, "Only forget that run");
    restart->excludes(go_on);
    abandon->excludes(go_on)->excludes(restart);
}

} // namespace

void add_language(CLI::App& sub, Options& options) {
    sub.add_option_function<std::string>(
           "--language",
           [&options](const std::string& name) {
               if (find_language(name) == nullptr)
                   throw CLI::ValidationError("--language", unknown_language(name));
               options.language.name = name;
           },
           "The language of the policy (default: by the file's name and text)"
    )
        ->type_name("NAME");
}

void add_plan_run(CLI::App& run, Options& options) {
    add_resume(run, options);
    add_answer(run, options, "--approve", true);
    add_answer(run, options, "--reject", false);
    run.add_flag(
        "--step",
        [&options](auto) { options.language.skopos.is_stepwise = true; },
        "Pause a plan after its next action, delay or gate"
    );
    add_files(
        run,
        "--assume",
        options.language.skopos.assumed,
        "Let a step of a plan fail in a dry run",
        "STEP=fail"
    );
}

void add_work_folder(CLI::App& sub, Options& options) {
    sub.add_option(
           "-w,--workdir", options.work_directory, "Work in this folder instead of the usual one"
    )
        ->type_name("FOLDER")
        ->each([&options](const std::string& folder) {
            options.language.skopos.work_folder = folder;
        });
}

void add_max_values(CLI::App& sub, Options& options) {
    sub.add_option(
           "--max-values",
           options.max_values,
           "How many bytes the values of the policy may take together (default: 1G)"
    )
        ->type_name("SIZE")
        ->transform(CLI::AsSizeValue(false))
        ->check(CLI::PositiveNumber);
}

void add_modules(CLI::App& sub, Options& options) {
    sub.add_option(
           "--modules-folder",
           options.modules_folders,
           "Keep promises of type NAME by the program FOLDER/NAME or FOLDER/NAME.*"
    )
        ->type_name("FOLDER")
        ->expected(1)
        ->take_all();
    sub.add_flag(
        "--trust-paths",
        [&options](auto) { options.path_trust = PathTrust::blind; },
        "As root, read and run also what other users could change"
    );
}

void add_definitions(CLI::App& sub, Options& options) {
    add_words(
        sub,
        "-D,--define",
        options.language.cfengine.define,
        "Define classes before the policy is read"
    );
    add_words(
        sub, "-N,--negate", options.language.cfengine.negate, "Keep classes from ever being defined"
    );
    add_words(
        sub,
        "-b,--bundlesequence",
        options.language.cfengine.bundle_sequence,
        "Run these bundles instead of the policy's own sequence"
    );
}

void add_evaluation(CLI::App& sub, Options& options) {
    add_language(sub, options);
    add_modules(sub, options);
    add_definitions(sub, options);
    add_plan_files(sub, options);
    add_work_folder(sub, options);
    add_max_values(sub, options);
    sub.add_flag(
        "--strict",
        [&options](auto) { options.run.is_strict = true; },
        "Treat warnings about the policy as errors"
    );
}

void add_limits(CLI::App& sub, Options& options) {
    std::string phases;
    for (const client::NamedLimit& each : client::named_limits)
        phases.append(each.name).append(", ");
    phases += action_phase;
    sub.add_option_function<std::vector<std::string>>(
           "--limit",
           [&options](const auto& texts) {
               for (const std::string& text : texts)
                   set_limit(options, text);
           },
           "How long a module, or an action of a plan, may take for a phase: " + phases
    )
        ->delimiter(',')
        ->type_name("PHASE=SECONDS,...")
        ->expected(1)
        ->take_all();
}

void add_lint(CLI::App& sub, Options& options) {
    sub.add_option("--allow", options.allowed_warnings, "Do not report these kinds of warnings")
        ->delimiter(',')
        ->type_name("KIND,...")
        ->expected(1)
        ->take_all()
        ->check([](const std::string& kind) {
            if (find_warning_kind(kind) != nullptr) return std::string();
            std::vector<std::string_view> names;
            for (const WarningKind& known : warning_kinds())
                names.push_back(known.name);
            std::string hint = did_you_mean(kind, names);
            if (hint.empty()) hint = "they are " + vow::joined(names, ", ");
            return "'" + kind + "' is not a kind of warning that can be allowed: " + hint;
        });
}

} // namespace vow::agent
