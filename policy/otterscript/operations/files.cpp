#include "policy/otterscript/operations/file_properties.h"
#include "policy/otterscript/operations/table.h"
#include "policy/otterscript/statements/operation_run.h"
#include "policy/run/promise_call.h"

#include <array>

namespace vow::otterscript {
namespace {

using Use = Property::Use;

constexpr std::array ensure_file_properties = {
    Property{"Name", Use::required},
    Property{"Text"},
    Property{"Exists"},
    Property{"ReadOnly"},
    Property{"Attributes"},
    Property{"Modified"},
    Property{"FileMode"},
    Property{"Owner"},
    Property{"Group"}};
constexpr std::array ensure_directory_properties = {
    Property{"Name", Use::required},
    Property{"Exists"},
    Property{"FileMode"},
    Property{"Owner"},
    Property{"Group"}};
constexpr std::array create_file_properties = {
    Property{"Name", Use::required}, Property{"Text"}, Property{"Overwrite"}, Property{"FileMode"}};
constexpr std::array rename_file_properties = {
    Property{"From", Use::required}, Property{"To", Use::required}, Property{"Overwrite"}};

void ensure_file(OperationRun& run) {
    const std::string path = run.path("Name");
    run.name_promiser(path);
    Attributes attributes;
    if (!run.boolean("Exists", true)) {
        attributes = files_promise::removed_file();
    } else {
        if (run.has("Text"))
            attributes.set("content", run.text("Text"));
        else
            attributes.set("create", "true");
        if (run.has("Modified"))
            attributes.set("modified", std::to_string(time_in(run, "Modified")));
        if (const auto perms = permissions(run)) attributes.set("perms", *perms);
    }
    run.keep("files", path, std::move(attributes));
}

void ensure_directory(OperationRun& run) {
    const std::string path = run.path("Name");
    run.name_promiser(path);
    if (!run.boolean("Exists", true)) {
        const auto is_there = [&] { // another file is not the directory, and stays
            const auto status = run.host().status(path, Symlinks::as_they_are);
            return status &&
                   (status->kind == FileKind::directory || status->kind == FileKind::symlink);
        };
        if (is_there()) run.keep("files", path, files_promise::removed_tree());
        if (!run.is_dry() && is_there()) run.keep("files", path, files_promise::removed_folder());
        return;
    }
    Attributes attributes;
    attributes.set("create", "true");
    if (const auto perms = permissions(run)) attributes.set("perms", *perms);
    run.keep("files", path + "/.", std::move(attributes));
}

void create_file(OperationRun& run) {
    const std::string path = run.path("Name");
    const bool may_replace = run.boolean("Overwrite", false);
    if (!may_replace && run.host().status(path, Symlinks::as_they_are))
        run.fail("'" + path + "' is already there");
    Attributes attributes;
    attributes.set("content", run.text("Text"));
    attributes.set(
        "perms",
        Data::object(
            {{"mode", Data::string(run.text("FileMode", "644"))}, {"rxdirs", Data::string("false")}}
        )
    );
    run.keep("files", path, std::move(attributes));
}

void rename_file(OperationRun& run) {
    const std::string from = run.path("From");
    const std::string to = run.path("To");
    Host& host = run.host();
    if (!host.status(from, Symlinks::as_they_are)) run.fail("'" + from + "' does not exist");
    if (host.status(to, Symlinks::as_they_are)) {
        if (!run.boolean("Overwrite", false)) run.fail("'" + to + "' is already there");
        run.keep("files", to, files_promise::removed_file());
    }
    Attributes attributes;
    attributes.set("rename", Data::object({{"newname", Data::string(to)}}));
    run.keep("files", from, std::move(attributes));
}

} // namespace

std::vector<Operation> file_operations() {
    const auto ensure = OperationKind::ensure;
    const auto execute = OperationKind::execute;
    return {
        {"Ensure-File",
         "Files",
         ensure,
         ensure_file_properties,
         &ensure_file,
         "A file with its text, mode, owner and group, or that there is none.",
         "Ensure-File /etc/motd (Text: Welcome, FileMode: 644);"},
        {"Ensure-Directory",
         "Files",
         ensure,
         ensure_directory_properties,
         &ensure_directory,
         "A directory with its mode, owner and group, or that there is none.",
         "Ensure-Directory /srv/www (FileMode: 755);"},
        {"Create-File",
         "Files",
         execute,
         create_file_properties,
         &create_file,
         "Writes a file.",
         "Create-File /srv/note.txt (Text: Hello);"},
        {"Rename-File",
         "Files",
         execute,
         rename_file_properties,
         &rename_file,
         "Moves a file.",
         "Rename-File (From: /srv/a.txt, To: /srv/b.txt);"},
    };
}

} // namespace vow::otterscript
