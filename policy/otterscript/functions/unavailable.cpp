#include "policy/otterscript/functions/table.h"

#include <array>

/// Functions of Windows and of server products: known by name, so that the other branches of a plan
/// run.
namespace vow::otterscript {
namespace {

constexpr std::string_view powershell = "vow does not run PowerShell; use $SHEval";
constexpr std::string_view windows = "it belongs to Windows";
constexpr std::string_view groups = "an inventory has no groups; use @ServersInRole";

Value refuse(FunctionCall& call) {
    call.fail("not available: " + std::string(call.function().unavailable));
}

constexpr Function row(std::string_view name, std::string_view parameters, std::string_view why) {
    return {name, Returns::any, 1, parameters, &refuse, "", why};
}

constexpr std::array rows = {
    row("PSEval", "script", powershell),
    row("PSCredential", "name", powershell),
    row("SpecialWindowsPath", "name", windows),
    row("ServersInGroup", "group", groups),
};

} // namespace

std::span<const Function> unavailable_functions() {
    return rows;
}

} // namespace vow::otterscript
