#include "agent/command_line/options.h"

#include "agent/command_line/arguments.h"
#include "agent/command_line/command_help.h"
#include "agent/command_line/commands.h"
#include "agent/command_line/option_groups.h"
#include "agent/command_line/optional_values.h"
#include "agent/command_line/output_options.h"
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

/// Which options of `vow run` there are to read.
enum class Extent { usual, all };

constexpr std::string_view version_flag = "--version";

/// The options of `vow`, and the values they fill in. A command line that begins with a command
/// needs no options of another, and the version none; all are there for `vow`, for misspelled
/// commands, and for pages about others.
class CommandLine {
public:
    explicit CommandLine(std::string_view first_word, Extent extent = Extent::all) {
        app_.footer(exit_statuses);
        app_.require_subcommand(1);
        app_.get_formatter()->column_width(34);
        app_.set_version_flag(
            std::string(version_flag),
            "vow " + std::string(vow_version) + " (speaks the language of CFEngine 3.27)"
        );
        add_commands(first_word, extent);
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
        void (*add)(CLI::App& vow, Options& options);
    };

    void add_commands(std::string_view first_word, Extent extent) {
        if (first_word == version_flag) return;
        if (extent == Extent::usual) return add_usual_run_command(app_, options_);
        const std::vector<CommandPart> parts = {
            {{"run"}, &add_run_command},
            {{"plan"}, &add_plan_command},
            {{"apply"}, &add_apply_command},
            {{"explain"}, &add_explain_command},
            {{"keep"}, &add_keep_command},
            {{"check"}, &add_check_command},
            {{"functions"}, &add_functions_command},
            {{"doc"}, &add_doc_command},
            {{"facts"}, &add_facts_command},
            {{"module"}, &add_module_command},
            {{"history", "status", "report"}, &add_history_commands},
            {{"pull"}, &add_pull_command},
            {{"release"}, &add_release_commands},
            {{"fleet", "agent"}, &add_fleet_commands},
        };
        const auto is_first = [&](const CommandPart& part) {
            return std::ranges::find(part.names, first_word) != part.names.end();
        };
        const auto only = std::ranges::find_if(parts, is_first);
        if (only != parts.end()) return only->add(app_, options_);
        for (const CommandPart& part : parts)
            part.add(app_, options_);
        add_pages(app_, page_);
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

    CLI::App app_{about, "vow"};
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
