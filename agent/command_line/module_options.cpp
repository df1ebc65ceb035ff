#include "agent/command_line/module_options.h"

#include "agent/command_line/choice_option.h"
#include "agent/command_line/module_option_groups.h"
#include "agent/command_line/output_options.h"
#include "protocol/harness/conformance/conform.h"
#include "protocol/harness/scaffold.h"

#include <CLI/CLI.hpp>

namespace vow::agent {
namespace {

using Action = ModuleOptions::Action;

constexpr const char* about_samples =
    "The given promises are evaluated, for real; {{tmp}} in them is a folder that is "
    "removed\nat the end. Without any, nothing is evaluated.\n";

constexpr const char* statuses_of_reports =
    "Exit status: 0 no violations; 1 there are some; 2 the command line is wrong; 3 the module did "
    "not start.";

const Choices<ModuleOptions::DocumentFormat> document_formats = {
    {"text", ModuleOptions::DocumentFormat::text},
    {"markdown", ModuleOptions::DocumentFormat::markdown},
    {"inmanta", ModuleOptions::DocumentFormat::inmanta}};

/// The commands, and the options that they share.
class Commands {
public:
    Commands(CLI::App& module, ModuleOptions& options, std::function<void()> chosen)
        : module_(module),
          options_(options),
          chosen_(std::move(chosen)) {}

    void add_all() {
        add_list();
        add_probe();
        add_send();
        add_shell();
        add_conform();
        add_test();
        add_bench();
        add_doc();
        add_new();
        add_replay();
        add_mock();
        add_fuzz();
        add_explain();
    }

private:
    CLI::App& add(const std::string& name, const std::string& what, Action action) {
        CLI::App* sub = module_.add_subcommand(name, what);
        sub->footer(""); // the program's footer is about policy
        sub->callback([this_options = &options_, chosen = chosen_, action] {
            this_options->action = action;
            chosen();
        });
        return *sub;
    }

    void add_list() {
        CLI::App& list =
            add("list", "List the bundled modules, and those found in a folder", Action::list);
        list.add_option(
                "FOLDER",
                options_.folder,
                "The folder to search; by default modules/promises in the work folder"
        )
            ->type_name("");
    }

    void add_probe() {
        CLI::App& probe =
            add("probe", "Start a module, and show its header and description", Action::probe);
        add_subject(probe, options_);
        probe.footer("Exit status: 0 it speaks the protocol; 1 it does not; 3 it did not start.");
    }

    void add_send() {
        CLI::App& send =
            add("send",
                "Have one promise validated and evaluated, and show the conversation",
                Action::send);
        add_subject(send, options_);
        add_promise(send, options_, Presence::required);
        add_terms(send, options_);
        send.add_option("--record", options_.record, "Also record the conversation in FILE")
            ->type_name("FILE");
        send.footer("Exit status: 0 kept or repaired; 1 not kept or invalid; 3 the module did not "
                    "start;\n4 it failed or broke the protocol.");
    }

    void add_shell() {
        CLI::App& shell =
            add("shell", "Edit promises and have them kept, step by step", Action::shell);
        add_subject(shell, options_);
        add_promise(shell, options_, Presence::optional);
        add_terms(shell, options_);
        shell.footer("help lists the commands.\nExit status: 0; for lines from a file or a pipe "
                     "the worst of 1 a promise not kept or\ninvalid, 2 a line that is wrong, 3 "
                     "the module did not start, 4 it failed or broke\nthe protocol.");
    }

    void add_conform() {
        CLI::App& conform =
            add("conform", "Check whether a module conforms to the protocol", Action::conform);
        add_subject(conform, options_);
        add_samples(conform, options_);
        conform.add_option("--only", options_.only, "Run only these checks")
            ->delimiter(',')
            ->expected(1)
            ->take_all()
            ->check([](const std::string& id) {
                return harness::is_check(id) ? std::string() : "'" + id + "' is not a check";
            })
            ->type_name("ID,...");
        add_requests(conform, options_, "The number of requests in the endurance run (10000)");
        add_format(conform, options_, "text, tap, junit, json");
        conform.footer(std::string(about_samples) + statuses_of_reports);
    }

    void add_test() {
        CLI::App& test =
            add("test",
                "Run a file of cases, and check what every promise should do besides",
                Action::test);
        add_subject(test, options_);
        test.add_option("CASES", options_.cases, "The file of cases, in YAML")->required();
        test.add_option("--only", options_.only_case, "Run only the case of this name")
            ->type_name("CASE");
        test.add_flag(
            "--fail-fast",
            [options = &options_](auto) {
                options->after_violation = harness::TestSettings::After::stop;
            },
            "Stop after the first case with a violation"
        );
        test.add_flag(
            "--hostile",
            [options = &options_](auto) {
                options->starts = harness::TestSettings::Starts::hostile_too;
            },
            "Run the cases also with a link, a folder or another odd file at each promised path"
        );
        test.add_flag(
            "--watch",
            [options = &options_](auto) {
                options->repetition = ModuleOptions::Repetition::after_changes;
            },
            "Repeat it when the module or the cases change, until interrupted"
        );
        add_real_runs(test, options_);
        add_format(test, options_, "text, tap, junit, json");
        test.footer(statuses_of_reports);
    }

    void add_bench() {
        CLI::App& bench = add(
            "bench", "Measure how fast a module starts and answers, and its memory", Action::bench
        );
        add_subject(bench, options_);
        add_samples(bench, options_);
        add_requests(bench, options_, "The number of requests of each operation (1000)");
        add_format(bench, options_, "text, json");
        bench.footer(
            std::string(about_samples) +
            "Exit status: 0 it was measured; 1 it stopped answering; 3 it did not start."
        );
    }

    void add_doc() {
        CLI::App& doc = add("doc", "Show the promise types that a module describes", Action::doc);
        add_subject(doc, options_);
        add_choice(
            doc,
            "--format",
            options_.document,
            document_formats,
            "A page for people, or entities for Inmanta models"
        );
        doc.add_flag(
            "--markdown",
            [options = &options_](auto) {
                options->document = ModuleOptions::DocumentFormat::markdown;
            },
            "As Markdown, for a README"
        );
        doc.footer("Exit status: 0 it has a description; 1 it does not; 3 it did not start.");
    }

    void add_new() {
        CLI::App& create =
            add("new", "Create a folder with a new, working module and its cases", Action::create);
        create
            .add_option("NAME", options_.module, "The name of the module and of its promise type")
            ->required();
        std::vector<std::string> names;
        for (const harness::ScaffoldLanguage& language : harness::scaffold_languages())
            names.emplace_back(language.name);
        create
            .add_option(
                "--lang", options_.language, "python (the default), shell, perl, node or cpp"
            )
            ->check(CLI::IsMember(names))
            ->type_name("WORD");
    }

    void add_replay() {
        CLI::App& replay = add(
            "replay", "Send recorded requests to a module, and compare its answers", Action::replay
        );
        add_subject(replay, options_);
        replay.add_option("RECORD", options_.record, "A recorded conversation")->required();
        add_format(replay, options_, "text, tap, junit, json");
        replay.footer(statuses_of_reports);
    }

    void add_mock() {
        CLI::App& mock =
            add("mock",
                "Play the module of a recorded conversation, on standard input and output",
                Action::mock);
        mock.add_option("RECORD", options_.record, "A recorded conversation")->required();
    }

    void add_fuzz() {
        CLI::App& fuzz =
            add("fuzz",
                "Validate promises that a module's description allows and forbids, and corrupt "
                "requests",
                Action::fuzz);
        add_subject(fuzz, options_);
        fuzz.add_option("--seed", options_.seed, "The same seed makes the same promises (1)")
            ->type_name("N");
        fuzz.add_option_function<double>(
                "--time",
                [options = &options_](double seconds) {
                    options->time = std::chrono::milliseconds(static_cast<long>(seconds * 1000));
                },
                "The duration (5)"
        )
            ->check(CLI::Range(0.001, 1e6))
            ->type_name("SECONDS");
        add_format(fuzz, options_, "text, tap, junit, json");
        fuzz.footer(
            std::string("Nothing is evaluated. Each finding is written to ID-SEED.yaml, for vow "
                        "module test.\n") +
            statuses_of_reports
        );
    }

    void add_explain() {
        CLI::App& explain =
            add("explain",
                "Explain checks: the rule, the reason, the usual cause, and lines that mend it",
                Action::explain);
        explain.add_option("ID", options_.only, "The checks; lists all if none is given");
        explain.add_flag(
            "--markdown",
            [options = &options_](auto) {
                options->document = ModuleOptions::DocumentFormat::markdown;
            },
            "All of them, as docs/checks.md"
        );
        explain.footer("Exit status: 0 success; 2 one is not a check.");
    }

    CLI::App& module_;
    ModuleOptions& options_;
    std::function<void()> chosen_;
};

} // namespace

void add_module_commands(
    CLI::App& module, ModuleOptions& options, const std::function<void()>& chosen
) {
    Commands(module, options, chosen).add_all();
}

} // namespace vow::agent
