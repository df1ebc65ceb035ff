#pragma once

#include "agent/command_line/fleet_options.h"
#include "agent/command_line/history_options.h"
#include "agent/command_line/machine_settings.h"
#include "agent/command_line/module_options.h"
#include "agent/command_line/pull_options.h"
#include "agent/command_line/release_options.h"
#include "agent/exit_status.h"
#include "agent/languages.h"
#include "agent/personality.h"
#include "agent/report/log_settings.h"
#include "agent/simulation/simulation_mode.h"
#include "policy/run/language.h"
#include "policy/run/world.h"
#include "protocol/client/limits.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::agent {

constexpr std::string_view vow_version = "0.1.0";

/// The form of what a command prints: for people, or for programs.
enum class Format { text, json, sarif };
/// Whether root's agent refuses what others could change.
enum class PathTrust { checked, blind };

/// Where the time of a run went, on request.
struct MeasurementOptions {
    std::string trace = {};  ///< --trace: file for a trace; may be empty
    std::size_t slowest = 0; ///< --slowest: promises and modules to show
    std::string otlp = {};   ///< --otlp: address that takes traces and metrics; may be empty
};

/// The options of `vow doc`.
struct DocOptions {
    std::vector<std::string> words = {}; ///< --search
    std::string pages = {};              ///< --pages: a folder; may be empty
};

/// The program's options, as the command line gives them.
struct Options {
    enum class Command {
        run,
        keep,
        check,
        functions,
        doc,
        facts,
        serve,
        host,
        module,
        history,
        pull,
        release,
        fleet
    };

    Command command = Command::run;
    Personality personality = Personality::vow;
    std::string subject =
        {}; ///< the policy, or the name of a function, definition, fact or module; may be empty
    std::vector<std::string> policies = {}; ///< to check; "-" is standard input
    std::vector<std::string> words = {};    ///< of the command line, as they were given
    LanguageOptions language = {};
    RunOptions run = {};
    std::optional<SimulationMode> simulation = {}; ///< nullopt: none
    client::Limits limits = {};
    /// --wait: how long to wait for another run in the work folder; nullopt: not at all.
    std::optional<std::chrono::seconds> wait = {};
    /// -j: most processes of one module at once; 0: one for each processor; nullopt: not given.
    std::optional<int> jobs = {};
    ConsoleStyle console = {};
    bool has_log_level = false; ///< -I, -v, -d or -g was given
    LogSettings log = {};
    bool is_plan = false;           ///< a dry run that ends with what would change
    bool in_sandbox = false;        ///< plan --sandbox: a real run, in a copy of this host
    bool has_detailed_exit = false; ///< --detailed-exitcode
    std::string plan_out = {};      ///< --out: for the plan, to be applied later; may be empty
    std::string plan_file = {};     ///< of `vow apply`; may be empty
    std::optional<std::chrono::seconds> max_plan_age = {}; ///< --max-age of `vow apply`
    bool runs_untold = false;                              ///< --untold run
    Format format = Format::text;
    ModuleOptions module = {};   ///< of Command::module
    std::string explained = {};  ///< the subject of `vow explain`; may be empty
    HistoryOptions history = {}; ///< of Command::history
    PullOptions pull = {};       ///< of Command::pull
    DocOptions doc = {};         ///< of Command::doc
    ReleaseOptions release = {}; ///< of Command::release,
    FleetOptions fleet = {};     ///< of Command::fleet
    std::string events = {};     ///< --json: file for JSON events; may be empty
    MeasurementOptions measurements = {};
    std::string export_file = {};           ///< --export: for the resources as JSON; may be empty
    std::string graph_file = {};            ///< --graph: for a drawing of them; may be empty
    std::vector<std::string> warnings = {}; ///< printed before anything else
    std::vector<std::string> modules_folders =
        {};                                       ///< of programs that keep promises of their names
    std::string record_folder = {};               ///< --record; may be empty
    std::string durability = {};                  ///< --durability; empty for the default
    std::string work_directory = {};              ///< empty for the default
    std::optional<std::uint64_t> max_values = {}; ///< --max-values: bytes
    PathTrust path_trust = PathTrust::checked;
    std::string settings_file = machine_settings_path; ///< --settings
    MachineSettings settings = {};                     ///< read from it
    std::string report_settings = {}; ///< --reports: their file; empty for that of the host
    std::vector<std::uint32_t> trusted_users = {}; ///< of Command::serve, besides root
    enum class ServedFor { anyone, agent } served_for = ServedFor::anyone;
    std::string state_folder = {};              ///< of the agent, if it has one; of Command::serve
    std::vector<std::string> hard_classes = {}; ///< defined by options: opt_dry_run, ...
    std::vector<std::string> allowed_warnings = {}; ///< --allow: kinds that are not reported
    bool is_library = false;        ///< --library: what is checked need not run anything
    std::string policy_format = {}; ///< to print a checked policy in; may be empty
    std::optional<std::string> show_classes =
        {}; ///< pattern: listed at the end; nullopt: not listed
    std::optional<std::string> show_variables = {}; ///< likewise

    /// Events or a trace have standard output to themselves.
    bool has_document_output() const { return events == "-" || measurements.trace == "-"; }
    bool keeps_promises() const { return command == Command::run || command == Command::keep; }
};

/// The command line does not run anything: it requests help, or is wrong.
struct Reply {
    int status;
    std::string text; ///< for standard output if the status is 0, for standard error otherwise
};

/// Reads the command line of `vow`; `arguments` leaves out the program's name.
std::variant<Options, Reply> options_from(const std::vector<std::string>& arguments);

} // namespace vow::agent
