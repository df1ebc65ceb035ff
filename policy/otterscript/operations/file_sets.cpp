#include "policy/otterscript/operations/table.h"
#include "policy/otterscript/run/masks.h"
#include "policy/otterscript/statements/operation_run.h"
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

bool is_there(OperationRun& run, const std::string& path) {
    return static_cast<bool>(run.host().status(path, Symlinks::as_they_are));
}

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

std::string renamed(OperationRun& run, const std::string& path) {
    if (!run.has("RenameFrom")) return path;
    const std::size_t slash = path.rfind('/') + 1;
    std::string name = path.substr(slash);
    const std::string from = run.text("RenameFrom");
    const std::string to = run.text("RenameTo");
    if (run.boolean("RenameRegex", false)) {
        const auto compiled = Regex::compile(from);
        if (const auto* error = std::get_if<RegexError>(&compiled))
            run.fail("'" + from + "': " + error->message);
        if (const auto match = std::get<Regex>(compiled).search(name))
            name.replace(match->begin(), match->end() - match->begin(), to);
    } else if (const std::size_t at = name.find(from); !from.empty() && at != std::string::npos) {
        name.replace(at, from.size(), to);
    }
    return path.substr(0, slash) + name;
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
    Attributes attributes;
    attributes.set("delete", Data::object({{"rmdirs", Data::string("false")}}));
    run.keep("files", path, std::move(attributes));
}

void transfer_files(OperationRun& run) {
    const std::string to = run.path("ToDirectory");
    const FileSet set(run, "FromDirectory", "**");
    if (run.boolean("DeleteTarget", false)) {
        for (const std::string& old : files_below(to, {{"**"}, set.files}, run.host()))
            delete_one(run, std::string(to).append("/").append(old));
    }
    for (const std::string& file : set.files)
        copy_one(
            run,
            std::string(set.folder).append("/").append(file),
            std::string(to).append("/").append(file)
        );
}

void delete_files(OperationRun& run) {
    const FileSet set(run, "Directory", "");
    for (const std::string& file : set.files)
        delete_one(run, set.folder + "/" + file);
}

std::string read(OperationRun& run, const std::string& path) {
    auto text = read_whole_file(run.host(), path);
    if (!text) run.fail("cannot read '" + path + "': " + text.why_not);
    return *std::move(text.value);
}

std::string replaced(OperationRun& run, const std::string& text) {
    const std::string wanted = run.text("SearchText");
    const std::string fresh = run.text("ReplaceWith");
    std::string result;
    std::size_t begin = 0;
    if (run.boolean("Regex", false)) {
        const auto compiled = Regex::compile(wanted);
        if (const auto* error = std::get_if<RegexError>(&compiled))
            run.fail("'" + wanted + "': " + error->message);
        while (const auto match = std::get<Regex>(compiled).search(text, begin)) {
            if (match->whole().empty()) break;
            result.append(text, begin, match->begin() - begin).append(fresh);
            begin = match->end();
        }
        return result.append(text, begin);
    }
    for (std::size_t at = text.find(wanted); !wanted.empty() && at != std::string::npos;
         at = text.find(wanted, begin)) {
        result.append(text, begin, at - begin).append(fresh);
        begin = at + wanted.size();
    }
    return result.append(text, begin);
}

void write(OperationRun& run, const std::string& path, const std::string& text) {
    Attributes attributes;
    attributes.set("content", text);
    run.keep("files", path, std::move(attributes));
}

void replace_text(OperationRun& run) {
    const FileSet set(run, "Directory", "*");
    if (set.files.empty()) run.log(LogLevel::warning, "no file fits in '" + set.folder + "'");
    for (const std::string& file : set.files) {
        const std::string path = set.folder + "/" + file;
        const std::string before = read(run, path);
        const std::string after = replaced(run, before);
        if (after != before) write(run, path, after);
    }
}

void concatenate_files(OperationRun& run) {
    const FileSet set(run, "Directory", "*");
    std::string whole;
    for (const std::string& file : set.files) {
        if (!whole.empty()) whole += run.text("Separator");
        whole += read(run, set.folder + "/" + file);
    }
    write(run, run.path("File"), whole);
}

} // namespace

std::vector<Operation> file_set_operations() {
    const auto execute = OperationKind::execute;
    return {
        {"Copy-Files", "InedoCore", execute, copy_properties, &copy_files},
        {"Transfer-Files", "InedoCore", execute, transfer_properties, &transfer_files},
        {"Delete-Files", "InedoCore", execute, delete_properties, &delete_files},
        {"Replace-Text", "InedoCore", execute, replace_properties, &replace_text},
        {"Concatenate-Files", "InedoCore", execute, concatenate_properties, &concatenate_files},
    };
}

} // namespace vow::otterscript
