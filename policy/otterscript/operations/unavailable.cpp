#include "policy/otterscript/operations/table.h"
#include "protocol/text/text.h"

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
constexpr std::string_view npm = "use Exec with 'npm' or 'node'";
constexpr std::string_view pip = "use Exec with 'pip' or 'python3'";

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
        "PSExec Execute-PowerShell PSCall PSCall2 PSEnsure PSEnsure2 PSVerify PSVerify2 PSDsc "
        "BATCall"},
    Family{
        "IIS",
        windows,
        "Start-AppPool Stop-AppPool Recycle-AppPool Ensure-AppPool Start-Site Stop-Site "
        "Ensure-Site "
        "Ensure-SiteBinding Ensure-Application Ensure-VirtualDirectory"},
    Family{
        "Windows",
        windows,
        "BATCall Sign-Exe Sign-Dll XDT-Transform Get-RegistryValue Ensure-RegistryKey "
        "Ensure-RegistryValue Ensure-AppSetting"},
    Family{"Firewall", windows, "Ensure-NetFirewallRule"},
    Family{"ProGet", product, "Upload-Assets Download-Asset Promote-Package Repack-Package"},
    Family{"Otter", product, "Remediate-Drift Set-Variable"},
    Family{
        "BuildMaster",
        product,
        "Set-BuildVariable Set-ReleaseVariable Deploy-ConfigFile Generate-ReleaseNotes "
        "Capture-FileReport Attach-Package"},
    Family{"Packages", product},
    Family{"System", product},
    Family{"Tasks", manual, "Perform-ManualOperation"},
    Family{"Docker", docker, "Compose-Up Compose-Down Compose-SetStatus Compose-Command"},
    Family{"DotNet", dotnet},
    Family{"DevEnv", dotnet},
    Family{"MSBuild", dotnet, "Build-Project"},
    Family{"WindowsSDK", dotnet, "Execute-VSTest"},
    Family{"VSTest", dotnet},
    Family{"NUnit", dotnet},
    Family{"NuGet", nuget},
    Family{"Java", java, "Build-AntProject Execute-JUnit Execute-Maven"},
    Family{"Subversion", subversion, "Svn-Checkout Svn-Copy Svn-Delete Svn-Export Svn-Update"},
    Family{"Node", npm},
    Family{"npm", npm},
    Family{"Pip", pip, "Execute-PyUnit"},
    Family{"GitHub", service, "GitHub-Set-Status GitHub-Upload-Release-Assets"},
    Family{"GitLab", service},
    Family{"Gitea", service},
    Family{"Git", service, "Set-CommitStatus Create-PullRequest Merge-PullRequest"},
    Family{"AzureDevOps", service},
    Family{"TFS", service, "Tfs-GetSource Tfs-Label"},
    Family{"Azure", service},
    Family{"AWS", service},
    Family{"Jira", service, "Transition-Issues"},
    Family{"YouTrack", service},
    Family{"Jenkins", service},
    Family{"TeamCity", service},
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
    for (const Family& family : families) {
        for (const std::string& name : words_of(family.names))
            operations.push_back(row(family, name));
        // In these two spaces, another name is a mistake.
        const bool has_others = family.space != "InedoCore" && family.space != "Git";
        if (has_others) operations.push_back(row(family, "*"));
    }
    return operations;
}

} // namespace vow::otterscript
