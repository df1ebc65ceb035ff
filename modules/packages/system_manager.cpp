#include "modules/packages/system_manager.h"

#include "modules/packages/package_managers.h"
#include "protocol/text/text.h"

namespace vow::modules {

std::unique_ptr<SystemManager>
SystemManager::of_host(const Promise& promise, Log& log, std::vector<std::string> options) {
    if (AptManager::is_on_host())
        return std::make_unique<AptManager>(promise, log, std::move(options));
    if (DnfManager::is_on_host())
        return std::make_unique<DnfManager>(promise, log, std::move(options));
    return nullptr;
}

ToolRun SystemManager::run(const char* program, std::vector<std::string> arguments) {
    return run_tool(
        {.name = program,
         .arguments = std::move(arguments),
         .variables = {"LC_ALL=C", "DEBIAN_FRONTEND=noninteractive"}},
        promise_,
        log_
    );
}

PackageList packages_in_columns(std::string_view lines) {
    PackageList packages;
    for (std::string_view line : filled_lines_of(lines)) {
        const auto first = line.find('\t');
        const auto second = first == line.npos ? first : line.find('\t', first + 1);
        if (second == line.npos) continue;
        packages.push_back(
            {std::string(line.substr(0, first)),
             std::string(line.substr(first + 1, second - first - 1)),
             std::string(line.substr(second + 1))}
        );
    }
    return packages;
}

} // namespace vow::modules
