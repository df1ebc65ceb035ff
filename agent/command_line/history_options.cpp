#include "agent/command_line/history_options.h"

#include "agent/command_line/option_groups.h"
#include "agent/command_line/options.h"
#include "protocol/text/named_value.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace vow::agent {
namespace {

using View = HistoryOptions::View;
using std::chrono::seconds;

constexpr std::array<std::pair<char, std::int64_t>, 5> units{
    {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86'400}, {'w', 604'800}}};

constexpr const char* run_help = "The number of the run, or -1 for the last, -2 for the one before";

template <class Number>
CLI::Option& add_run(CLI::App& sub, const char* name, Number& run, const char* what = run_help) {
    const auto read = [&run, name](const std::string& text) {
        std::int64_t number = 0;
        const char* end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, number);
        if (error != std::errc() || rest != end || text.empty())
            throw CLI::ValidationError(name, "'" + text + "' is not the number of a run");
        run = number;
    };
    return *sub.add_option_function<std::string>(name, read, what)->type_name("INT");
}

void add_json(CLI::App& sub, Options& options) {
    sub.add_flag(
        "--json", [&options](auto) { options.history.is_json = true; }, "Print one JSON document"
    );
}

/// A command that reads the history of a work folder.
class Reader {
public:
    explicit Reader(Options& options) : options_(options) {}

    CLI::App& add(CLI::App& to, const std::string& name, const std::string& what, View view) const {
        CLI::App* sub = to.add_subcommand(name, what);
        sub->callback([&options = options_, view, sub] {
            const bool is_list_of_others = view == View::list && !sub->get_subcommands().empty();
            if (is_list_of_others) return;
            options.history.view = view;
            options.command = Options::Command::history;
        });
        sub->footer("");
        add_work_folder(*sub, options_);
        return *sub;
    }

private:
    Options& options_;
};

void add_history(CLI::App& vow, Options& options, const Reader& reader) {
    HistoryOptions& given = options.history;
    CLI::App& list = reader.add(vow, "history", "List the runs that there were", View::list);
    add_age(list, "--since", given.since, "Only runs that began so long ago at most: 90s, 15m, 1d");
    add_json(list, options);
    CLI::App& show = reader.add(list, "show", "Show what a run did", View::show);
    add_run(show, "RUN", given.run);
    add_json(show, options);
    CLI::App& diff =
        reader.add(list, "diff", "Show what two runs did differently", View::difference);
    add_run(diff, "RUN", given.run).required();
    add_run(diff, "OTHER", given.other, "The run to compare it with").required();
    add_json(diff, options);
    CLI::App& promise = reader.add(
        list, "promise", "Show when a promise changed something, and how often", View::promise
    );
    promise.add_option("PROMISE", given.what, "FILE:LINE, a handle, or a promiser")->required();
    add_json(promise, options);
}

} // namespace

std::optional<seconds> age_from(const std::string& text) {
    std::int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    constexpr std::int64_t most = 1'000'000'000;
    if (error != std::errc() || number < 0 || number > most || rest == text.data())
        return std::nullopt;
    if (rest == end) return seconds(number);
    const auto unit = std::ranges::find(units, *rest, &std::pair<char, std::int64_t>::first);
    if (unit == units.end() || rest + 1 != end) return std::nullopt;
    return seconds(number * unit->second);
}

void add_history_commands(CLI::App& vow, Options& options) {
    const Reader reader(options);
    HistoryOptions& given = options.history;
    add_history(vow, options, reader);
    CLI::App& status = reader.add(
        vow, "status", "Tell whether the last run of each policy was good", View::status
    );
    status.footer(
        "Exit status: 0 the last runs were good; 1 something is not kept, or a run failed;\n"
        "7 a last run is unfinished or older than --max-age, or none is recorded."
    );
    status.add_option("POLICY", given.what, "Only this policy");
    add_age(
        status,
        "--max-age",
        given.max_age,
        "Exit with status 7 if a last run began longer ago: 90s, 15m, 1d"
    );
    add_json(status, options);
    CLI::App& report =
        reader.add(vow, "report", "Report on a run, as a page or for programs", View::report);
    add_run(report, "RUN", given.run);
    const auto add_file = [&](const char* name, std::string& path, const char* what) {
        report.add_option(name, path, what)->type_name("FILE");
    };
    add_file("--html", given.files.html, "Write a page for a browser ('-': standard output)");
    add_file("--junit", given.files.junit, "Write a test case for each promise, as JUnit does");
    add_file("--prometheus", given.files.prometheus, "Write figures for Prometheus");
    add_file(
        "--markdown", given.files.markdown, "Write a summary as text (default: to standard output)"
    );
}

void add_age(
    CLI::App& sub,
    const std::string& name,
    std::optional<std::chrono::seconds>& age,
    const std::string& what
) {
    sub.add_option_function<std::string>(
           name,
           [&age, name](const std::string& text) {
               age = age_from(text);
               if (!age)
                   throw CLI::ValidationError(
                       name, "'" + text + "' is not a time such as 90s, 15m, 2h, 1d or 1w"
                   );
           },
           what
    )
        ->type_name("TIME");
}

} // namespace vow::agent
