#include "agent/module/options.h"

#include "protocol/harness/conformance/conform.h"
#include "protocol/harness/scaffold.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace vow::agent {
namespace {

using Action = ModuleOptions::Action;

/// "name=value", a text, or "name:=JSON", which may be anything.
Data::Member attribute_from(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || text.starts_with(":=")) {
        throw CLI::ValidationError(
            "--attribute", "'" + text + "' is neither name=value nor name:=JSON"
        );
    }
    const std::string value = text.substr(equals + 1);
    if (text[equals - 1] != ':') return {text.substr(0, equals), Data::string(value)};
    auto read = parse_json(value);
    if (const auto* error = std::get_if<DataError>(&read)) {
        throw CLI::ValidationError(
            "--attribute",
            "'" + value + "' is no JSON: " + error->message + " (name=value is a text)"
        );
    }
    return {text.substr(0, equals - 1), std::get<Data>(std::move(read))};
}

constexpr const char* about_samples =
    "The promises that are given are evaluated, for real; {{tmp}} in them is a folder that is "
    "removed\nin the end. Without any, nothing is evaluated.\n";

constexpr const char* statuses_of_reports =
    "Exit status: 0 no violations; 1 there are some; 2 the command line is wrong; 3 the module did "
    "not start.";

/// The commands, and what each of them has in common with others.
class Commands {
public:
    Commands(CLI::App& module, ModuleOptions& options, const std::function<void()>& chosen)
        : module_(module),
          options_(options),
          chosen_(chosen) {}

    void add_all() {
        add_list();
        add_probe();
        add_send();
        add_conform();
        add_test();
        add_bench();
        add_doc();
        add_new();
        add_replay();
        add_mock();
        add_fuzz();
    }

private:
    CLI::App& add(const std::string& name, const std::string& what, Action action) {
        CLI::App* sub = module_.add_subcommand(name, what);
        sub->footer(""); // the program's is about policy
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
                "Where to look; by default modules/promises in the work folder"
        )
            ->type_name("");
    }

    void add_probe() {
        CLI::App& probe =
            add("probe", "Start a module, and say what it says of itself", Action::probe);
        add_subject(probe);
        probe.footer("Exit status: 0 it speaks the protocol; 1 it does not; 3 it did not start.");
    }

    void add_send() {
        CLI::App& send =
            add("send",
                "Have one promise validated and evaluated, and show what is said on both sides",
                Action::send);
        add_subject(send);
        add_promise(send, Presence::required);
        add_terms(send);
        send.add_option("--record", options_.record, "Write what was said to FILE, too")
            ->type_name("FILE");
        send.footer("Exit status: 0 kept or repaired; 1 not kept or invalid; 3 the module did not "
                    "start;\n4 it met an error or broke the protocol.");
    }

    void add_conform() {
        CLI::App& conform =
            add("conform",
                "Check whether a module keeps to the protocol, whatever it does",
                Action::conform);
        add_subject(conform);
        add_samples(conform);
        conform.add_option("--only", options_.only, "Try only these checks")
            ->delimiter(',')
            ->expected(1)
            ->take_all()
            ->check([](const std::string& id) {
                return harness::is_check(id) ? std::string() : "there is no check '" + id + "'";
            })
            ->type_name("ID,...");
        add_requests(conform, "How many requests make the endurance run (10000)");
        add_format(conform, "text, tap, junit, json");
        conform.footer(std::string(about_samples) + statuses_of_reports);
    }

    void add_test() {
        CLI::App& test =
            add("test",
                "Run a file of cases, and check what every promise should do beside",
                Action::test);
        add_subject(test);
        test.add_option("CASES", options_.cases, "The file of cases, in YAML")->required();
        add_format(test, "text, tap, junit, json");
        test.footer(statuses_of_reports);
    }

    void add_bench() {
        CLI::App& bench = add(
            "bench", "Measure how fast a module starts and answers, and its memory", Action::bench
        );
        add_subject(bench);
        add_samples(bench);
        add_requests(bench, "How many requests of each operation (1000)");
        add_format(bench, "text, json");
        bench.footer(
            std::string(about_samples) +
            "Exit status: 0 it was measured; 1 it stopped answering; 3 it did not start."
        );
    }

    void add_doc() {
        CLI::App& doc = add("doc", "Show what a module says that it can promise", Action::doc);
        add_subject(doc);
        doc.add_flag(
            "--markdown",
            [options = &options_](auto) { options->page = harness::PageFormat::markdown; },
            "As Markdown, for a README"
        );
        doc.footer("Exit status: 0 it says something; 1 it does not; 3 it did not start.");
    }

    void add_new() {
        CLI::App& create =
            add("new", "Make a folder with a new module that works, and its cases", Action::create);
        create.add_option("NAME", options_.module, "What it is called, its promise type too")
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
            "replay", "Ask a module what was recorded, and compare what it answers", Action::replay
        );
        add_subject(replay);
        replay.add_option("RECORD", options_.record, "A recorded conversation")->required();
        add_format(replay, "text, tap, junit, json");
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
                "Validate what a module's description allows and forbids, and texts of all sorts",
                Action::fuzz);
        add_subject(fuzz);
        fuzz.add_option("--seed", options_.seed, "The same seed makes the same promises (1)")
            ->type_name("N");
        fuzz.add_option_function<double>(
                "--time",
                [options = &options_](double seconds) {
                    options->time = std::chrono::milliseconds(static_cast<long>(seconds * 1000));
                },
                "How long to go on (5)"
        )
            ->check(CLI::Range(0.001, 1e6))
            ->type_name("SECONDS");
        add_format(fuzz, "text, tap, junit, json");
        fuzz.footer(
            std::string("Nothing is evaluated. What is found is written to ID-SEED.yaml, for vow "
                        "module test.\n") +
            statuses_of_reports
        );
    }

    void add_samples(CLI::App& sub) {
        add_promise(sub, Presence::optional);
        sub.add_option(
               "--cases", options_.cases, "A file of cases, whose promises are evaluated, too"
        )
            ->type_name("FILE");
    }

    void add_requests(CLI::App& sub, const std::string& what) {
        sub.add_option("--requests", options_.requests, what)
            ->check(CLI::Range(100, 1000000000))
            ->type_name("N");
    }

    void add_format(CLI::App& sub, const std::string& formats) {
        sub.add_option_function<std::string>(
               "--format",
               [options = &options_](const std::string& word) {
                   const auto format = harness::report_format_from(word);
                   if (!format)
                       throw CLI::ValidationError("--format", "there is no format '" + word + "'");
                   options->format = *format;
               },
               "How to print what was found: " + formats
        )
            ->type_name("WORD");
    }

    void add_subject(CLI::App& sub) {
        sub.add_option(
               "MODULE", options_.module, "The module: a path, or the name of a bundled one"
        )
            ->required();
        sub.add_option(
               "--interpreter", options_.interpreter, "The program that runs the module's file"
        )
            ->type_name("PATH");
        sub.add_option_function<double>(
               "--limit",
               [options = &options_](double seconds) {
                   options->limit = std::chrono::milliseconds(static_cast<long>(seconds * 1000));
               },
               "How long each answer may take (10)"
        )
            ->check(CLI::Range(0.001, 1e6))
            ->type_name("SECONDS");
    }

    enum class Presence { required, optional };

    void add_promise(CLI::App& sub, Presence presence) {
        CLI::Option* type = sub.add_option("--type", options_.promise.type, "The promise type");
        CLI::Option* promiser =
            sub.add_option("--promiser", options_.promise.promiser, "The promiser");
        type->type_name("NAME")->needs(promiser);
        promiser->type_name("TEXT")->needs(type);
        if (presence == Presence::required) {
            type->required();
            promiser->required();
        }
        sub.add_option_function<std::vector<std::string>>(
               "-a,--attribute",
               [options = &options_](const std::vector<std::string>& texts) {
                   for (const std::string& text : texts)
                       options->promise.attributes.push_back(attribute_from(text));
               },
               "An attribute: name=value for a text, 'name:=[\"x\"]' for a list or other JSON"
        )
            ->type_name("NAME=VALUE")
            ->expected(1)
            ->take_all();
    }

    void add_terms(CLI::App& sub) {
        sub.add_flag(
            "--warn",
            [options = &options_](auto) { options->changes = harness::ChangesAllowed::only_warn; },
            "Ask it to change nothing, and to say what it would change"
        );
        sub.add_option_function<std::string>(
               "-g,--log-level",
               [options = &options_](const std::string& word) {
                   const auto level = log_level_from(word);
                   if (!level)
                       throw CLI::ValidationError(
                           "--log-level", "there is no level '" + word + "'"
                       );
                   options->log_level = *level;
               },
               "The lines it is asked for: error, warning, notice, info, verbose, debug"
        )
            ->type_name("WORD");
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
