#include "agent/report/policy_file.h"

#include "agent/report/output_file.h"
#include "policy/run/usage_error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace vow::agent {
namespace {

constexpr std::chrono::minutes max_drawing_time{5};

std::string printed(const Policy& policy, std::string_view format, const std::string& option) {
    if (auto text = policy.printed(format)) return *std::move(text);
    throw UsageError(option + ": policies in this language have no resources; Inmanta models do");
}

void write(const std::string& option, const std::string& path, std::string_view text) {
    const FileDescriptor file = open_output_file(option, path);
    if (write_all(file, text)) return;
    throw UsageError(option + " " + path + ": cannot be written: " + std::strerror(errno));
}

/// "svg" of a name that ends in .svg.
std::string suffix_of(const std::string& path) {
    const std::size_t dot = path.rfind('.');
    return dot == std::string::npos ? "" : path.substr(dot + 1);
}

std::string
drawn(const std::string& text, const std::string& format, const std::string& subject, Host& host) {
    const auto program = program_on_path(host, "dot");
    if (!program)
        throw UsageError(
            subject + "Graphviz is needed to draw it, and its program 'dot' is not on PATH; "
                      "install it, or name a file that ends in .dot for the text"
        );
    const auto result = host.run(Command{
        .arguments = {*program, "-T" + format},
        .input = text,
        .capture = Command::Capture::standard_output,
        .limit = max_drawing_time});
    if (!result) throw UsageError(subject + "'" + *program + "' " + result.why_not);
    if (result->exit_code != 0)
        throw UsageError(
            subject + "'" + *program + "' exited with status " + std::to_string(result->exit_code)
        );
    return result->output;
}

} // namespace

void write_export(const Policy& policy, const std::string& path, const Secrets& secrets) {
    const std::string option = "--export";
    write(option, path, secrets.masked(printed(policy, "resources", option)));
}

void write_graph(
    const Policy& policy, const std::string& path, const Secrets& secrets, Host& host
) {
    const std::string option = "--graph";
    const std::string text = secrets.masked(printed(policy, "graph", option));
    const std::string suffix = suffix_of(path);
    constexpr std::array drawings = {"svg", "png", "pdf"};
    if (path == "-" || suffix == "dot" || suffix == "gv") return write(option, path, text);
    const std::string subject = option + " " + path + ": ";
    if (std::ranges::find(drawings, suffix) == drawings.end())
        throw UsageError(subject + "name a file that ends in .svg, .png, .pdf or .dot");
    write(option, path, drawn(text, suffix, subject, host));
}

} // namespace vow::agent
