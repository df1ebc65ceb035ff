#include "agent/command_line/output_options.h"

#include "agent/command_line/choice_option.h"

#include <algorithm>

namespace vow::agent {
namespace {

constexpr int max_old_files = 1000;
constexpr std::size_t max_slowest = 10'000;

const Choices<LogLevel> levels = {
    {"error", LogLevel::error},
    {"warning", LogLevel::warning},
    {"notice", LogLevel::notice},
    {"info", LogLevel::info},
    {"verbose", LogLevel::verbose},
    {"debug", LogLevel::debug},
};
const Choices<Color> colors = {
    {"always", Color::always}, {"auto", Color::automatic}, {"never", Color::never}};
const Choices<Format> formats = {{"text", Format::text}, {"json", Format::json}};
const Choices<Format> check_formats = {
    {"text", Format::text}, {"json", Format::json}, {"sarif", Format::sarif}};

void add_level(
    CLI::App& sub,
    Options& options,
    const std::string& names,
    LogLevel level,
    const std::string& what
) {
    sub.add_flag(
        names,
        [&options, level](auto) { options.console.level = std::max(options.console.level, level); },
        what
    );
}

LogFacility facility_from(const std::string& word) {
    if (const auto facility = log_facility_from(word)) return *facility;
    throw CLI::ValidationError(
        "--syslog-facility", "'" + word + "' is not one of: user, daemon, local0 to local7"
    );
}

void add_system_log(CLI::App& sub, Options& options) {
    sub.add_flag(
        "--syslog",
        [&options](auto) { options.log.syslog.wanted = Wanted::yes; },
        "Send the log to the system log, too"
    );
    sub.add_option_function<std::string>(
           "--syslog-facility",
           [&options](const std::string& word) {
               options.log.syslog.facility = facility_from(word);
           },
           "The facility of the lines there: user, daemon, local0 to local7 (default: the "
           "policy's, or user)"
    )
        ->type_name("WORD");
    sub.add_flag(
        "--journal",
        [&options](auto) { options.log.journal.wanted = Wanted::yes; },
        "Send the log to the systemd journal, too"
    );
    // Without help: tests listen there themselves.
    sub.add_option("--syslog-socket", options.log.syslog.socket)->group("");
    sub.add_option("--journal-socket", options.log.journal.socket)->group("");
}

} // namespace

void add_console(CLI::App& sub, Options& options) {
    add_level(sub, options, "-I,--inform", LogLevel::info, "Show changes");
    add_level(sub, options, "-v,--verbose", LogLevel::verbose, "Show each step");
    add_level(sub, options, "-d,--debug", LogLevel::debug, "Show everything");
    add_choice(sub, "-g,--log-level", options.console.level, levels, "How much to log");
    add_choice(sub, "-C,--color", options.console.color, colors, "Whether to color log lines");
    sub.add_flag(
        "-l,--timestamp",
        [&options](auto) { options.console.timestamps = Timestamps::yes; },
        "Begin each line with the time"
    );
}

void add_color(CLI::App& sub, Color& color) {
    add_choice(sub, "--color", color, colors, "Whether to color the output");
}

void add_log(CLI::App& sub, Options& options) {
    sub.add_option("--log-file", options.log.file.path, "Add the log to FILE, too")
        ->type_name("FILE");
    sub.add_option(
           "--log-file-size",
           options.log.file.max_size,
           "Begin a new log file before the old one exceeds this size (default: 10M)"
    )
        ->type_name("SIZE")
        ->transform(CLI::AsSizeValue(false))
        ->check(CLI::PositiveNumber);
    sub.add_option(
           "--log-file-count",
           options.log.file.old_files,
           "How many old log files to keep (default: 5)"
    )
        ->type_name("NUMBER")
        ->check(CLI::Range(0, max_old_files));
    add_system_log(sub, options);
}

void add_check_format(CLI::App& sub, Options& options) {
    add_choice(sub, "--format", options.format, check_formats, "The format of the diagnostics");
}

void add_format(CLI::App& sub, Options& options, const std::string& what) {
    add_choice(sub, "--format", options.format, formats, what);
}

void add_events(CLI::App& sub, Options& options) {
    sub.add_option(
           "--json",
           options.events,
           "Write the events as JSON, one object per line, to FILE ('-': standard output)"
    )
        ->type_name("FILE");
}

void add_measurements(CLI::App& sub, Options& options) {
    MeasurementOptions& wanted = options.measurements;
    sub.add_option(
           "--trace",
           wanted.trace,
           "Write where the time went to FILE, for Perfetto and chrome://tracing ('-': standard "
           "output)"
    )
        ->type_name("FILE");
    sub.add_option(
           "--slowest", wanted.slowest, "Show the slowest promises and modules at the end, so many"
    )
        ->type_name("NUMBER")
        ->check(CLI::Range(std::size_t{1}, max_slowest));
    sub.add_option(
           "--otlp",
           wanted.otlp,
           "Send the run to this collector of OpenTelemetry at its end, as a trace and metrics "
           "(OTLP, JSON by HTTP)"
    )
        ->type_name("URL");
}

void add_reports(CLI::App& sub, Options& options) {
    sub.add_option(
           "--reports",
           options.report_settings,
           "Send a report of the run to the destinations in this file (default for root: "
           "/etc/vow/pull.yaml)"
    )
        ->type_name("FILE");
}

void add_diff(CLI::App& sub, Options& options) {
    sub.add_flag(
        "--diff",
        [&options](auto) { options.console.diffs = Diffs::shown; },
        "Show the changes of texts as differences"
    );
}

} // namespace vow::agent
