#include "agent/command_line/commands.h"
#include "agent/command_line/option_groups.h"
#include "agent/command_line/output_options.h"

#include <CLI/CLI.hpp>

#include <string>

namespace vow::agent {
namespace {

using Command = Options::Command;

void add_listing(
    CLI::App& vow,
    Options& options,
    const std::string& name,
    const std::string& what,
    Command command
) {
    CLI::App& sub = add_command(vow, options, name, what, command);
    sub.add_option("NAME", options.subject, "Only this one");
    if (command != Command::facts) add_language(sub, options);
    add_format(sub, options, "The format of the output");
    add_work_folder(sub, options);
}

} // namespace

void add_functions_command(CLI::App& vow, Options& options) {
    add_listing(
        vow,
        options,
        "functions",
        "List the functions of the policy language, or explain one",
        Command::functions
    );
}

void add_facts_command(CLI::App& vow, Options& options) {
    add_listing(
        vow, options, "facts", "List the facts about this host, or show one", Command::facts
    );
}

void add_doc_command(CLI::App& vow, Options& options) {
    CLI::App& doc = add_command(
        vow,
        options,
        "doc",
        "Explain what policies can use by name: promise types, attributes, functions, modules",
        Command::doc
    );
    doc.add_option(
        "WHAT",
        options.subject,
        "A name, KIND:NAME, KIND: for all of a kind, or the path of a module; without it, the "
        "kinds are counted"
    );
    doc.add_option(
           "--search", options.doc.words, "List what has all these words in name or summary"
    )
        ->type_name("WORD...");
    doc.add_option("--pages", options.doc.pages, "Write the reference as Markdown into this folder")
        ->type_name("FOLDER");
    add_language(doc, options);
    add_modules(doc, options);
    add_format(doc, options, "The format of the output");
    doc.add_flag(
        "--json",
        [&options](auto) { options.format = Format::json; },
        "Print one JSON document, as --format json does"
    );
    add_work_folder(doc, options);
}

} // namespace vow::agent
