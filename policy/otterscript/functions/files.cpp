#include "policy/otterscript/functions/table.h"
#include "policy/otterscript/run/masks.h"

#include <array>
#include <utility>

namespace vow::otterscript {
namespace {

using FileCall = FunctionCall;

Host& host_of(FileCall& call) {
    return call.executor().host();
}

bool is_kind(FileCall& call, FileKind kind) {
    const auto status =
        host_of(call).status(call.executor().context().absolute(call.text(0)), Symlinks::follow);
    return status && status->kind == kind;
}

Value file_contents(FileCall& call) {
    const std::string path = call.executor().context().absolute(call.text(0));
    const std::int64_t most = call.has(1) ? call.integer(1) : -1;
    Host& host = host_of(call);
    const bool is_part = most >= 0 && std::cmp_less_equal(most, max_answer_bytes);
    const auto text = is_part ? host.read_guarded_file(path, static_cast<std::size_t>(most))
                              : read_whole_guarded_file(host, path);
    if (!text) call.fail("cannot read '" + path + "': " + text.why_not);
    return *text;
}

std::vector<std::string> masks_in(FileCall& call, std::size_t argument) {
    std::vector<std::string> masks;
    if (!call.has(argument)) return masks;
    for (const Value& mask : call.list(argument)) {
        if (mask.is_text() && !mask.text().empty()) masks.push_back(mask.text());
    }
    return masks;
}

Value files_on_disk(FileCall& call) {
    const std::string folder = call.executor().context().absolute(call.text_or(2, ""));
    Vector paths;
    for (const std::string& path :
         files_below(folder, {masks_in(call, 0), masks_in(call, 1)}, host_of(call)))
        paths.emplace_back((folder == "/" ? "" : folder) + "/" + path);
    return paths;
}

Value path_combine(FileCall& call) {
    std::string path;
    for (std::size_t at = 0; at < call.size(); ++at) {
        const std::string& part = call.text(at);
        if (part.empty()) continue;
        if (part.starts_with('/')) path.clear();
        if (!path.empty() && !path.ends_with('/')) path += '/';
        path += part;
    }
    return path;
}

Value resolve_path(FileCall& call) {
    const std::string path = call.executor().context().absolute(call.text(0));
    return path.ends_with('/') ? path : path + "/";
}

Value working_directory(FileCall& call) {
    const std::string& directory = call.executor().context().directory;
    return directory == "/" ? directory : directory + "/";
}

constexpr std::array file_table = {
    Function{
        "FileExists",
        Returns::scalar,
        1,
        "path",
        [](FileCall& call) { return Value::boolean(is_kind(call, FileKind::regular)); },
        "Whether a file is there.",
        "$FileExists(/etc/hosts)"},
    Function{
        "DirectoryExists",
        Returns::scalar,
        1,
        "path",
        [](FileCall& call) { return Value::boolean(is_kind(call, FileKind::directory)); },
        "Whether a directory is there.",
        "$DirectoryExists(/srv/www)"},
    Function{
        "FileContents",
        Returns::scalar,
        1,
        "path, [most]",
        &file_contents,
        "The text of a file, or at most so many bytes of it.",
        "$FileContents(/etc/hostname)"},
    Function{
        "FilesOnDisk",
        Returns::vector,
        1,
        "include, [exclude], [directory]",
        &files_on_disk,
        "The absolute paths of the files that masks mean, sorted.",
        "@FilesOnDisk(*.conf, , /etc)"},
    Function{
        "FileMask",
        Returns::vector,
        1,
        "include, [exclude], [directory]",
        &files_on_disk,
        "The same as FilesOnDisk.",
        "@FileMask(*.conf, , /etc)"},
    Function{
        "PathCombine",
        Returns::scalar,
        1,
        "part, ..",
        &path_combine,
        "The parts of a path in one.",
        "$PathCombine(/srv, www, index.html)"},
    Function{
        "ResolvePath",
        Returns::scalar,
        1,
        "path",
        &resolve_path,
        "A directory as an absolute path that ends in a slash.",
        "$ResolvePath(www)"},
    Function{
        "WorkingDirectory",
        Returns::scalar,
        0,
        "",
        &working_directory,
        "The working directory, with a slash at its end.",
        "$WorkingDirectory"},
    Function{
        "CurrentDirectory",
        Returns::scalar,
        0,
        "",
        &working_directory,
        "The same as WorkingDirectory.",
        "$CurrentDirectory"},
};

} // namespace

std::span<const Function> file_functions() {
    return file_table;
}

} // namespace vow::otterscript
