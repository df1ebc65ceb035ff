#include "policy/otterscript/operations/file_properties.h"
#include "policy/otterscript/operations/file_transfer.h"
#include "policy/otterscript/operations/table.h"

#include <array>

namespace vow::otterscript {
namespace {

using Use = Property::Use;

constexpr std::array create_properties = {
    Property{"Name", Use::required}, Property{"Directory", Use::required}, Property{"Overwrite"}};
constexpr std::array extract_properties = {
    Property{"Name", Use::required},
    Property{"Directory"},
    Property{"ClearTarget"},
    Property{"Overwrite"}};

void create_archive(OperationRun& run) {
    const std::string path = run.path("Name");
    if (!run.boolean("Overwrite", false) && is_there(run, path))
        run.fail("'" + path + "' is already there");
    Attributes attributes;
    attributes.set("from", run.path("Directory"));
    attributes.set("format", "zip");
    run.keep("archives", path, std::move(attributes));
}

void extract_archive(OperationRun& run) {
    const std::string path = run.path("Name");
    const bool is_missing = !is_there(run, path);
    if (is_missing && run.is_dry()) return run.note_drift(); // an operation before it may make it
    if (is_missing) run.fail("'" + path + "' does not exist");
    const std::string folder = run.path("Directory");
    if (!run.boolean("Overwrite", true))
        run.log(LogLevel::warning, "files that are there are replaced all the same");
    if (run.boolean("ClearTarget", false)) clear_folder(run, folder, {}, path);
    Attributes attributes;
    attributes.set("into", folder);
    run.keep("archives", path, std::move(attributes));
}

} // namespace

std::vector<Operation> archive_operations() {
    const auto execute = OperationKind::execute;
    return {
        {"Create-ZipFile",
         "Files",
         execute,
         create_properties,
         &create_archive,
         "Makes an archive of a directory.",
         "Create-ZipFile /srv/site.zip (Directory: /srv/site);"},
        {"Extract-ZipFile",
         "Files",
         execute,
         extract_properties,
         &extract_archive,
         "Extracts an archive, over the files that are there.",
         "Extract-ZipFile /srv/site.zip (Directory: /srv/www);"},
    };
}

} // namespace vow::otterscript
