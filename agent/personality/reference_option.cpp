#include "agent/personality/reference_option.h"

#include "protocol/data/json_layout.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>

namespace vow::agent {
namespace {

using Argument = ReferenceOption::Argument;
using MaybeReply = std::optional<Reply>;

void add_words(std::vector<std::string>& words, const std::string& list) {
    std::size_t begin = 0;
    while (begin <= list.size()) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        if (end > begin) words.push_back(list.substr(begin, end - begin));
        begin = end + 1;
    }
}

MaybeReply refused(const std::string& why) {
    return Reply{number_of(ExitStatus::not_kept), why + "\n"};
}

MaybeReply at_least(Options& options, LogLevel level) {
    options.console.level = std::max(options.console.level, level);
    return {};
}

MaybeReply ignore(Options&, const std::string&) {
    return {};
}

MaybeReply bundle_sequence(Options& options, const std::string& value) {
    add_words(options.language.cfengine.bundle_sequence, value);
    return {};
}
MaybeReply full_check(Options& options, const std::string&) {
    options.run.purpose = Purpose::check;
    return {};
}
MaybeReply color(Options& options, const std::string& value) {
    if (value.empty() || value == "auto")
        options.console.color = Color::automatic;
    else if (value == "always")
        options.console.color = Color::always;
    else if (value == "never")
        options.console.color = Color::never;
    else
        return refused("Unrecognized option color '" + value + "'");
    return {};
}
MaybeReply debug(Options& options, const std::string&) {
    return at_least(options, LogLevel::debug);
}
MaybeReply define(Options& options, const std::string& value) {
    add_words(options.language.cfengine.define, value);
    return {};
}
MaybeReply dry_run(Options& options, const std::string&) {
    options.run.policy = Terms::Policy::dry_run;
    return {};
}
MaybeReply file(Options& options, const std::string& value) {
    options.subject = value;
    return {};
}
MaybeReply ignore_preferred(Options& options, const std::string&) {
    options.hard_classes.emplace_back("ignore_preferred_augments");
    return {};
}
MaybeReply inform(Options& options, const std::string&) {
    return at_least(options, LogLevel::info);
}
MaybeReply log_level(Options& options, const std::string& value) {
    std::string word = lower_case(value);
    if (word == "inform") word = "info";
    const auto level = log_level_from(word);
    if (!level || level == LogLevel::critical) return refused("Invalid log level: '" + value + "'");
    options.console.level = *level;
    return {};
}
MaybeReply negate(Options& options, const std::string& value) {
    add_words(options.language.cfengine.negate, value);
    return {};
}
MaybeReply no_lock(Options& options, const std::string&) {
    options.run.use_locks = false;
    return {};
}
MaybeReply not_ours(Options&, const std::string&) {
    return refused(
        "   error: This agent only runs policy: it does not bootstrap, and has no self-diagnostics"
    );
}
MaybeReply output_format(Options& options, const std::string& value) {
    static constexpr std::array<std::string_view, 4> formats = {
        "cf", "json", "cf-full", "json-full"};
    const bool is_known = std::find(formats.begin(), formats.end(), value) != formats.end();
    options.policy_format = is_known ? value : "";
    if (is_known || value == "none") return {};
    return refused(
        "   error: Invalid policy output format: '" + value +
        "'. Possible values are 'none', 'cf', 'json', 'cf-full', 'json-full'"
    );
}
MaybeReply syntax_description(Options& options, const std::string& value) {
    if (value == "none") return {};
    if (value != "json") {
        return refused(
            "   error: Invalid syntax description output format: '" + value +
            "'. Possible values are 'none', 'json'"
        );
    }
    const Data vocabulary = make_language({}, options.language, options.personality)->vocabulary();
    const JsonLayout layout = {.indent = 2, .members = JsonLayout::Members::sorted};
    return Reply{number_of(ExitStatus::success), laid_out(vocabulary, layout) + "\n"};
}
MaybeReply show_classes(Options& options, const std::string& value) {
    options.show_classes = value;
    return {};
}
MaybeReply show_variables(Options& options, const std::string& value) {
    options.show_variables = value;
    return {};
}
MaybeReply simulate(Options& options, const std::string& value) {
    constexpr std::array<std::pair<std::string_view, SimulationMode>, 3> modes = {
        {{"manifest", SimulationMode::manifest},
         {"manifest-full", SimulationMode::manifest_full},
         {"diff", SimulationMode::diff}}};
    const auto* const mode = std::ranges::find(
        modes, lower_case(value), &std::pair<std::string_view, SimulationMode>::first
    );
    if (mode == modes.end()) {
        return refused(
            "   error: Invalid argument for --simulate, 'manifest' or 'diff' required, not '" +
            value + "'"
        );
    }
    options.run.policy = Terms::Policy::simulate;
    options.simulation = mode->second;
    return {};
}
MaybeReply timestamp(Options& options, const std::string&) {
    options.console.timestamps = Timestamps::of_logs;
    return {};
}
MaybeReply verbose(Options& options, const std::string&) {
    return at_least(options, LogLevel::verbose);
}
MaybeReply version(Options&, const std::string&) {
    return Reply{number_of(ExitStatus::success), "CFEngine Core 3.27.0\n"};
}
MaybeReply work_directory(Options& options, const std::string& value) {
    options.work_directory = value;
    return {};
}

enum class Program { both, cf_agent, cf_promises };

struct Row {
    Program program;
    ReferenceOption option;
};

constexpr Row rows[] = {
    {Program::cf_agent, {"bootstrap", 'B', Argument::required, "Not supported", &not_ours}},
    {Program::cf_agent,
     {"bundlesequence",
      'b',
      Argument::required,
      "Run these bundles, separated by commas",
      &bundle_sequence}},
    {Program::both,
     {"workdir",
      'w',
      Argument::required,
      "Work in this folder (as CFENGINE_TEST_OVERRIDE_WORKDIR does)",
      &work_directory}},
    {Program::both, {"debug", 'd', Argument::none, "Show everything", &debug}},
    {Program::both,
     {"define", 'D', Argument::required, "Define these classes, separated by commas", &define}},
    {Program::cf_agent, {"self-diagnostics", 'x', Argument::optional, "Not supported", &not_ours}},
    {Program::cf_agent,
     {"dry-run", 'n', Argument::none, "Change nothing; show what would be changed", &dry_run}},
    {Program::both,
     {"file", 'f', Argument::required, "The policy; FILE as an argument goes before", &file}},
    {Program::both, {"help", 'h', Argument::none, "Print this", nullptr}},
    {Program::cf_agent, {"inform", 'I', Argument::none, "Show changes", &inform}},
    {Program::both,
     {"log-level",
      'g',
      Argument::required,
      "error, warning, notice, info, verbose or debug",
      &log_level}},
    {Program::both,
     {"negate",
      'N',
      Argument::required,
      "Never define these classes, separated by commas",
      &negate}},
    {Program::cf_agent,
     {"no-lock", 'K', Argument::none, "Run promises even if they ran a moment ago", &no_lock}},
    {Program::both, {"verbose", 'v', Argument::none, "Show each step", &verbose}},
    {Program::both, {"version", 'V', Argument::none, "Print the version", &version}},
    {Program::cf_agent, {"timing-output", 't', Argument::none, "Has no effect", &ignore}},
    {Program::cf_agent, {"trust-server", 'T', Argument::required, "Has no effect", &ignore}},
    {Program::both, {"color", 'C', Argument::optional, "always, auto or never", &color}},
    {Program::cf_agent, {"no-extensions", 'E', Argument::none, "Has no effect", &ignore}},
    {Program::both,
     {"timestamp", 'l', Argument::none, "Begin each line with the time", &timestamp}},
    {Program::both,
     {"ignore-preferred-augments",
      0,
      Argument::none,
      "Read def.json, not def_preferred.json",
      &ignore_preferred}},
    {Program::both, {"log-modules", 0, Argument::required, "Has no effect", &ignore}},
    {Program::cf_agent,
     {"show-evaluated-classes",
      0,
      Argument::optional,
      "List the classes at the end, those that match",
      &show_classes}},
    {Program::cf_agent,
     {"show-evaluated-vars",
      0,
      Argument::optional,
      "List the variables at the end, those that match",
      &show_variables}},
    {Program::cf_agent, {"skip-bootstrap-policy-run", 0, Argument::none, "Has no effect", &ignore}},
    {Program::cf_agent, {"skip-db-check", 0, Argument::optional, "Has no effect", &ignore}},
    {Program::cf_agent,
     {"simulate",
      0,
      Argument::required,
      "Change nothing; show the files as they would be: manifest, manifest-full or diff",
      &simulate}},
    {Program::cf_promises, {"eval-functions", 0, Argument::optional, "Has no effect", &ignore}},
    {Program::cf_promises,
     {"show-classes", 0, Argument::optional, "List the classes, those that match", &show_classes}},
    {Program::cf_promises,
     {"show-vars", 0, Argument::optional, "List the variables, those that match", &show_variables}},
    {Program::cf_promises,
     {"bundlesequence",
      'b',
      Argument::required,
      "Check with this sequence of bundles",
      &bundle_sequence}},
    {Program::cf_promises, {"dry-run", 'n', Argument::none, "Has no effect", &ignore}},
    {Program::cf_promises, {"inform", 'I', Argument::none, "Show more", &inform}},
    {Program::cf_promises, {"diagnostic", 'x', Argument::none, "Has no effect", &ignore}},
    {Program::cf_promises,
     {"policy-output-format",
      'p',
      Argument::required,
      "Print the policy: none, cf, json, and with all it includes cf-full or json-full",
      &output_format}},
    {Program::cf_promises,
     {"syntax-description",
      's',
      Argument::required,
      "Print the vocabulary of the language: json, or none",
      &syntax_description}},
    {Program::cf_promises,
     {"full-check", 'c', Argument::none, "Check what would run, too", &full_check}},
    {Program::cf_promises, {"warn", 'W', Argument::required, "Has no effect", &ignore}},
    {Program::cf_promises, {"tag-release", 'T', Argument::required, "Has no effect", &ignore}},
};

} // namespace

std::vector<ReferenceOption> reference_options_of(Personality personality) {
    const Program wanted =
        personality == Personality::cf_agent ? Program::cf_agent : Program::cf_promises;
    std::vector<ReferenceOption> options;
    for (const Row& row : rows) {
        if (row.program == Program::both || row.program == wanted) options.push_back(row.option);
    }
    return options;
}

} // namespace vow::agent
