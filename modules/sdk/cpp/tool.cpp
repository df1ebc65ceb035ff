#include "modules/sdk/cpp/tool.h"

#include "modules/sdk/cpp/text.h"
#include "protocol/system/child.h"
#include "protocol/system/own_process.h"
#include "protocol/system/running_command.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <unistd.h>

namespace vow::modules {
namespace {

constexpr std::size_t max_output = 16 << 20; ///< bytes; what comes after is dropped
constexpr std::string_view system_folders = ":/usr/sbin:/sbin:/usr/bin:/bin";

class ToolOutput : public CommandListener {
public:
    explicit ToolOutput(const Log& log) : log_(log) {}

    void output(std::string_view bytes) override {
        const std::size_t room = max_output - text.size();
        if (bytes.size() > room) is_whole = false;
        text += bytes.substr(0, room);
    }
    bool is_stopped() const override { return log_.is_stopped(); }

    std::string text;
    bool is_whole = true;

private:
    const Log& log_;
};

std::string
problem_of(const std::string& program, const CommandEnding& ending, std::string_view output) {
    const std::string number = std::to_string(ending.number);
    switch (ending.kind) {
    case CommandEnding::Kind::exited:
        return output.empty() ? "it exited with status " + number
                              : std::string(last_line_of(output));
    case CommandEnding::Kind::signalled: return "it was ended by " + signal_text(ending.number);
    case CommandEnding::Kind::timed_out: return "it took too long";
    case CommandEnding::Kind::stopped: return "the run was stopped";
    case CommandEnding::Kind::given_up: return "process " + number + " did not end after SIGKILL";
    case CommandEnding::Kind::not_started: break;
    }
    return text({"'", program, "' could not be started: ", ending.reason});
}

} // namespace

std::optional<std::string> find_program(const std::string& name) {
    if (name.find('/') != std::string::npos) return name;
    const char* path = std::getenv("PATH");
    std::string folders = path == nullptr ? "" : path;
    folders += system_folders;
    for (std::string_view rest = folders; !rest.empty();) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        const std::string program = text({rest.substr(0, end), "/", name});
        if (end > 0 && ::access(program.c_str(), X_OK) == 0) return program;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return std::nullopt;
}

ToolRun run_tool(const ToolCall& call, const Promise& promise, Log& log) {
    const auto path = find_program(call.name);
    if (!path) return {.problem = text({"the program '", call.name, "' is missing"})};
    Command program{
        .arguments = {*path},
        .environment = isolated_environment(call.variables),
        .folder = call.directory,
        .umask = 022,
        .lock_descriptor = log.lock_descriptor(),
        .input = call.input,
        .capture = call.capture,
        .limit = promise.terms.limit.value_or(call.usual_limit)};
    std::string command_line = call.name;
    for (const std::string& argument : call.arguments) {
        program.arguments.push_back(argument);
        command_line += " " + argument;
    }
    const auto checked = log.trust().checked(std::move(program));
    if (const auto* objection = std::get_if<Objection>(&checked))
        return {.problem = text({"'", *path, "' is not trusted: ", objection->reason})};
    log.verbose("Running: " + command_line);
    ToolOutput output(log);
    const CommandEnding ending = run_command(std::get<TrustedCommand>(checked), output);
    output.text.erase(output.text.find_last_not_of(" \t\r\n") + 1);
    const bool has_exited = ending.kind == CommandEnding::Kind::exited;
    const bool succeeded = has_exited && ending.number == 0;
    return {
        .succeeded = succeeded,
        .output = output.text,
        .problem = succeeded ? "" : problem_of(*path, ending, output.text),
        .status = has_exited ? std::optional(ending.number) : std::nullopt,
        .is_whole = output.is_whole,
    };
}

} // namespace vow::modules
