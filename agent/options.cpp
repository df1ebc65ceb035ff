#include "agent/options.h"

#include "agent/limits.h"
#include "policy/source/diagnostic.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <sstream>

namespace vow::agent {
namespace {

using Command = Options::Command;

template <class Value>
using Choices = std::vector<std::pair<const char*, Value>>;

const Choices<LogLevel> levels = {
    {"error", LogLevel::error},
    {"warning", LogLevel::warning},
    {"notice", LogLevel::notice},
    {"info", LogLevel::info},
    {"verbose", LogLevel::verbose},
    {"debug", LogLevel::debug},
};
const Choices<Color> colors = {
    {"always", Color::always}, {"auto", Color::automatic}, {"never", Color::never}};
const Choices<Format> formats = {{"text", Format::text}, {"json", Format::json}};

/// An option whose value is one of a few words; the words are listed in its help.
template <class Value>
void add_choice(
    CLI::App& sub,
    const std::string& names,
    Value& value,
    const Choices<Value>& choices,
    const std::string& help
) {
    std::string words;
    for (const auto& choice : choices)
        words.append(words.empty() ? "" : ", ").append(choice.first);
    const auto choose = [&value, &choices, words, names](const std::string& word) {
        const auto chosen = std::find_if(choices.begin(), choices.end(), [&](const auto& choice) {
            return choice.first == word;
        });
        if (chosen == choices.end())
            throw CLI::ValidationError(names, "'" + word + "' is none of: " + words);
        value = chosen->second;
    };
    sub.add_option_function<std::string>(names, choose, help + ": " + words)->type_name("WORD");
}

constexpr int most_jobs = 1000;
constexpr int most_old_files = 1000;

constexpr const char* about =
    "vow keeps promises: it reads policy, works out what this host has promised, and has promise "
    "modules keep it.";

constexpr const char* exit_statuses =
    "Exit status of 'vow run': 0 every promise was kept or repaired; 1 some were not; 2 the "
    "command "
    "line is wrong;\n3 the policy has errors and nothing ran; 4 the policy aborted the run; 70 a "
    "fault; 128+N ended by signal N.";

/// The options of `vow`, and the values they fill in.
class CommandLine {
public:
    CommandLine() {
        app_.footer(exit_statuses);
        app_.require_subcommand(1);
        app_.get_formatter()->column_width(34);
        app_.set_version_flag("--version", "vow 0.1.0 (speaks the language of CFEngine 3.27)");
        add_run();
        add_check();
        add_listing(
            "functions",
            "List the functions of the policy language, or explain one",
            Command::functions
        );
        add_listing("facts", "List what is known of this host, or show one fact", Command::facts);
        add_module();
    }

    std::variant<Options, Reply> read(std::vector<std::string> arguments) {
        if (!arguments.empty() && !arguments.front().starts_with('-')) {
            const auto known = commands();
            const bool is_known =
                std::find(known.begin(), known.end(), arguments.front()) != known.end();
            if (!is_known) return refused(arguments.front());
        }
        std::reverse(arguments.begin(), arguments.end()); // CLI11 takes them last first
        try {
            app_.parse(std::move(arguments));
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
    std::vector<std::string_view> commands() const {
        std::vector<std::string_view> names;
        for (const CLI::App* command : app_.get_subcommands([](const CLI::App*) { return true; })) {
            names.push_back(command->get_name());
        }
        return names;
    }

    Reply refused(const std::string& command) const {
        std::string hint = did_you_mean(command, commands());
        if (hint.empty()) {
            for (const std::string_view name : commands()) {
                hint.append(hint.empty() ? "there are: " : ", ").append(name);
            }
        }
        return {
            number_of(ExitStatus::usage),
            "vow: no command is called '" + command + "'; " + hint + "\n",
        };
    }

    CLI::App& add_command(const std::string& name, const std::string& what, Command command) {
        CLI::App* sub = app_.add_subcommand(name, what);
        sub->callback([this, command] { options_.command = command; });
        return *sub;
    }

    void add_run() {
        CLI::App& run = add_command("run", "Run a policy: keep what it promises", Command::run);
        run.footer(exit_statuses);
        run.add_option("POLICY", options_.subject, "The policy file")->required();
        add_evaluation(run);
        run.add_flag(
            "-K,--no-lock",
            [this](auto) { options_.run.use_locks = false; },
            "Run promises even if they ran a moment ago"
        );
        run.add_flag_callback(
            "--resume",
            [this] { options_.run.resume = Resume::yes; },
            "Go on where the last run ended waiting"
        );
        run.add_flag(
            "-n,--dry-run",
            [this](auto) { options_.run.policy = Terms::Policy::dry_run; },
            "Change nothing; say what would be changed"
        );
        run.add_option(
               "-j,--jobs",
               options_.jobs,
               "How many promises a module may work on at once, if it can (default: one for each "
               "processor)"
        )
            ->type_name("NUMBER")
            ->check(CLI::Range(1, most_jobs));
        run.add_option(
               "--json",
               options_.events,
               "Write what happens as JSON, one object a line, to FILE ('-': standard output)"
        )
            ->type_name("FILE");
        run.add_option(
               "--record", options_.record_folder, "Record the conversations with modules in FOLDER"
        )
            ->type_name("FOLDER");
        add_limits(run);
        add_console(run);
        add_log(run);
    }

    void add_limits(CLI::App& sub) {
        std::string phases;
        for (const client::NamedLimit& each : client::named_limits)
            phases.append(phases.empty() ? "" : ", ").append(each.name);
        sub.add_option_function<std::vector<std::string>>(
               "--limit",
               [this](const auto& texts) { set_limits(texts); },
               "How long a module may take for a phase: " + phases
        )
            ->delimiter(',')
            ->type_name("PHASE=SECONDS,...")
            ->expected(1)
            ->take_all();
    }

    void set_limits(const std::vector<std::string>& texts) {
        for (const std::string& text : texts) {
            const auto changed = with_limit(options_.limits, text);
            if (const auto* error = std::get_if<LimitError>(&changed)) {
                throw CLI::ValidationError("--limit", error->message);
            }
            options_.limits = std::get<client::Limits>(changed);
        }
    }

    void add_check() {
        CLI::App& check = add_command("check", "Check a policy without running it", Command::check);
        check.add_option("POLICY", options_.subject, "The policy file")->required();
        add_evaluation(check);
        add_choice(check, "--format", options_.format, formats, "How to print what is wrong");
        check.add_flag(
            "--no-modules",
            [this](auto) { options_.run.ask_modules = AskModules::no; },
            "Do not start promise modules to read their descriptions"
        );
        add_limits(check);
        add_console(check);
    }

    void add_listing(const std::string& name, const std::string& what, Command command) {
        CLI::App& sub = add_command(name, what, command);
        sub.add_option("NAME", options_.subject, "Only this one");
        add_choice(sub, "--format", options_.format, formats, "How to print it");
        sub.add_option(
               "-w,--workdir",
               options_.work_directory,
               "Work in this folder instead of the usual one"
        )
            ->type_name("FOLDER");
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
        add_module_commands(*module, options_.module, [this] {
            options_.command = Command::module;
        });
    }

    static void add_words(
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

    void add_language(CLI::App& sub) {
        sub.add_option_function<std::string>(
               "--language",
               [this](const std::string& name) {
                   if (find_language(name) == nullptr)
                       throw CLI::ValidationError("--language", unknown_language(name));
                   options_.language.name = name;
               },
               "The language of the policy (default: by the file's name and text)"
        )
            ->type_name("NAME");
    }

    void add_evaluation(CLI::App& sub) {
        add_language(sub);
        sub.add_option(
               "--modules-folder",
               options_.modules_folders,
               "Keep promises of type NAME by the program FOLDER/NAME or FOLDER/NAME.*"
        )
            ->type_name("FOLDER")
            ->expected(1)
            ->take_all();
        add_words(
            sub,
            "-D,--define",
            options_.language.cfengine.define,
            "Define classes before the policy is read"
        );
        add_words(
            sub,
            "-N,--negate",
            options_.language.cfengine.negate,
            "Keep classes from ever being defined"
        );
        add_words(
            sub,
            "-b,--bundlesequence",
            options_.language.cfengine.bundle_sequence,
            "Run these bundles instead of the policy's own sequence"
        );
        sub.add_option(
               "-w,--workdir",
               options_.work_directory,
               "Work in this folder instead of the usual one"
        )
            ->type_name("FOLDER");
    }

    void
    add_level(CLI::App& sub, const std::string& names, LogLevel level, const std::string& what) {
        sub.add_flag(
            names,
            [this, level](auto) {
                options_.console.level = std::max(options_.console.level, level);
            },
            what
        );
    }

    void add_console(CLI::App& sub) {
        add_level(sub, "-I,--inform", LogLevel::info, "Say what is changed");
        add_level(sub, "-v,--verbose", LogLevel::verbose, "Say what is done");
        add_level(sub, "-d,--debug", LogLevel::debug, "Say everything");
        add_choice(sub, "-g,--log-level", options_.console.level, levels, "How much to say");
        add_choice(sub, "-C,--color", options_.console.color, colors, "Whether to color log lines");
        sub.add_flag(
            "-l,--timestamp",
            [this](auto) { options_.console.timestamps = Timestamps::yes; },
            "Begin each line with the time"
        );
    }

    void add_log(CLI::App& sub) {
        sub.add_option("--log-file", options_.log.file.path, "Add the log to FILE, too")
            ->type_name("FILE");
        sub.add_option(
               "--log-file-size",
               options_.log.file.max_size,
               "Begin a new log file before the old one exceeds this size (default: 10M)"
        )
            ->type_name("SIZE")
            ->transform(CLI::AsSizeValue(false))
            ->check(CLI::PositiveNumber);
        sub.add_option(
               "--log-file-count",
               options_.log.file.old_files,
               "How many old log files to keep (default: 5)"
        )
            ->type_name("NUMBER")
            ->check(CLI::Range(0, most_old_files));
        add_system_log(sub);
    }

    void add_system_log(CLI::App& sub) {
        sub.add_flag(
            "--syslog",
            [this](auto) { options_.log.syslog.wanted = Wanted::yes; },
            "Send the log to the system log, too"
        );
        sub.add_option_function<std::string>(
               "--syslog-facility",
               [this](const std::string& word) { set_facility(word); },
               "The facility of the lines there: user, daemon, local0 to local7 (default: the "
               "policy's, or user)"
        )
            ->type_name("WORD");
        sub.add_flag(
            "--journal",
            [this](auto) { options_.log.journal.wanted = Wanted::yes; },
            "Send the log to the systemd journal, too"
        );
        // Without help: tests listen there themselves.
        sub.add_option("--syslog-socket", options_.log.syslog.socket)->group("");
        sub.add_option("--journal-socket", options_.log.journal.socket)->group("");
    }

    void set_facility(const std::string& word) {
        options_.log.syslog.facility = log_facility_from(word);
        if (options_.log.syslog.facility) return;
        throw CLI::ValidationError(
            "--syslog-facility", "'" + word + "' is none of: user, daemon, local0 to local7"
        );
    }

    CLI::App app_{about, "vow"};
    Options options_;
};

} // namespace

std::variant<Options, Reply> options_from(const std::vector<std::string>& arguments) {
    return CommandLine().read(arguments);
}

} // namespace vow::agent
