#include "policy/otterscript/operations/table.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>

/// Operations of Windows, of services and of server products: known by name, so that the other
/// branches of a plan run.
namespace vow::otterscript {
namespace {

constexpr std::string_view powershell = "vow does not run PowerShell; use SHExec or Exec";
constexpr std::string_view windows = "it belongs to Windows; use the promise types of this machine";
constexpr std::string_view product =
    "it belongs to a server product; use Get-Http and Post-Http with its API";
constexpr std::string_view service =
    "it talks to a service; use Get-Http and Post-Http with its API";
constexpr std::string_view mail = "vow sends no mail; use Exec with a mail program, or Post-Http";
constexpr std::string_view manual = "no person takes part in a run; split the plan in two here";
constexpr std::string_view docker = "use Docker::Execute-Command";
constexpr std::string_view dotnet = "use Exec with 'dotnet'";
constexpr std::string_view nuget = "use Exec with 'dotnet nuget'";
constexpr std::string_view java = "use Exec with 'mvn' or 'ant'";
constexpr std::string_view subversion = "use Exec with 'svn'";
constexpr std::string_view mercurial = "use Exec with 'hg'";
constexpr std::string_view npm = "use Exec with 'npm' or 'node'";
constexpr std::string_view pip = "use Exec with 'pip' or 'python3'";
constexpr std::string_view php = "use Exec with 'composer' or 'phpunit'";
constexpr std::string_view kubernetes = "use Exec with 'kubectl'";
constexpr std::string_view ftp = "use Exec with 'curl', or Download-Http";
constexpr std::string_view database = "use Exec with the client program of the data base";

/// Spaces with operations of ours.
constexpr std::array<std::string_view, 3> own_spaces = {"InedoCore", "Git", "Python"};

/// The operations of a space, each for one reason.
struct Family {
    std::string_view space;
    std::string_view why;
    /// Names that plans write without the space, between blanks. With the space any name is known.
    std::string_view names = {};
};

constexpr std::array families = {
    Family{"InedoCore", mail, "Send-Email"},
    Family{
        "PowerShell",
        powershell,
        "PSExec Execute-PowerShell PSCall PSCall1 PSCall2 PSEnsure PSEnsure1 PSEnsure2 "
        "PSEnsureScripts PSVerify PSVerify1 PSVerify2 PSDsc Ensure-DscResource Ensure-PsModule "
        "Ensure-PsRepository Collect-DscModules Collect-PsModules BATCall"},
    Family{
        "IIS",
        windows,
        "Start-AppPool Stop-AppPool Recycle-AppPool Ensure-AppPool Start-Site Stop-Site "
        "Ensure-Site Ensure-SiteBinding Ensure-Application Ensure-VirtualDirectory"},
    Family{
        "Windows",
        windows,
        "BATCall Sign-Exe Sign-Dll XDT-Transform Get-RegistryValue Ensure-RegistryKey "
        "Ensure-RegistryKeyValue Ensure-RegistryValue Ensure-AppSetting Start-Service "
        "Stop-Service"},
    Family{"Firewall", windows, "Ensure-NetFirewallRule"},
    Family{
        "Chocolatey",
        windows,
        "Install-Package Ensure-Installed Ensure-Source Ensure-Feature Collect-Packages"},
    Family{
        "ProGet",
        product,
        "Upload-Assets Download-Asset Create-Directory Ensure-Metadata Promote Promote-Package "
        "Repackage Repack-Package Create-Package Install-Package Push-PackageFile "
        "Collect-InstalledPackages Scan Archive-ProjectRelease Delete-ProjectRelease"},
    Family{"UPack", product, "Query-Package"},
    Family{"Otter", product, "Remediate-Drift Set-Variable Ensure-Server Restart-Server"},
    Family{
        "BuildMaster",
        product,
        "Create-Build Create-Release Create-ReleaseNote Deploy-Build Ensure-Release Reject-Build "
        "WaitFor-Deployments Set-BuildNumber Set-BuildVariable Set-ReleaseVariable "
        "Set-ConfigurationVariable Generate-ReleaseNotes Capture-FileReport"},
    Family{"ConfigFiles", product, "Deploy-ConfigFile"},
    Family{"Packages", product, "Attach-Package"},
    Family{"System", product, "Backup-Application"},
    Family{"Tasks", manual, "Perform-ManualOperation"},
    Family{
        "DB",
        database,
        "Backup-Database Restore-Database Execute-ChangeScripts Execute-DatabaseScripts "
        "Execute-DatabaseStatement"},
    Family{"SqlServer", database, "Bundle-SqlScripts"},
    Family{
        "Docker",
        docker,
        "Compose-Up Compose-Down Compose-SetStatus Compose-Command Assemble-Image "
        "Collect-Containers"},
    Family{"Kubernetes", kubernetes, "Await-Status Ensure-Resource"},
    Family{
        "DotNet",
        dotnet,
        "Build Publish Test Pack Tool Get-Dependencies Set-ProjectVersion Transform-Config "
        "Write-AssemblyVersion"},
    Family{"DevEnv", dotnet},
    Family{"MSBuild", dotnet, "Build-Project"},
    Family{"WindowsSDK", dotnet, "Execute-VSTest"},
    Family{"VSTest", dotnet},
    Family{"NUnit", dotnet, "Execute-TestProject Execute-NUnit"},
    Family{
        "NuGet",
        nuget,
        "Create-Package Install-Packages Publish-Package Push-Package Restore-Packages"},
    Family{"Java", java, "Build-AntProject Execute-JUnit Execute-Maven Maven"},
    Family{"Subversion", subversion, "Svn-Checkout Svn-Copy Svn-Delete Svn-Export Svn-Update"},
    Family{"Mercurial", mercurial, "Hg-GetSource"},
    Family{"Node", npm},
    Family{"npm", npm, "Install Publish Run"},
    Family{"Pip", pip, "Install-Packages"},
    Family{"Python", pip, "Execute-PyUnit"},
    Family{"PHP", php, "Execute-PHPUnit"},
    Family{"Composer", php},
    Family{"FTP", ftp, "Get-Files Send-Files"},
    Family{
        "GitHub",
        service,
        "Create-Issue Create-IssueComment Close-Issue Ensure-Milestone Ensure-GitHub-Release "
        "Set-Status GitHub-Set-Status Upload-ReleaseAssets GitHub-Upload-Release-Assets"},
    Family{"GitLab", service, "Create-IssueNote Ensure-GitLab-Release Ensure-TagReleaseNotes"},
    Family{"Gitea", service},
    Family{"Bitbucket", service},
    Family{"Git", service, "Set-CommitStatus Create-PullRequest Merge-PullRequest"},
    Family{
        "AzureDevOps",
        service,
        "Create-WorkItem Find-WorkItems Update-WorkItem Import-Artifact Download-Artifact "
        "Queue-Build"},
    Family{"TFS", service, "Tfs-GetSource Tfs-Label"},
    Family{
        "Azure",
        service,
        "Create-Container Delete-Container Deploy-AzureWebApp Execute-AzureCliCommand "
        "Start-AzureWebApp Stop-AzureWebApp Swap-AzureWebAppSlot"},
    Family{"AWS", service, "Upload-Files"},
    Family{"GoogleCloud", service},
    Family{
        "Artifactory",
        service,
        "Get-Artifact-Metadata Promote-Build Retrieve-Artifact Retrieve-All-Build-Artifacts "
        "Upload-Artifact Upload-Build"},
    Family{"Jira", service, "Transition-Issues"},
    Family{
        "YouTrack",
        service,
        "Add-Comment Change-Issue-State Change-IssueStates Ensure-Version Find-Issues "
        "Query-Issues Release-Version Run-Command"},
    Family{"Jenkins", service, "Import-Artifacts Download-Artifacts"},
    Family{"TeamCity", service},
    Family{"Loupe", service, "Ensure-ApplicationVersion"},
};

/// An operation that has the name of one of ours, which a plan without a space means by its
/// arguments.
struct Namesake {
    std::string_view space;
    std::string_view name;
    std::string_view why;
    std::string_view arguments;
};

constexpr std::array namesakes = {
    Namesake{
        "Windows",
        "Ensure-Service",
        windows,
        "Name DisplayName Description Status Exists Path Startup DelayedStart Credentials UserName "
        "Password FirstFailure SecondFailure SubsequentFailures RestartDelay OnFailureProgramPath "
        "RebootMessage Dependencies StatusChangeTimeout"},
    Namesake{
        "ProGet",
        "Ensure-Package",
        product,
        "PackageSource From Credentials Name Version To Directory ClearTarget Exists LocalRegistry "
        "LocalCache FileCompare Ignore DirectDownload Feed EndpointUrl UserName Password ApiKey "
        "FeedUrl"},
    Namesake{
        "Chocolatey",
        "Ensure-Package",
        windows,
        "Name Version Exists From Credentials Source UserName Password AdditionalInstallArguments"},
    Namesake{
        "FTP",
        "Delete-Files",
        ftp,
        "Credentials ResourceName Host Port User Password ServerPath Include Exclude Verbose "
        "Behavior Mode UseCurrentDateOnDateParseError"},
    Namesake{
        "Azure",
        "Stop-Container",
        service,
        "ContainerName Arguments FailIfContainerDoesNotExist From Credentials ResourceGroupName "
        "TenantId ApplicationId Secret AzPath Verbose Debug"},
    Namesake{
        "npm",
        "Execute-Command",
        npm,
        "Command Arguments SourceDirectory PackageSource Scopes Verbose SuccessExitCode NpmPath "
        "NpmrcPath AllowSelfSignedCertificate ImageBasedService"},
};

Operation row(const Family& family, std::string_view name) {
    return {
        .name = std::string(name),
        .space = std::string(family.space),
        .unavailable = std::string(family.why)};
}

} // namespace

std::vector<Operation> unavailable_operations() {
    std::vector<Operation> operations;
    for (const Namesake& namesake : namesakes)
        operations.push_back(
            {.name = std::string(namesake.name),
             .space = std::string(namesake.space),
             .unavailable = std::string(namesake.why),
             .argument_names = namesake.arguments}
        );
    for (const Family& family : families) {
        for (const std::string& name : words_of(family.names))
            operations.push_back(row(family, name));
        // In these spaces, another name is a mistake.
        const bool has_others = std::ranges::find(own_spaces, family.space) == own_spaces.end();
        if (has_others) operations.push_back(row(family, "*"));
    }
    return operations;
}

} // namespace vow::otterscript
