#include "policy/otterscript/evaluation/function.h"
#include "policy/otterscript/operations/file_properties.h"
#include "policy/otterscript/operations/file_transfer.h"
#include "policy/otterscript/operations/table.h"
#include "policy/otterscript/run/masks.h"

#include <array>

/// Artifacts: named sets of files in the folder `artifacts` of the raft, on the machine that runs
/// the plan. Each is a folder, whose files are those of the last Create-Artifact.
namespace vow::otterscript {
namespace {

using Use = Property::Use;

/// One name in the folder `artifacts`, so that an artifact cannot be another folder.
constexpr std::string_view artifact_pattern = "[A-Za-z0-9_][A-Za-z0-9_. +-]*";

constexpr std::array create_artifact_properties = {
    Property{"Artifact", Use::optional, artifact_pattern, "Name"},
    Property{"From"},
    Property{"Include"},
    Property{"Exclude"},
    Property{"Overwrite"},
    Property{"IgnoreEmptyArtifact"},
    Property{"IncludeHiddenFiles", Use::unused},
    Property{"IncludeSystemFiles", Use::unused},
    Property{"Verbose"}};
constexpr std::array deploy_artifact_properties = {
    Property{"Artifact", Use::optional, artifact_pattern, "Name"},
    Property{"To"},
    Property{"DoNotClearTargetDirectory", Use::optional, {}, "DoNotClearTarget"},
    Property{"DeployAsZipFile", Use::optional, {}, "DeployAsZip"},
    Property{"TransferAllFiles", Use::unused, {}, "TransferAll"},
    Property{"Application", Use::unused},
    Property{"ReleaseNumber", Use::unused, {}, "Release"},
    Property{"Build", Use::unused},
    Property{"OverwriteReadOnly", Use::unused},
    Property{"OptimizedFileTransfer", Use::unused},
    Property{"Verbose"}};

/// An artifact of the plan's raft.
struct Artifact {
    std::string name;
    std::string folder;
    Context context; ///< this machine

    explicit Artifact(OperationRun& run) : name(run.text("Artifact", "Default")) {
        Executor& executor = run.executor();
        context = executor.context();
        context.server = nullptr;
        context.directory = executor.execution().folder;
        folder = context.absolute(
            executor.execution().interpreter.raft_folder(executor.scope().raft) + "/artifacts/" +
            name
        );
    }
};

void create_artifact(OperationRun& run) {
    const Artifact artifact(run);
    FileSet set(run, "From", "**");
    std::erase_if(set.files, [&](const std::string& file) { // stored by the last run
        return (set.folder + "/" + file).starts_with(artifact.folder + "/");
    });
    if (set.files.empty() && !run.boolean("IgnoreEmptyArtifact", false))
        run.log(LogLevel::warning, "no file fits in '" + set.folder + "'");
    const Source source{run.executor().context(), set.folder, set.files};
    const Replaced<Context> here(run.executor().context(), artifact.context);
    if (!run.boolean("Overwrite", true) && is_there(run, artifact.folder))
        run.fail("the artifact '" + artifact.name + "' exists");
    transfer(run, source, artifact.folder, OtherFiles::deleted);
}

/// Files of the target that the artifact does not have are deleted, unless the plan has it
/// otherwise.
void deploy_files(OperationRun& run, const Artifact& artifact) {
    const auto files = [&] {
        const Replaced<Context> here(run.executor().context(), artifact.context);
        return files_below(artifact.folder, {{"**"}, {}}, run.host());
    };
    const bool keeps_others = run.boolean("DoNotClearTargetDirectory", false);
    transfer(
        run,
        {artifact.context, artifact.folder, files()},
        run.path("To"),
        keeps_others ? OtherFiles::kept : OtherFiles::deleted
    );
}

/// One file in the target, with the name of the artifact unless the plan has another.
void deploy_archive(OperationRun& run, const Artifact& artifact, const std::string& name) {
    if (run.executor().context().destination() != nullptr)
        run.fail("an artifact is deployed as one file on this machine only");
    Attributes attributes;
    attributes.set("from", artifact.folder);
    attributes.set("format", "zip");
    run.keep("archives", run.path("To") + "/" + name, std::move(attributes));
}

void deploy_artifact(OperationRun& run) {
    const Artifact artifact(run);
    const bool exists = [&] {
        const Replaced<Context> here(run.executor().context(), artifact.context);
        return is_there(run, artifact.folder);
    }();
    if (!exists && run.is_dry()) return run.note_drift(); // an operation before it may make it
    if (!exists)
        run.fail(
            "the artifact '" + artifact.name + "' (" + artifact.folder +
            ") does not exist; Create-Artifact makes one"
        );
    const std::string as_file = run.text("DeployAsZipFile", "false");
    const auto truth = boolean_value(as_file);
    if (truth && !*truth) return deploy_files(run, artifact);
    deploy_archive(run, artifact, truth ? artifact.name + ".zip" : as_file);
}

} // namespace

std::vector<Operation> artifact_operations() {
    const auto execute = OperationKind::execute;
    return {
        {"Create-Artifact",
         "Artifacts",
         execute,
         create_artifact_properties,
         &create_artifact,
         "Stores files of a directory under a name.",
         "Create-Artifact site (From: /srv/build);"},
        {"Deploy-Artifact",
         "Artifacts",
         execute,
         deploy_artifact_properties,
         &deploy_artifact,
         "Writes stored files to a directory, or as one archive.",
         "Deploy-Artifact site (To: /srv/www);"},
    };
}

} // namespace vow::otterscript
