#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/text/glob.h"

#include <algorithm>

namespace vow::cfengine::families {

namespace {

/// A process as one line, for patterns and results.
std::string line_of(const RunningProcess& process) {
    return process.owner + " " + std::to_string(process.pid) + " " +
           std::to_string(process.parent) + " " + process.command;
}

std::optional<std::vector<RunningProcess>> matching_processes(Call& call) {
    const auto regex = call.regex(0);
    if (!regex) return std::nullopt;
    auto processes = call.around().settled_world().host.processes();
    std::erase_if(processes, [&](const RunningProcess& process) {
        return !regex->search(line_of(process)).has_value();
    });
    return processes;
}

Result findprocesses(Call& call) {
    const auto processes = matching_processes(call);
    if (!processes) return std::nullopt;
    Data::Array found;
    for (const RunningProcess& process : *processes)
        found.push_back(Data::object(
            {{"line", Data::string(line_of(process))}, {"pid", Data::integer(process.pid)}}
        ));
    return Value::data(Data::array(std::move(found)));
}

Result processexists(Call& call) {
    const auto processes = matching_processes(call);
    if (!processes) return std::nullopt;
    return !processes->empty();
}

/// The folder of the kernel's parameters; the reference's tests set another one.
std::string kernel_folder(Call& call) {
    const auto processes =
        call.around().settled_world().host.environment("CFENGINE_TEST_OVERRIDE_PROCDIR");
    return processes.value_or("") + "/proc/sys/";
}

constexpr std::size_t max_value_length = 16'384;

std::string replaced(std::string text, char from, char to) {
    std::ranges::replace(text, from, to);
    return text;
}

/// The value of a kernel parameter, without its newline; nullopt if it cannot be read.
std::optional<std::string> kernel_value(Call& call, const std::string& path) {
    auto content = call.around().settled_world().host.read_file(path, max_value_length);
    if (!content) return std::nullopt;
    if (content->ends_with('\n')) content.value->pop_back();
    return std::move(content.value);
}

Result sysctlvalue(Call& call) {
    const auto value = kernel_value(call, kernel_folder(call) + replaced(call.text(0), '.', '/'));
    if (!value) return std::nullopt;
    return Value::string(*value);
}

Result data_sysctlvalues(Call& call) {
    const std::string folder = kernel_folder(call);
    std::vector<Data::Member> members;
    for (const std::string& path : glob(call.around().settled_world().host, folder + "**/*")) {
        if (path.ends_with('/')) continue;
        if (auto value = kernel_value(call, path))
            members.emplace_back(
                replaced(path.substr(folder.size()), '/', '.'), Data::string(*value)
            );
    }
    return Value::data(Data::object(std::move(members)));
}

} // namespace

std::span<const Function> processes() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "data_sysctlvalues",
         .result = ResultType::data,
         .parameters = {},
         .required = 0,
         .help = "All kernel parameters as an object.",
         .example = "data_sysctlvalues()",
         .body = data_sysctlvalues},
        {.name = "findprocesses",
         .result = ResultType::data,
         .parameters = {{"regex", regular_expression}},
         .required = 1,
         .cached = true,
         .help = "The processes whose command matches.",
         .example = R"(findprocesses("sshd.*"))",
         .body = findprocesses},
        {.name = "processexists",
         .result = ResultType::condition,
         .parameters = {{"regex", regular_expression}},
         .required = 1,
         .cached = true,
         .help = "Whether there is a process whose command matches.",
         .example = R"(processexists("/usr/sbin/sshd.*"))",
         .body = processexists},
        {.name = "sysctlvalue",
         .result = ResultType::string,
         .parameters = {{"key", text}},
         .required = 1,
         .help = "The value of a kernel parameter.",
         .example = R"(sysctlvalue("net.ipv4.ip_forward"))",
         .body = sysctlvalue},
    };
    return table;
}

} // namespace vow::cfengine::families
