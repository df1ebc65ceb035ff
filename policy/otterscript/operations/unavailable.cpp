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

constexpr std::array rows = {
    Unavailable{"PSExec", "Windows", powershell},
    Unavailable{"Execute-PowerShell", "Windows", powershell},
    Unavailable{"PSCall", "Windows", powershell},
    Unavailable{"PSEnsure", "Windows", powershell},
    Unavailable{"PSEnsure2", "Windows", powershell},
    Unavailable{"PSVerify", "Windows", powershell},
    Unavailable{"PSVerify2", "Windows", powershell},
    Unavailable{
        "Send-Email", "InedoCore", "vow sends no mail; use Exec with a mail program, or Post-Http"},
};

} // namespace

std::vector<Operation> unavailable_operations() {
    constexpr std::array<std::string_view, 4> spaces = {"IIS", "Windows", "ProGet", "Otter"};
    std::vector<Operation> operations;
    operations.reserve(rows.size() + spaces.size());
    for (const Unavailable& row : rows) {
        operations.push_back(
            {.name = std::string(row.name),
             .space = std::string(row.space),
             .unavailable = std::string(row.why)}
        );
    }
    for (const std::string_view space : spaces) {
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
