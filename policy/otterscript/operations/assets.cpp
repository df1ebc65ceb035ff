#include "policy/otterscript/operations/file_properties.h"
#include "policy/otterscript/operations/script_program.h"
#include "policy/otterscript/operations/table.h"
#include "policy/run/promise_call.h"

#include <array>

/// Files of the raft.
namespace vow::otterscript {
namespace {

using Use = Property::Use;

constexpr std::array get_asset_properties = {
    Property{"Name", Use::required},
    Property{"To"},
    Property{"Overwrite"},
    Property{"Raft"},
    Property{"Type", Use::unused}};
constexpr std::array ensure_asset_properties = {
    Property{"Name", Use::required},
    Property{"To"},
    Property{"Directory"},
    Property{"FileName"},
    Property{"Exists"},
    Property{"Raft"},
    Property{"Type", Use::unused},
    Property{"FileMode"},
    Property{"Owner"},
    Property{"Group"}};

/// The path that an asset gets: its own name in a directory, the working one unless another is
/// given.
std::string target_of(OperationRun& run) {
    if (run.has("To")) return run.path("To");
    const std::string name = run.text("FileName", run.text("Name"));
    const std::string last = name.substr(name.find_last_of('/') + 1);
    if (run.has("Directory")) return run.path("Directory") + "/" + last;
    return run.executor().context().absolute(last);
}

/// The content of a file, which is text in UTF-8.
Attributes content_of(OperationRun& run) {
    const std::string name = run.text("Name");
    std::string text = raft_text(run, name, "").take();
    const auto sent = parse_json(json_text(Data::string(text)));
    if (std::get<Data>(sent).text() != text)
        run.fail("'" + name + "' is not text in UTF-8; use Copy-Files on this machine");
    Attributes attributes;
    attributes.set("content", std::move(text));
    return attributes;
}

void get_asset(OperationRun& run) {
    const std::string target = target_of(run);
    if (!run.boolean("Overwrite", true) && is_there(run, target))
        run.fail("'" + target + "' is already there");
    run.keep("files", target, content_of(run));
}

void ensure_asset(OperationRun& run) {
    const std::string target = target_of(run);
    run.name_promiser(target);
    if (!run.boolean("Exists", true)) {
        if (is_there(run, target)) run.keep("files", target, files_promise::removed_file());
        return;
    }
    Attributes attributes = content_of(run);
    if (const auto perms = permissions(run)) attributes.set("perms", *perms);
    run.keep("files", target, std::move(attributes));
}

} // namespace

std::vector<Operation> asset_operations() {
    return {
        {"Get-Asset",
         "Files",
         OperationKind::execute,
         get_asset_properties,
         &get_asset,
         "Writes a file of the raft to the machine in context.",
         "Get-Asset motd.txt (To: /etc/motd);"},
        {"Ensure-Asset",
         "Files",
         OperationKind::ensure,
         ensure_asset_properties,
         &ensure_asset,
         "A file of the raft on the machine in context, with its mode, owner and group, or that "
         "there "
         "is none.",
         "Ensure-Asset motd.txt (To: /etc/motd);"},
    };
}

} // namespace vow::otterscript
