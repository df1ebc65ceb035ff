#include "policy/otterscript/evaluation/replacement.h"
#include "policy/otterscript/operations/file_properties.h"
#include "policy/otterscript/operations/table.h"
#include "policy/otterscript/run/masks.h"
#include "policy/otterscript/statements/operation_run.h"
#include "policy/run/files_promises.h"
#include "protocol/text/path.h"
#include "protocol/text/regex.h"

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
    Property{"DeleteTarget"}};
constexpr std::array delete_properties = {
    Property{"Include", Use::required}, Property{"Exclude"}, Property{"Directory"}};
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
    Property{"Separator"}};

constexpr std::array attribute_properties = {
    Property{"Include", Use::required},
    Property{"Exclude"},
    Property{"Directory"},
    Property{"ReadOnly"},
    Property{"FileMode"},
    Property{"Owner"},
    Property{"Group"},
    Property{"Hidden"},
    Property{"System"}};

/// The names of the properties that hold what is replaced by what.
struct Replacement {
    std::string_view wanted, fresh, is_pattern;
};
constexpr Replacement renaming{"RenameFrom", "RenameTo", "RenameRegex"};
constexpr Replacement text_replacement{"SearchText", "ReplaceWith", "Regex"};

/// The files of an operation with Include, Exclude and a directory.
struct FileSet {
    std::string folder;
    std::vector<std::string> files; ///< relative to it

    FileSet(OperationRun& run, std::string_view directory, const std::string& usual_mask)
        : folder(run.path(directory)) {
        FileMasks masks{run.list("Include"), run.list("Exclude")};
        if (masks.include.empty()) masks.include.push_back(usual_mask);
        files = files_below(folder, masks, run.host());
    }
};

void copy_one(OperationRun& run, const std::string& from, const std::string& to) {
    Attributes attributes;
    attributes.set(
        "copy_from",
        Data::object(
            {{"source", Data::string(from)},
             {"compare", Data::string("digest")},
             {"copy_backup", Data::string("false")}}
        )
    );
    run.keep("files", to, std::move(attributes));
}

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

void delete_one(OperationRun& run, const std::string& path) {
    run.keep("files", path, files_promise::removed_file());
}

/// The context of the server that a property names; that of the operation if it is not given.
Context context_of(OperationRun& run, std::string_view property) {
    Executor& executor = run.executor();
    if (!run.has(property)) return executor.context();
    const Server* server = executor.execution().inventory.find_server(run.text(property));
    if (server == nullptr) run.raise("no server is called '" + run.text(property) + "'");
    return executor.machines().enter(*server, executor.context());
}

bool are_on_one_machine(const Context& left, const Context& right) {
    const Destination* from = left.destination();
    const Destination* to = right.destination();
    if (from == nullptr || to == nullptr) return from == to;
    return !(*from < *to) && !(*to < *from);
}

/// From one machine to another, a file passes through this one.
void transfer_one(
    OperationRun& run, const Context& from, const std::string& source, const std::string& target
) {
    if (are_on_one_machine(from, run.executor().context())) return copy_one(run, source, target);
    std::string text;
    {
        const Replaced<Context> there(run.executor().context(), from);
        text = read_text(run, source);
    }
    const auto sent = parse_json(json_text(Data::string(text)));
    if (std::get<Data>(sent).text() != text)
        run.fail("'" + source + "' is not text in UTF-8; only that passes between machines");
    write_text(run, target, text);
}

void transfer_files(OperationRun& run) {
    Executor& executor = run.executor();
    const Context from = context_of(run, "FromServer");
    const Context to = context_of(run, "ToServer");
    const auto source = [&] {
        const Replaced<Context> there(executor.context(), from);
        return FileSet(run, "FromDirectory", "**");
    };
    const FileSet set = source();
    const Replaced<Context> here(executor.context(), to);
    const std::string folder = run.path("ToDirectory");
    if (run.boolean("DeleteTarget", false)) {
        for (const std::string& old : files_below(folder, {{"**"}, set.files}, run.host()))
            delete_one(run, std::string(folder).append("/").append(old));
    }
    for (const std::string& file : set.files)
        transfer_one(
            run,
            from,
            std::string(set.folder).append("/").append(file),
            std::string(folder).append("/").append(file)
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
    const FileSet set(run, "Directory", "");
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
         "InedoCore",
         execute,
         attribute_properties,
         &set_attributes,
         "Sets the mode, owner and group of files of a directory."},
        {"Copy-Files",
         "InedoCore",
         execute,
         copy_properties,
         &copy_files,
         "Copies files of a directory."},
        {"Transfer-Files",
         "InedoCore",
         execute,
         transfer_properties,
         &transfer_files,
         "Copies files, also from one server to another."},
        {"Delete-Files",
         "InedoCore",
         execute,
         delete_properties,
         &delete_files,
         "Deletes files of a directory."},
        {"Replace-Text",
         "InedoCore",
         execute,
         replace_properties,
         &replace_text,
         "Replaces a text or pattern in files."},
        {"Concatenate-Files",
         "InedoCore",
         execute,
         concatenate_properties,
         &concatenate_files,
         "Joins files to one."},
    };
}

} // namespace vow::otterscript
