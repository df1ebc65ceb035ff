#include "agent/command_line/optional_values.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <string_view>

namespace vow::agent {
namespace {

constexpr int max_jobs = 1000;
constexpr const char* for_ever = "for-ever";
constexpr const char* each_processor = "one-for-each-processor";

bool is_number(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::chrono::seconds wait_from(const std::string& text) {
    if (text == for_ever) return std::chrono::seconds::max();
    constexpr std::size_t max_digits = 9;
    if (!is_number(text) || text.size() > max_digits)
        throw CLI::ValidationError("--wait", "'" + text + "' is not a number of seconds");
    return std::chrono::seconds(std::stol(text));
}

/// 0 for one for each processor.
int jobs_from(const std::string& text) {
    if (text == each_processor) return 0;
    constexpr std::size_t max_digits = 4;
    const int number = is_number(text) && text.size() <= max_digits ? std::stoi(text) : 0;
    if (number < 1 || number > max_jobs)
        throw CLI::ValidationError(
            "--jobs", "'" + text + "' is not a number from 1 to " + std::to_string(max_jobs)
        );
    return number;
}

} // namespace

void add_wait(CLI::App& run, Options& options) {
    run.add_option_function<std::string>(
           "--wait",
           [&options](const std::string& text) { options.wait = wait_from(text); },
           "Wait for another run in the same work folder, for ever or so many seconds"
    )
        ->option_text("[SECONDS]");
}

void add_jobs(CLI::App& run, Options& options) {
    run.add_option_function<std::string>(
           "-j,--jobs",
           [&options](const std::string& text) { options.jobs = jobs_from(text); },
           "How many promises a module may keep at once, if it can (default: one for each "
           "processor); also lets promises of bundled types overlap"
    )
        ->option_text("[NUMBER]");
}

void complete_values(std::vector<std::string>& arguments) {
    for (std::size_t at = 0; at < arguments.size(); ++at) {
        std::string& option = arguments[at];
        const bool is_jobs = option == "-j" || option == "--jobs";
        if (!is_jobs && option != "--wait") continue;
        if (at + 1 < arguments.size() && is_number(arguments[at + 1])) continue;
        option = is_jobs ? "--jobs" : "--wait";
        option.append("=").append(is_jobs ? each_processor : for_ever);
    }
}

} // namespace vow::agent
