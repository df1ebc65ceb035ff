#include "agent/command_line/options.h"

#include "agent/command_line/arguments.h"
#include "agent/command_line/command_help.h"
#include "agent/command_line/option_groups.h"
#include "agent/command_line/run_options.h"
#include "agent/command_line/unknown_word.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <sstream>
#include <system_error>

namespace vow::agent {
namespace {

using Command = Options::Command;

constexpr const char* about =
    "vow keeps promises: it reads policy, works out what this host has promised, and has promise "
    "modules keep it.";

constexpr const char* policy_of_host = "/etc/vow/main.cf";

/// "help run" is "run --help".
void ask_for_help(std::vector<std::string>& arguments) {
    if (arguments.empty() || arguments.front() != "help") return;
    arguments.erase(arguments.begin());
    const bool is_asked = !arguments.empty() && arguments.back() == "--help";
    if (!is_asked) arguments.emplace_back("--help");
}

Reply no_policy() {
    return {
        number_of(ExitStatus::usage),
        std::string("vow: name the policy to run: vow run POLICY\nWithout one, vow runs ") +
            policy_of_host + ", which does not exist here.\n"};
}

Reply detailed_exit_of_run() {
    return {
        number_of(ExitStatus::usage),
        "vow: --detailed-exitcode is for dry runs: use it with 'vow plan' or 'vow run -n'\n"};
}

/// "[NAME=]FOLDER"
std::string with_absolute_folder(const std::string& raft) {
    const std::size_t name = raft.find('=') + 1; // 0 without a name
    return raft.substr(0, name) + absolute_path(raft.substr(name));
}

/// Policies and modules get these paths, and may use them in other folders.
void make_paths_absolute(Options& options) {
    for (std::string* path :
         {&options.work_directory, &options.language.skopos.work_folder, &options.record_folder})
        *path = absolute_path(*path);
    for (std::string& folder : options.modules_folders)
        folder = absolute_path(folder);
    for (std::string& raft : options.language.otterscript.rafts)
        raft = with_absolute_folder(raft);
}

/// Which options of a command there are to read.
enum class Extent { usual, all };

constexpr std::string_view version_flag = "--version";

/// The options of `vow`, and the values they fill in. A command line that begins with a command
/// needs no options of another, and the version none; all are there for `vow`, for misspelled
/// commands, and for pages about others.
class CommandLine {
public:
    explicit CommandLine(std::string_view first_word, Extent extent = Extent::all)
        : extent_(extent) {
        app_.footer(exit_statuses);
        app_.require_subcommand(1);
        app_.get_formatter()->column_width(34);
        app_.set_version_flag(
            std::string(version_flag),
            "vow " + std::string(vow_version) + " (speaks the language of CFEngine 3.27)"
        );
        add_commands(first_word);
        add_to_each(app_, [this](CLI::App& sub) { add_common(sub); });
        add_help();
    }

    std::variant<Options, Reply> read(std::vector<std::string> arguments) {
        ask_for_help(arguments);
        if (auto reply = reply_to_unknown_command(app_, arguments)) return *std::move(reply);
        options_.words = arguments;
        complete_values(arguments);
        std::reverse(arguments.begin(), arguments.end()); // CLI11 takes them last first
        try {
            app_.parse(std::move(arguments));
            if (!page_.empty()) return Reply{number_of(ExitStatus::success), page_};
            if (!choose_policy()) return no_policy();
            const bool is_real = options_.run.changes_allowed() && options_.plan_file.empty();
            if (options_.has_detailed_exit && is_real) return detailed_exit_of_run();
            options_.has_log_level = has_log_level();
            make_paths_absolute(options_);
        } catch (const CLI::ExtrasError&) {
            return reply_to_unexpected_word(app_);
        } catch (const CLI::ParseError& stop) {
            std::ostringstream text;
            const bool is_answer = app_.exit(stop, text, text) == 0;
            return Reply{
                number_of(is_answer ? ExitStatus::success : ExitStatus::usage), text.str()};
        } catch (const std::invalid_argument&) { // CLI11's own, of a flag that was given a value
            return Reply{
                number_of(ExitStatus::usage),
                "an option that takes no value was given one\nRun with --help for more "
                "information.\n"};
        }
        return options_;
    }

private:
    struct CommandPart {
        std::vector<std::string_view> names;
        void (CommandLine::*add)();
    };

    void add_commands(std::string_view first_word) {
        if (first_word == version_flag) return;
        const std::vector<CommandPart> parts = {
            {{"run"}, &CommandLine::add_run},
            {{"plan"}, &CommandLine::add_plan},
            {{"apply"}, &CommandLine::add_apply},
            {{"explain"}, &CommandLine::add_explain},
            {{"keep"}, &CommandLine::add_keep},
            {{"check"}, &CommandLine::add_check},
            {{"functions"}, &CommandLine::add_functions},
            {{"doc"}, &CommandLine::add_doc},
            {{"facts"}, &CommandLine::add_facts},
            {{"module"}, &CommandLine::add_module},
            {{"history", "status", "report"}, &CommandLine::add_history},
            {{"pull"}, &CommandLine::add_pull},
            {{"release"}, &CommandLine::add_release},
            {{"fleet", "agent"}, &CommandLine::add_fleet},
        };
        const auto is_first = [&](const CommandPart& part) {
            return std::ranges::find(part.names, first_word) != part.names.end();
        };
        const auto only = std::ranges::find_if(parts, is_first);
        if (only != parts.end()) return (this->*only->add)();
        for (const CommandPart& part : parts)
            (this->*part.add)();
        add_pages(app_, page_);
    }

    void add_history() {
        add_history_commands(app_, options_, [this] { options_.command = Command::history; });
    }

    void add_pull() {
        add_pull_command(app_, options_, [this] { options_.command = Command::pull; });
    }

    void add_release() {
        add_release_commands(app_, options_, [this] { options_.command = Command::release; });
    }

    void add_fleet() {
        add_fleet_commands(app_, options_, [this] { options_.command = Command::fleet; });
    }

    /// Without a policy, a run is that of the host, if it has one. False if there is none to run.
    bool choose_policy() {
        const bool has_plans = !options_.language.otterscript.inventory.empty();
        if (options_.command != Command::run || !options_.subject.empty() || has_plans) return true;
        if (!options_.plan_file.empty()) return true;
        std::error_code unknown;
        if (!std::filesystem::exists(policy_of_host, unknown)) return false;
        options_.subject = policy_of_host;
        return true;
    }

    bool has_log_level() const {
        constexpr std::array names = {"--inform", "--verbose", "--debug", "--log-level"};
        const CLI::App& command = *app_.get_subcommands().front();
        return std::ranges::any_of(names, [&](const char* name) {
            const auto* option = command.get_option_no_throw(name);
            return option != nullptr && option->count() > 0;
        });
    }

    /// Calls `add` for each command that has no commands of its own, or works without them.
    static void add_to_each(CLI::App& app, const std::function<void(CLI::App&)>& add) {
        const auto subcommands = app.get_subcommands([](const CLI::App*) { return true; });
        for (CLI::App* sub : subcommands)
            add_to_each(*sub, add);
        if (app.get_require_subcommand_min() == 0) add(app);
    }

    /// The options of every command: what the settings allow holds for all.
    void add_common(CLI::App& sub) {
        const std::string help =
            std::string("The settings of the host (default: ") + machine_settings_path + ")";
        if (sub.get_option_no_throw("--settings") == nullptr) // those of pulls are others
            sub.add_option("--settings", options_.settings_file, help)
                ->type_name("FILE")
                ->allow_extra_args(false);
        if (sub.get_option_no_throw("--color") != nullptr) return;
        add_color(sub, options_.module.color);
    }

    /// For the list of commands; see ask_for_help().
    void add_help() {
        app_.add_subcommand("help", "Explain a command")
            ->add_option("COMMAND", "The command; without it, all are listed");
    }

    CLI::App& add_command(const std::string& name, const std::string& what, Command command) {
        CLI::App* sub = app_.add_subcommand(name, what);
        sub->callback([this, command] { options_.command = command; });
        return *sub;
    }

    void add_plan() {
        CLI::App& plan = add_command("plan", "Show what a run would change", Command::run);
        plan.callback([this] {
            options_.command = Command::run;
            options_.run.policy = Terms::Policy::dry_run;
            options_.is_plan = true;
            options_.run.lint = Lint::yes;
        });
        add_run_options(plan, options_);
        add_plan_out(plan, options_);
        plan.add_flag(
            "--sandbox",
            options_.in_sandbox,
            "Run for real, in a copy of this host that is thrown away, and show what changed there"
        );
    }

    void add_apply() {
        CLI::App& apply = add_command(
            "apply", "Keep exactly what a plan has, which 'vow plan --out' has made", Command::run
        );
        add_apply_options(apply, options_);
    }

    void add_explain() {
        CLI::App& explain = add_command(
            "explain",
            "Explain why something in a policy is as it is: a class, a variable, a promise",
            Command::run
        );
        explain.callback([this] {
            options_.command = Command::run;
            options_.run.policy = Terms::Policy::dry_run;
        });
        add_explain_options(explain, options_);
    }

    void add_run() {
        CLI::App& run = add_command("run", "Run a policy: keep what it promises", Command::run);
        if (extent_ == Extent::usual) return add_usual_run_options(run, options_);
        add_run_options(run, options_);
        run.add_flag(
            "--lint",
            [this](auto) { options_.run.lint = Lint::yes; },
            "Also warn of names that nothing defines and of code that never runs, as a check does"
        );
        add_dry_run(run, options_);
        add_diff(run, options_);
    }

    void add_keep() {
        CLI::App& keep = add_command(
            "keep", "Keep one promise, written on the command line, without a policy", Command::keep
        );
        keep.callback([this] {
            options_.command = Command::keep;
            if (options_.language.promise.size() < 2)
                throw CLI::ValidationError(
                    "vow keep",
                    "write a type and a promiser: vow keep TYPE PROMISER [name=value]..."
                );
        });
        add_keep_options(keep, options_);
    }

    void add_check() {
        CLI::App& check = add_command("check", "Check a policy without running it", Command::check);
        check.callback([this] {
            options_.command = Command::check;
            options_.run.lint = Lint::yes;
            options_.run.run_programs = evaluate_ ? RunPrograms::yes : RunPrograms::no;
            if (!evaluate_) options_.run.start_modules = StartModules::no;
        });
        check
            .add_option(
                "POLICY",
                options_.policies,
                "The policy files ('-': standard input), each by itself"
            )
            ->required();
        check.add_flag(
            "--evaluate",
            evaluate_,
            "Also call functions that run programs, and start promise modules for their "
            "descriptions"
        );
        check.add_flag(
            "--library",
            [this](auto) { options_.is_library = true; },
            "The files are libraries: they need not have anything to run"
        );
        add_evaluation(check, options_);
        add_keepers(check, options_);
        add_lint(check, options_);
        add_check_format(check, options_);
        add_events(check, options_);
        add_policy_files(check, options_);
        check.add_flag(
            "--no-modules",
            [this](auto) { options_.run.start_modules = StartModules::no; },
            "With --evaluate: do not start promise modules"
        );
        add_limits(check, options_);
        add_console(check, options_);
    }

    void add_functions() {
        add_listing(
            "functions",
            "List the functions of the policy language, or explain one",
            Command::functions
        );
    }

    void add_facts() {
        add_listing("facts", "List the facts about this host, or show one", Command::facts);
    }

    void add_listing(const std::string& name, const std::string& what, Command command) {
        CLI::App& sub = add_command(name, what, command);
        sub.add_option("NAME", options_.subject, "Only this one");
        if (command != Command::facts) add_language(sub, options_);
        add_format(sub, options_, "The format of the output");
        add_work_folder(sub, options_);
    }

    void add_doc() {
        CLI::App& doc = add_command(
            "doc",
            "Explain what policies can use by name: promise types, attributes, functions, modules",
            Command::doc
        );
        doc.add_option(
            "WHAT",
            options_.subject,
            "A name, KIND:NAME, KIND: for all of a kind, or the path of a module; without it, the "
            "kinds are counted"
        );
        doc.add_option(
               "--search", options_.doc.words, "List what has all these words in name or summary"
        )
            ->type_name("WORD...");
        doc.add_option(
               "--pages", options_.doc.pages, "Write the reference as Markdown into this folder"
        )
            ->type_name("FOLDER");
        add_language(doc, options_);
        add_modules(doc, options_);
        add_format(doc, options_, "The format of the output");
        doc.add_flag(
            "--json",
            [this](auto) { options_.format = Format::json; },
            "Print one JSON document, as --format json does"
        );
        add_work_folder(doc, options_);
    }

    void add_module() {
        CLI::App* module = app_.add_subcommand("module", "Work with promise modules");
        module->footer("");
        module->require_subcommand(1);
        CLI::App* serve = module->add_subcommand(
            "serve", "Speak the module protocol for a bundled module, on standard input and output"
        );
        serve->callback([this] { options_.command = Command::serve; });
        serve->add_option("NAME", options_.subject, "The bundled module: files, commands, ...")
            ->required();
        serve->add_option(
            "--trust-user",
            options_.trusted_users,
            "As root, run also what the user with this number could change; can be repeated"
        );
        serve->add_flag_callback(
            "--trust-paths",
            [this] { options_.path_trust = PathTrust::blind; },
            "As root, run also what other users could change"
        );
        add_for_agent(*serve);
        CLI::App* host = module->add_subcommand(
            "host", "Serve this machine, or a bundled module, to a vow that is connected by ssh"
        );
        host->callback([this] { options_.command = Command::host; });
        host->add_option("NAME", options_.subject, "The bundled module; none: the machine");
        add_module_commands(*module, options_.module, [this] {
            options_.command = Command::module;
        });
    }

    /// Of the processes in which the agent has modules that would block it; people need none of
    /// them.
    void add_for_agent(CLI::App& serve) {
        serve
            .add_flag_callback(
                "--for-agent",
                [this] { options_.served_for = Options::ServedFor::agent; },
                "Keep promises as if inside the agent"
            )
            ->group("");
        serve.add_option("--state", options_.state_folder, "The agent's state")->group("");
    }

    CLI::App app_{about, "vow"};
    const Extent extent_;
    bool evaluate_ = false; ///< of `vow check`
    std::string page_ = {}; ///< the answer, in place of options
    Options options_;
};

} // namespace

std::variant<Options, Reply> options_from(const std::vector<std::string>& arguments) {
    const std::string first_word = arguments.empty() ? "" : arguments.front();
    if (first_word == "run") { // to add all of its options takes half of an empty run
        auto read = CommandLine(first_word, Extent::usual).read(arguments);
        if (std::holds_alternative<Options>(read)) return read;
    }
    return CommandLine(first_word).read(arguments);
}

} // namespace vow::agent
