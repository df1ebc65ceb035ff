#include "policy/otterscript/operations/table.h"

#include <array>

namespace vow::otterscript {
namespace {

struct Unavailable {
    std::string_view name;
    std::string_view space;
    std::string_view why;
};

constexpr std::string_view powershell = "vow does not run PowerShell; use SHExec or Exec";
constexpr std::string_view windows = "it belongs to Windows; use the promise types of this machine";

constexpr std::string_view second_form =
    "vow does not read the comments that configure it; use SHEnsure with two scripts";
constexpr std::string_view collection =
    "it fills the database of Otter; use Ensure-Package, or $SHEval with the package manager";
constexpr std::string_view asset =
    "assets are in the database of Otter; put the file into the raft and use Apply-Template";

constexpr std::array rows = {
    Unavailable{"PSExec", "Windows", powershell},
    Unavailable{"Execute-PowerShell", "Windows", powershell},
    Unavailable{"PSCall", "Windows", powershell},
    Unavailable{"PSEnsure", "Windows", powershell},
    Unavailable{"PSEnsure2", "Windows", powershell},
    Unavailable{"PSVerify", "Windows", powershell},
    Unavailable{"PSVerify2", "Windows", powershell},
    Unavailable{"SHEnsure2", "Linux", second_form},
    Unavailable{"SHVerify2", "Linux", second_form},
    Unavailable{"PYEnsure", "Python", second_form},
    Unavailable{"PYVerify", "Python", second_form},
    Unavailable{"Collect-DebianPackages", "Linux", collection},
    Unavailable{"Collect-RpmPackages", "Linux", collection},
    Unavailable{"Get-Asset", "InedoCore", asset},
    Unavailable{"Ensure-Asset", "InedoCore", asset},
    Unavailable{
        "Send-Email", "InedoCore", "vow sends no mail; use Exec with a mail program, or Post-Http"},
};

} // namespace

std::vector<Operation> unavailable_operations() {
    std::vector<Operation> operations;
    for (const Unavailable& row : rows) {
        operations.push_back(
            {.name = std::string(row.name),
             .space = std::string(row.space),
             .unavailable = std::string(row.why)}
        );
    }
    for (const std::string_view space : {"IIS", "Windows", "ProGet", "Otter"}) {
        const bool is_product = space == "ProGet" || space == "Otter";
        operations.push_back(
            {.name = "*",
             .space = std::string(space),
             .unavailable =
                 is_product
                     ? "it belongs to a server product; use Get-Http and Post-Http with its API"
                     : std::string(windows)}
        );
    }
    return operations;
}

} // namespace vow::otterscript
