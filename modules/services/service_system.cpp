#include "modules/services/service_system.h"

#include "modules/sdk/cpp/text.h"
#include "modules/systemd/service_manager.h"
#include "modules/systemd/unit.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

namespace vow::modules {
namespace {

std::string missing(const std::string& service) {
    return text({"Service '", service, "' does not exist"});
}

class Systemd : public ServiceSystem {
public:
    Systemd(const Promise& promise, const std::string& executable, Log& log)
        : manager_(executable, promise, log) {}

    std::variant<ServiceState, std::string> state_of(const std::string& service) override {
        auto answer = manager_.state_of(full_unit_name(service));
        if (auto* problem = std::get_if<std::string>(&answer))
            return text({"Cannot query systemd about service '", service, "': ", *problem});
        const UnitState& unit = std::get<UnitState>(answer);
        if (unit.file.empty() && unit.enablement.empty()) return missing(service);
        is_outdated_ = unit.is_outdated;
        static constexpr std::string_view not_enabled[] = {"disabled", "masked", "masked-runtime"};
        return ServiceState{
            .runs = unit.is_running() || unit.activity == "activating",
            .is_enabled = std::ranges::find(not_enabled, unit.enablement) == std::end(not_enabled)};
    }

    ToolRun apply(std::string_view verb, const std::string& service) override {
        // Otherwise it would start as its files were before a promise changed them.
        if (std::exchange(is_outdated_, false)) {
            ToolRun reload = manager_.systemctl({"daemon-reload"});
            if (!reload.succeeded) return reload;
        }
        return manager_.systemctl({std::string(verb), "--", full_unit_name(service)});
    }

private:
    ServiceManager manager_;
    bool is_outdated_ = false; ///< its files have changed since systemd read them
};

/// Init scripts as the Linux Standard Base describes them: the exit status of `status` is 0 while
/// the service runs, and the links of a run level begin with S if it is started there.
class InitScripts : public ServiceSystem {
public:
    InitScripts(const Promise& promise, std::string folder, Log& log)
        : promise_(promise),
          folder_(std::move(folder)),
          log_(log) {}

    std::variant<ServiceState, std::string> state_of(const std::string& service) override {
        std::error_code fault;
        if (!std::filesystem::is_regular_file(script_of(service), fault))
            return text({missing(service), ": '", script_of(service), "' is not an init script"});
        return ServiceState{
            .runs = run(script_of(service), {"status"}).succeeded,
            .is_enabled = is_started_at_boot(service)};
    }

    ToolRun apply(std::string_view verb, const std::string& service) override {
        const bool enables = verb == "enable";
        if (!enables && verb != "disable") return run(script_of(service), {std::string(verb)});
        if (find_program("update-rc.d"))
            return run("update-rc.d", {service, std::string(enables ? "defaults" : "disable")});
        return run("chkconfig", {service, enables ? "on" : "off"});
    }

private:
    std::string script_of(const std::string& service) const { return folder_ + "/" + service; }

    ToolRun run(const std::string& program, std::vector<std::string> arguments) {
        return run_tool({.name = program, .arguments = std::move(arguments)}, promise_, log_);
    }

    bool is_started_at_boot(const std::string& service) const {
        const std::filesystem::path levels = std::filesystem::path(folder_).parent_path();
        for (const char level : std::string_view("2345")) {
            std::error_code fault;
            const auto folder = levels / (std::string("rc") + level + ".d");
            for (const auto& link : std::filesystem::directory_iterator(folder, fault)) {
                const std::string name = link.path().filename();
                static constexpr std::size_t order = 3; // S01
                if (name.starts_with('S') && name.size() > order && name.substr(order) == service)
                    return true;
            }
        }
        return false;
    }

    const Promise& promise_;
    const std::string folder_;
    Log& log_;
};

} // namespace

std::unique_ptr<ServiceSystem>
service_system(const Promise& promise, const Settings& settings, Log& log) {
    const bool uses_systemd =
        settings.has("system") ? settings.text("system") == "systemd" : ServiceManager::runs();
    if (uses_systemd)
        return std::make_unique<Systemd>(promise, settings.text_or("executable", ""), log);
    return std::make_unique<InitScripts>(promise, settings.text_or("init_directory", ""), log);
}

} // namespace vow::modules
