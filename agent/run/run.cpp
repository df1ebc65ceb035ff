#include "agent/run/run.h"

#include "agent/personality/work_directory.h"
#include "agent/report/mistakes.h"
#include "agent/run/applied_plan.h"
#include "agent/run/policy_run.h"
#include "agent/simulation/simulation.h"
#include "policy/run/budget.h"
#include "policy/run/fiber.h"
#include "policy/run/usage_error.h"
#include "protocol/text/shown_text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <limits>

#include <unistd.h>

namespace vow::agent {
namespace {

constexpr DiagnosticKind cannot_check{"cannot-check", "cannot check '{}': {}"};
constexpr std::string_view standard_input = "-";

/// The bytes that the values of a run may take. The reference sets no bounds, so that under its
/// names only the owner of the host does.
std::size_t max_values_of(const Options& options) {
    if (options.max_values) return *options.max_values;
    if (options.settings.max_values) return *options.settings.max_values;
    if (options.personality == Personality::vow) return Budget::usual;
    return std::numeric_limits<std::size_t>::max();
}

/// Exit status and mistakes of one policy.
struct CheckResult {
    int status;
    Data::Array mistakes;
};

CheckResult check_one(const Options& options) {
    const Budget budget(max_values_of(options));
    CheckResult checked{};
    run_on_deep_stack([&] {
        PolicyRun run(options);
        checked.status = run.check();
        checked.mistakes = run.mistakes();
    });
    return checked;
}

/// A document for programs also contains the reason why a check could not be made.
CheckResult check_for_program(const Options& options) {
    const auto failed = [&](const std::exception& failure, ExitStatus status) {
        Diagnostics diagnostics;
        const Diagnostic& why =
            diagnostics.add(cannot_check, {}, {options.subject, failure.what()});
        return CheckResult{number_of(status), {data_of(why)}};
    };
    try {
        return check_one(options);
    } catch (const UsageError& error) {
        return failed(error, ExitStatus::usage);
    } catch (const std::exception& fault) {
        return failed(fault, ExitStatus::fault);
    }
}

/// Shows as much as is usual for the policy's language, unless the command line chooses a level.
Options with_usual_level(Options options) {
    if (options.console.level >= LogLevel::info)
        options.console.promise_lines = PromiseLines::as_come;
    if (options.has_log_level || options.personality != Personality::vow) return options;
    LogLevel usual = LogLevel::info;
    if (options.command != Options::Command::keep) {
        const LanguageRow& language = language_for(options.subject, options.language);
        options.language.name = language.name; // so that the policy is not read for it again
        usual = language.log_level;
    }
    options.console.level = std::max(options.console.level, usual);
    return options;
}

std::string text_from_standard_input() {
    std::string text;
    std::array<char, 1 << 16> block{};
    while (const std::size_t count = std::fread(block.data(), 1, block.size(), stdin))
        text.append(block.data(), count);
    if (std::ferror(stdin) != 0)
        throw UsageError(std::string("cannot read standard input: ") + std::strerror(errno));
    return text;
}

/// Reads the policy if it is not a file. Under the reference's names "-" is one.
void read_policy(Options& options) {
    if (options.subject == standard_input && !options.plan_out.empty())
        throw UsageError("--out: a plan to be applied needs a policy that is a file");
    if (options.subject == standard_input && options.personality == Personality::vow)
        options.language.standard_input = text_from_standard_input();
}

/// Without a sandbox a simulation changes no files either: their promises warn, like all others.
int simulate_policy(Options options) {
    const std::string folder = work_directory_of(options.work_directory, options.personality) +
                               "/state/" + std::to_string(::getpid()) + ".changes";
    std::optional<Simulation> simulation;
    try {
        simulation.emplace(*options.simulation, folder);
        options.run.files_in_sandbox = FilesInSandbox::yes;
        options.warnings.push_back(
            "All changes in files will be made in the '" + folder + "' chroot"
        );
    } catch (const std::runtime_error& failure) {
        options.warnings.push_back(
            std::string("No sandbox for files here, so their changes are only named: ") +
            failure.what()
        );
    }
    int status = 0;
    run_on_deep_stack([&] {
        PolicyRun run(options);
        status = simulation ? run.run_in(*simulation) : run.run();
    });
    return status;
}

} // namespace

int run_policy(const Options& options) {
    std::optional<AppliedPlan> applied;
    if (!options.plan_file.empty()) applied = open_plan(options);
    Options given = applied ? applied->options : options;
    const Budget budget(max_values_of(given));
    read_policy(given);
    const bool is_simulation = given.simulation.has_value();
    const Options usual = is_simulation ? std::move(given) : with_usual_level(std::move(given));
    if (is_simulation) return simulate_policy(usual);
    if (usual.in_sandbox) return run_in_sandbox(usual);
    int status = 0;
    const PlanFile* plan = applied ? &applied->plan : nullptr;
    run_on_deep_stack([&] { status = PolicyRun(usual, {.plan = plan}).run(); });
    return status;
}

int check_policy(const Options& options) {
    const auto policies =
        options.policies.empty() ? std::vector{options.subject} : options.policies;
    if (policies.size() > 1 && !(options.export_file + options.graph_file).empty())
        throw UsageError("--export and --graph write the resources of one policy; name one");
    int status = 0;
    Data::Array mistakes;
    for (const std::string& policy : policies) {
        Options one = options;
        one.subject = policy;
        if (one.run.purpose == Purpose::run) one.run.purpose = Purpose::check;
        read_policy(one);
        CheckResult checked =
            options.format == Format::text ? check_one(one) : check_for_program(one);
        status = std::max(status, checked.status);
        std::ranges::move(checked.mistakes, std::back_inserter(mistakes));
    }
    if (options.format == Format::text) return status;
    Output output(STDOUT_FILENO, buffering_for(STDOUT_FILENO));
    const bool is_sarif = options.format == Format::sarif;
    const Data document =
        is_sarif ? sarif_of(mistakes, vow_version) : Data::array(std::move(mistakes));
    output.write(shown_json(json_text(document)) + "\n");
    return output.finished(status, "standard output");
}

PolicyCheck examine_policy(const Options& options) {
    const Budget budget(max_values_of(options));
    Options silent = options;
    silent.format = Format::json;
    silent.run.purpose = Purpose::check;
    PolicyCheck checked{};
    run_on_deep_stack([&] {
        PolicyRun run(silent);
        checked.status = run.check();
        checked.files = run.files_read().policy;
    });
    return checked;
}

} // namespace vow::agent
