#include "policy/otterscript/operations/table.h"
#include "policy/otterscript/statements/operation_run.h"

#include <array>

namespace vow::otterscript {
namespace {

using Use = Property::Use;

constexpr std::array sleep_properties = {Property{"Seconds", Use::required}};
constexpr std::array acquire_properties = {
    Property{"Role", Use::required},
    Property{"ServerName", Use::output},
    Property{"AcquiredServer", Use::output},
    Property{"Verbose"},
    Property{"DoNotShare"}}; // as always here
constexpr std::array release_properties = {
    Property{"Server", Use::required}, Property{"Role"}, Property{"Verbose"}};

void sleep(OperationRun& run) {
    constexpr std::int64_t max_seconds = 1'000'000'000;
    const std::int64_t seconds = run.integer("Seconds", 0);
    if (seconds < 0 || seconds > max_seconds)
        run.raise("a pause of " + std::to_string(seconds) + " s is out of range");
    if (run.is_dry())
        return run.log(LogLevel::notice, "Should sleep for " + std::to_string(seconds) + " s");
    Task& task = run.executor().task();
    task.sleep_until(task.now() + std::chrono::seconds(seconds));
}

/// A free server of a role.
std::string free_server(OperationRun& run, const std::string& role) {
    Execution& execution = run.executor().execution();
    try {
        return execution.pool.acquire(execution.inventory, role, run.executor().task());
    } catch (const Deadlock&) {
        run.fail(
            "all servers of the role '" + role +
            "' are taken, and none is released while this waits; use Release-Server"
        );
    }
}

void acquire_server(OperationRun& run) {
    const std::string role = run.text("Role");
    const std::string server = free_server(run, role);
    if (server.empty()) run.fail("no active server has the role '" + role + "'");
    run.set_output("ServerName", server);
    run.set_output("AcquiredServer", server);
}

void release_server(OperationRun& run) {
    const std::string server = run.text("Server");
    const auto released = run.executor().execution().pool.release(run.text("Role"), server);
    if (released == ServerPool::Released::not_taken)
        run.log(LogLevel::warning, "the server '" + server + "' is not acquired");
}

} // namespace

std::vector<Operation> general_operations() {
    const auto execute = OperationKind::execute;
    return {
        {"Sleep", "InedoCore", execute, sleep_properties, &sleep, "Waits.", "Sleep 5;"},
        {"Wait", "InedoCore", execute, sleep_properties, &sleep, "The same as Sleep.", "Wait 5;"},
        {"Acquire-Server",
         "InedoCore",
         execute,
         acquire_properties,
         &acquire_server,
         "Takes a free server of a role.",
         "Acquire-Server web (ServerName => $server);"},
        {"Release-Server",
         "InedoCore",
         execute,
         release_properties,
         &release_server,
         "Gives a server back.",
         "Release-Server web1;"},
    };
}

} // namespace vow::otterscript
