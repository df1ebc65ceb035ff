#include "policy/otterscript/functions/table.h"

#include <array>

/// Functions of Windows, of services and of server products: known by name, so that the other
/// branches of a plan run.
namespace vow::otterscript {
namespace {

constexpr std::string_view powershell = "vow does not run PowerShell; use $SHEval";
constexpr std::string_view windows = "it belongs to Windows";
constexpr std::string_view groups = "an inventory has no groups; use @ServersInRole";
constexpr std::string_view product =
    "it belongs to a server product; give a variable in its place, with --var or set";
constexpr std::string_view service = "it talks to a service; give a variable in its place";
/// A plan may have a variable of that name, which wins.
constexpr std::string_view value =
    "it belongs to a server product; give a variable of that name, with --var or set";

Value refuse(FunctionCall& call) {
    call.fail("not available: " + std::string(call.function().unavailable));
}

constexpr Function
row(std::string_view name, std::string_view parameters, std::uint8_t required, std::string_view why
) {
    return {name, Returns::any, required, parameters, &refuse, "", "", why};
}

constexpr std::string_view of_build = "[build], [release], [application]";
constexpr std::string_view of_release = "[release], [application]";

constexpr std::array rows = {
    row("PSEval", "script", 1, powershell),
    row("PSCredential", "name, [password]", 1, powershell),
    row("PreferWindowsPowerShell", "", 0, value),
    row("AutoTerminatePowerShellProcess", "", 0, value),
    row("SpecialWindowsPath", "name", 1, windows),
    row("ServersInGroup", "group", 1, groups),

    // --- an application, its releases and builds ---
    row("ApplicationDescription", "[application]", 0, value),
    row("ApplicationExists", "name, [includeInactive]", 1, product),
    row("ApplicationGitLibrary", "[application]", 0, value),
    row("ApplicationGroupName", "", 0, value),
    row("ApplicationId", "", 0, value),
    row("ApplicationName", "", 0, value),
    row("ApplicationsInGroup", "group", 1, product),
    row("ReleasesInApplication", "[application], [status]", 0, value),
    row("ReleaseName", of_release, 0, value),
    row("ReleaseNumber", "", 0, value),
    row("ReleaseNumberPart", "part, [release]", 1, product),
    row("ReleaseVariable", "name, [release], [application]", 1, product),
    row("PreviousReleaseNumber", of_release, 0, value),
    row("IncrementReleaseNumber", "release, [scheme]", 1, product),
    row("CompareReleaseSequence", "operator, release, [other]", 2, product),
    row("BuildNumber", of_build, 0, value),
    row("BuildsInRelease", "[release], [application], [status], [stage]", 0, value),
    row("BuildVariable", "name, [build], [release], [application]", 1, product),
    row("Branch", of_build, 0, value),
    row("Commit", of_build, 0, value),
    row("Repository", of_build, 0, value),
    row("PullRequestId", of_build, 0, value),
    row("CIBuild", of_build, 0, value),
    row("CIBuildNumber", of_build, 0, value),
    row("CIProject", of_build, 0, value),
    row("CIProjectScope", of_build, 0, value),
    row("ArtifactPath", "artifact, [build], [release], [application]", 1, product),
    row("ArtifactsInBuild", of_build, 0, value),
    row("PackageHash", "package, [source]", 1, product),
    row("PackageProperty", "package, property, [source]", 2, product),
    row("PackagesInBuild", "[source]", 0, value),
    row("PackageVersion", "package, [part], [source]", 1, product),
    row("BuildMasterId", "page, [application], [release], [build]", 1, product),
    row("BuildMasterUrl", "page, [application], [release], [build]", 1, product),
    row("PromotionComments", "[stage], [build], [release], [application]", 0, value),

    // --- a deployment ---
    row("PipelineName", "", 0, value),
    row("PipelineStageName", "", 0, value),
    row("ExecutionUser", "", 0, value),
    row("IsReexecution", "", 0, value),
    row("IsRollback", "", 0, value),
    row("ConfigurationFileInstances", "file, [application]", 1, product),
    row("ConfigurationFiles", "[application]", 0, value),
    row("ConfigurationFileText", "instance, [file], [release]", 1, product),
    row("ConfigurationFileVersion", "[file], [release]", 0, value),
    row("DatabaseConnectionsInEnvironment", "[environment]", 0, value),

    // --- containers ---
    row("ContainerDigest", "repository, [tag], [source]", 1, product),
    row("ContainerImage", "source, repository, tag", 3, product),
    row("ContainersInBuild", "[repository]", 0, value),
    row("ContainerTag", "repository, [source]", 1, product),
    row("DockerRepository", of_build, 0, value),
    row("DockerTag", of_build, 0, value),

    // --- other services ---
    row("GetJenkinsUrl", "resource, [project], [build], [branch]", 1, service),
    row("JenkinsUrl", "resource, [project], [build], [branch]", 1, service),
    row("JenkinsBranchName", "build", 1, service),
    row("JenkinsBuildNumber", "build", 1, service),
    row("JenkinsProjectName", "resource", 1, service),
    row("JqlValue", "text", 1, service),
    row("AzureDevOpsDefaultServerName", "", 0, value),
    row("SvnDefaultServerName", "", 0, value),
    row("YouTrackStatusFieldName", "", 0, value),
    row("YouTrackTypeFieldName", "", 0, value),
    row("YouTrackVersionFieldName", "", 0, value),

    // --- where programs are ---
    row("AntPath", "", 0, value),
    row("AzPath", "", 0, value),
    row("ComposerExePath", "", 0, value),
    row("DefaultMercurialExePath", "", 0, value),
    row("DevEnvPath", "", 0, value),
    row("DockerExePath", "", 0, value),
    row("DotNetExePath", "", 0, value),
    row("MavenPath", "", 0, value),
    row("MSBuildToolsPath", "", 0, value),
    row("NodePath", "", 0, value),
    row("NpmPath", "", 0, value),
    row("NuGetExePath", "", 0, value),
    row("NUnitConsolePath", "", 0, value),
    row("PHPExePath", "", 0, value),
    row("PHPUnitPath", "", 0, value),
    row("PythonPath", "", 0, value),
    row("PythonVirtualEnv", "", 0, value),
    row("SignToolPath", "", 0, value),
    row("SvnExePath", "", 0, value),
    row("VsTestExePath", "", 0, value),
};

} // namespace

std::span<const Function> unavailable_functions() {
    return rows;
}

} // namespace vow::otterscript
