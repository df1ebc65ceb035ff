#include "policy/otterscript/evaluation/replacement.h"
#include "policy/otterscript/operations/file_properties.h"
#include "policy/otterscript/operations/file_transfer.h"
#include "policy/otterscript/operations/table.h"
#include "policy/otterscript/statements/operation_run.h"
#include "protocol/text/regex.h"
#include "protocol/text/text.h"

#include <array>

namespace vow::otterscript {
namespace {

using Use = Property::Use;

constexpr std::array copy_properties = {
    Property{"Include"},
    Property{"To", Use::required},
    Property{"From"},
    Property{"Exclude"},
    Property{"Overwrite"},
    Property{"RenameFrom"},
    Property{"RenameTo"},
    Property{"RenameRegex"},
    Property{"Verbose"}};
constexpr std::array transfer_properties = {
    Property{"ToDirectory", Use::required},
    Property{"FromDirectory"},
    Property{"FromServer"},
    Property{"ToServer"},
    Property{"Include"},
    Property{"Exclude"},
    Property{"DeleteTarget"},
    Property{"SetLastModifiedDate"},
    Property{"BatchSize", Use::unused},
    Property{"Verbose"}};
constexpr std::array delete_properties = {
    Property{"Include", Use::required},
    Property{"Exclude"},
    Property{"Directory"},
    Property{"Verbose"}};
constexpr std::array replace_properties = {
    Property{"Include"},
    Property{"SearchText", Use::required},
    Property{"ReplaceWith"},
    Property{"Exclude"},
    Property{"Directory"},
    Property{"Regex"}};
constexpr std::array concatenate_properties = {
    Property{"File", Use::required},
    Property{"Directory"},
    Property{"Include"},
    Property{"Exclude"},
    Property{"Separator"},
    Property{"Encoding", Use::unused}};

constexpr std::array attribute_properties = {
    Property{"Include"},
    Property{"Exclude"},
    Property{"Directory"},
    Property{"ReadOnly"},
    Property{"FileMode"},
    Property{"Owner"},
    Property{"Group"},
    Property{"Hidden"},
    Property{"System"},
    Property{"Verbose"}};

/// The names of the properties that hold what is replaced by what.
struct Replacement {
    std::string_view wanted, fresh, is_pattern;
};
constexpr Replacement renaming{"RenameFrom", "RenameTo", "RenameRegex"};
constexpr Replacement text_replacement{"SearchText", "ReplaceWith", "Regex"};

/// A text in which the words of three properties replace a text, or the matches of a pattern.
std::string
with_replaced(OperationRun& run, const std::string& text, const Replacement& properties) {
    const std::string wanted = run.text(properties.wanted);
    const std::string fresh = run.text(properties.fresh);
    if (!run.boolean(properties.is_pattern, false)) return with_replaced_text(text, wanted, fresh);
    const auto compiled = Regex::compile(wanted);
    if (const auto* error = std::get_if<RegexError>(&compiled))
        run.fail("'" + wanted + "' is not a regular expression: " + error->message);
    return with_replaced_matches(std::get<Regex>(compiled), text, fresh);
}

std::string renamed(OperationRun& run, const std::string& path) {
    if (!run.has("RenameFrom")) return path;
    const std::size_t slash = path.rfind('/') + 1;
    return path.substr(0, slash) + with_replaced(run, path.substr(slash), renaming);
}

/// A target that is there is an error; the other files are copied all the same.
void copy_files(OperationRun& run) {
    const std::string to = run.path("To");
    const bool may_replace = run.boolean("Overwrite", false);
    if (!is_there(run, run.path("From")))
        return run.log(LogLevel::warning, "the folder '" + run.path("From") + "' does not exist");
    const FileSet set(run, "From", "*");
    for (const std::string& file : set.files) {
        const std::string target = to + "/" + renamed(run, file);
        if (!may_replace && is_there(run, target)) {
            run.log(LogLevel::error, "'" + target + "' is already there");
            continue;
        }
        copy_one(run, set.folder + "/" + file, target);
    }
}

void transfer_files(OperationRun& run) {
    const Context from = context_of(run, "FromServer");
    const Context to = context_of(run, "ToServer");
    const auto source = [&] {
        const Replaced<Context> there(run.executor().context(), from);
        return FileSet(run, "FromDirectory", "**");
    };
    const FileSet set = source();
    const Replaced<Context> here(run.executor().context(), to);
    transfer(
        run,
        {from, set.folder, set.files},
        run.path("ToDirectory"),
        run.boolean("DeleteTarget", false) ? OtherFiles::deleted : OtherFiles::kept,
        run.boolean("SetLastModifiedDate", true) ? CopiedTime::of_source : CopiedTime::now
    );
}

void delete_files(OperationRun& run) {
    const FileSet set(run, "Directory", "");
    for (const std::string& file : set.files)
        delete_one(run, set.folder + "/" + file);
}

void replace_text(OperationRun& run) {
    const FileSet set(run, "Directory", "*");
    if (set.files.empty()) run.log(LogLevel::warning, "no file fits in '" + set.folder + "'");
    for (const std::string& file : set.files) {
        const std::string path = set.folder + "/" + file;
        const std::string before = read_text(run, path);
        const std::string after = with_replaced(run, before, text_replacement);
        if (after != before) write_text(run, path, after);
    }
}

void concatenate_files(OperationRun& run) {
    const FileSet set(run, "Directory", "*");
    std::string whole;
    for (const std::string& file : set.files) {
        if (!whole.empty()) whole += run.text("Separator");
        whole += read_text(run, set.folder + "/" + file);
    }
    write_text(run, run.path("File"), whole);
}

void set_attributes(OperationRun& run) {
    for (const std::string_view property : {"Hidden", "System"}) {
        if (run.boolean(property, false))
            run.fail("'" + std::string(property) + "' is an attribute of files on Windows only");
    }
    const auto perms = permissions(run);
    if (!perms) return run.log(LogLevel::warning, "no attribute is given");
    const FileSet set(run, "Directory", "*");
    for (const std::string& file : set.files) {
        Attributes attributes;
        attributes.set("perms", *perms);
        run.keep("files", std::string(set.folder).append("/").append(file), std::move(attributes));
    }
}

} // namespace

std::vector<Operation> file_set_operations() {
    const auto execute = OperationKind::execute;
    return {
        {"Set-FileAttributes",
         "Files",
         execute,
         attribute_properties,
         &set_attributes,
         "Sets the mode, owner and group of files of a directory.",
         "Set-FileAttributes *.sh (Directory: /srv/bin, FileMode: 755);"},
        {"Copy-Files",
         "Files",
         execute,
         copy_properties,
         &copy_files,
         "Copies files of a directory.",
         "Copy-Files (From: /srv/build, To: /srv/www, Include: *.html);"},
        {"Transfer-Files",
         "Files",
         execute,
         transfer_properties,
         &transfer_files,
         "Copies files, also from one server to another.",
         "Transfer-Files (FromDirectory: /srv/build, ToDirectory: /srv/www);"},
        {"Delete-Files",
         "Files",
         execute,
         delete_properties,
         &delete_files,
         "Deletes files of a directory.",
         "Delete-Files *.tmp (Directory: /srv/www);"},
        {"Replace-Text",
         "Files",
         execute,
         replace_properties,
         &replace_text,
         "Replaces a text or pattern in files.",
         "Replace-Text *.conf (Directory: /srv/app, SearchText: 8080, ReplaceWith: 80);"},
        {"Concatenate-Files",
         "Files",
         execute,
         concatenate_properties,
         &concatenate_files,
         "Joins files to one.",
         "Concatenate-Files /srv/all.txt (Directory: /srv/parts, Include: *.txt);"},
    };
}

} // namespace vow::otterscript
