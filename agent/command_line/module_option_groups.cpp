#include "agent/command_line/module_option_groups.h"

#include "agent/command_line/arguments.h"

#include <CLI/CLI.hpp>

namespace vow::agent {
namespace {

Data::Member attribute_option(const std::string& text) {
    auto read = attribute_from(text);
    if (const auto* problem = std::get_if<std::string>(&read))
        throw CLI::ValidationError("--attribute", *problem);
    return std::get<Data::Member>(std::move(read));
}

} // namespace

void add_samples(CLI::App& sub, ModuleOptions& options) {
    add_promise(sub, options, Presence::optional);
    sub.add_option("--cases", options.cases, "A file of cases, whose promises are evaluated, too")
        ->type_name("FILE");
    add_real_runs(sub, options);
}

void add_real_runs(CLI::App& sub, ModuleOptions& options) {
    sub.add_flag(
        "--real",
        [options = &options](auto) { options->real_runs = harness::RealRuns::everywhere; },
        "Run also cases for real whose promiser lies outside of {{tmp}}"
    );
}

void add_requests(CLI::App& sub, ModuleOptions& options, const std::string& what) {
    sub.add_option("--requests", options.requests, what)
        ->check(CLI::Range(100, 1000000000))
        ->type_name("N");
}

void add_format(CLI::App& sub, ModuleOptions& options, const std::string& formats) {
    sub.add_option_function<std::string>(
           "--format",
           [options = &options](const std::string& word) {
               const auto format = harness::report_format_from(word);
               if (!format)
                   throw CLI::ValidationError("--format", "'" + word + "' is not a format");
               options->format = *format;
           },
           "The format of the report: " + formats
    )
        ->type_name("WORD");
}

void add_subject(CLI::App& sub, ModuleOptions& options) {
    sub.add_option("MODULE", options.module, "The module: a path, or the name of a bundled module")
        ->required();
    sub.add_option("--interpreter", options.interpreter, "The program that runs the module's file")
        ->type_name("PATH");
    sub.add_option_function<double>(
           "--limit",
           [options = &options](double seconds) {
               options->limit = std::chrono::milliseconds(static_cast<long>(seconds * 1000));
           },
           "The time limit for each answer (10)"
    )
        ->check(CLI::Range(0.001, 1e6))
        ->type_name("SECONDS");
}

void add_promise(CLI::App& sub, ModuleOptions& options, Presence presence) {
    CLI::Option* type = sub.add_option("--type", options.promise.type, "The promise type");
    CLI::Option* promiser = sub.add_option("--promiser", options.promise.promiser, "The promiser");
    type->type_name("NAME")->needs(promiser);
    promiser->type_name("TEXT")->needs(type);
    if (presence == Presence::required) {
        type->required();
        promiser->required();
    }
    sub.add_option_function<std::vector<std::string>>(
           "-a,--attribute",
           [options = &options](const std::vector<std::string>& texts) {
               for (const std::string& text : texts)
                   options->promise.attributes.push_back(attribute_option(text));
           },
           "An attribute: name=value for a text, 'name:=[\"x\"]' for a list or other JSON"
    )
        ->type_name("NAME=VALUE")
        ->expected(1)
        ->take_all();
}

void add_terms(CLI::App& sub, ModuleOptions& options) {
    sub.add_flag(
        "--warn",
        [options = &options](auto) { options->changes = harness::ChangesAllowed::only_warn; },
        "Change nothing; have the module log what it would change"
    );
    sub.add_option_function<std::string>(
           "-g,--log-level",
           [options = &options](const std::string& word) {
               const auto level = log_level_from(word);
               if (!level)
                   throw CLI::ValidationError("--log-level", "'" + word + "' is not a log level");
               options->log_level = *level;
           },
           "The log level: error, warning, notice, info, verbose, debug"
    )
        ->type_name("WORD");
}

} // namespace vow::agent
