#include "policy/otterscript/operations/file_properties.h"
#include "policy/otterscript/operations/program.h"
#include "policy/otterscript/operations/table.h"

#include <array>

namespace vow::otterscript {
namespace {

using Use = Property::Use;

constexpr std::array create_properties = {
    Property{"Name", Use::required}, Property{"Directory", Use::required}, Property{"Overwrite"}};
constexpr std::array extract_properties = {Property{"Name", Use::required}, Property{"Directory"}};

/// Runs the archiver of Python in a folder.
void run_archiver(OperationRun& run, const std::string& folder, std::vector<std::string> words) {
    const auto python = program_on_path(run.host(), "python3");
    if (!python) run.fail("archives need the program 'python3', which was not found on PATH");
    Program program{.path = *python, .arguments = {"-m", "zipfile"}, .folder = folder};
    program.arguments.insert(program.arguments.end(), words.begin(), words.end());
    program.output = [&](std::string_view line) { run.log(LogLevel::debug, line); };
    std::string problem;
    program.errors = [&](std::string_view line) { problem = line; };
    const auto status = run_program(run, program);
    if (status.value_or(0) != 0)
        run.fail("cannot archive or extract '" + words[1] + "': " + problem);
}

void create_archive(OperationRun& run) {
    const std::string path = run.path("Name");
    if (!run.boolean("Overwrite", true) && is_there(run, path))
        run.fail("'" + path + "' is already there");
    run_archiver(run, run.path("Directory"), {"-c", path, "."});
}

void extract_archive(OperationRun& run) {
    const std::string path = run.path("Name");
    const std::string folder = run.path("Directory");
    if (!is_there(run, path) && !run.is_dry()) run.fail("'" + path + "' does not exist");
    Attributes attributes;
    attributes.set("create", "true");
    if (!is_there(run, folder)) run.keep("files", folder + "/.", std::move(attributes));
    run_archiver(run, run.executer().context.directory, {"-e", path, folder});
}

} // namespace

std::vector<Operation> archive_operations() {
    const auto execute = OperationKind::execute;
    return {
        {"Create-ZipFile",
         "InedoCore",
         execute,
         create_properties,
         &create_archive,
         "Makes an archive of a directory."},
        {"Extract-ZipFile",
         "InedoCore",
         execute,
         extract_properties,
         &extract_archive,
         "Extracts an archive, over the files that are there."},
    };
}

} // namespace vow::otterscript
