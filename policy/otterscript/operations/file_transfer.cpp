#include "policy/otterscript/operations/file_transfer.h"

#include "policy/otterscript/operations/file_properties.h"
#include "policy/otterscript/run/masks.h"
#include "policy/run/promise_call.h"

#include <array>
#include <cstdio>

namespace vow::otterscript {
namespace {

bool are_on_one_machine(const Context& left, const Context& right) {
    const Destination* from = left.destination();
    const Destination* to = right.destination();
    if (from == nullptr || to == nullptr) return from == to;
    return !(*from < *to) && !(*to < *from);
}

/// The time of the last change of a file, as an attribute; nullopt if it is not known.
std::optional<std::string> changed_time(OperationRun& run, const std::string& path) {
    const auto status = run.host().status(path, Symlinks::follow);
    return status ? std::optional(std::to_string(status->modified)) : std::nullopt;
}

/// From one machine to another, a file passes through this one.
void transfer_one(
    OperationRun& run,
    const Context& from,
    const std::string& source,
    const std::string& target,
    CopiedTime time
) {
    if (are_on_one_machine(from, run.executor().context()))
        return copy_one(run, source, target, time);
    std::string text;
    std::optional<std::string> changed;
    {
        const Replaced<Context> there(run.executor().context(), from);
        text = read_text(run, source);
        if (time == CopiedTime::of_source) changed = changed_time(run, source);
    }
    const auto sent = parse_json(json_text(Data::string(text)));
    if (std::get<Data>(sent).text() != text)
        run.fail("'" + source + "' is not text in UTF-8; only that passes between machines");
    write_text(run, target, text);
    if (!changed) return;
    Attributes attributes;
    attributes.set("modified", *changed);
    run.keep("files", target, std::move(attributes));
}

/// The permission bits of a file, without set-id bits; nullopt if they are not known.
std::optional<Data> mode_of(OperationRun& run, const std::string& path) {
    const auto status = run.host().status(path, Symlinks::follow);
    if (!status) return std::nullopt;
    constexpr std::uint32_t permission_bits = 0777;
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "%03o", status->mode & permission_bits);
    return Data::object({{"mode", Data::string(text.data())}, {"rxdirs", Data::string("false")}});
}

} // namespace

FileSet::FileSet(OperationRun& run, std::string_view directory, const std::string& usual_mask)
    : folder(run.path(directory)) {
    FileMasks masks{run.list("Include"), run.list("Exclude")};
    if (masks.include.empty()) masks.include.push_back(usual_mask);
    files = files_below(folder, masks, run.host());
}

/// The context of the server that a property names; that of the operation if it is not given.
Context context_of(OperationRun& run, std::string_view property) {
    Executor& executor = run.executor();
    if (!run.has(property)) return executor.context();
    const Server* server = executor.execution().inventory.find_server(run.text(property));
    if (server == nullptr) run.raise("no server is called '" + run.text(property) + "'");
    return executor.machines().enter(*server, executor.context());
}

void copy_one(OperationRun& run, const std::string& from, const std::string& to, CopiedTime time) {
    Attributes attributes;
    attributes.set(
        "copy_from",
        Data::object(
            {{"source", Data::string(from)},
             {"compare", Data::string("digest")},
             {"copy_backup", Data::string("false")}}
        )
    );
    if (const auto mode = mode_of(run, from)) attributes.set("perms", *mode);
    if (time == CopiedTime::of_source) {
        if (const auto changed = changed_time(run, from)) attributes.set("modified", *changed);
    }
    run.keep("files", to, std::move(attributes));
}

void delete_one(OperationRun& run, const std::string& path) {
    run.keep("files", path, files_promise::removed_file());
}

void clear_folder(
    OperationRun& run,
    const std::string& folder,
    const std::vector<std::string>& kept,
    const std::string& needed
) {
    if (needed.starts_with(folder + "/"))
        run.fail("'" + folder + "' is not cleared, since it holds '" + needed + "'");
    for (const std::string& old : files_below(folder, {{"**"}, kept}, run.host()))
        delete_one(run, std::string(folder).append("/").append(old));
}

void transfer(
    OperationRun& run,
    const Source& source,
    const std::string& folder,
    OtherFiles other_files,
    CopiedTime time
) {
    if (other_files == OtherFiles::deleted) {
        const bool is_near = are_on_one_machine(source.context, run.executor().context());
        clear_folder(run, folder, source.files, is_near ? source.folder : "");
    }
    for (const std::string& file : source.files)
        transfer_one(
            run,
            source.context,
            std::string(source.folder).append("/").append(file),
            std::string(folder).append("/").append(file),
            time
        );
}

} // namespace vow::otterscript
