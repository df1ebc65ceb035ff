#include "agent/personality/reference_options.h"

#include "agent/machine/work_directory.h"

#include <algorithm>
#include <array>
#include <span>

#include <getopt.h>

namespace vow::agent {
namespace {

enum class Argument { none, required, optional };

/// One option, and what it does to what is asked for. A reply ends the reading.
struct Option {
    const char* name;
    char letter; ///< 0: only the long form
    Argument argument;
    const char* help;
    std::optional<Reply> (*apply)(Options& options, const std::string& value);
};

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
    add_words(options.run.bundle_sequence, value);
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
    add_words(options.run.define, value);
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
    std::string word = value;
    std::transform(word.begin(), word.end(), word.begin(), ::tolower);
    if (word == "inform") word = "info";
    const auto level = log_level_from(word);
    if (!level || level == LogLevel::critical) return refused("Invalid log level: '" + value + "'");
    options.console.level = *level;
    return {};
}
MaybeReply negate(Options& options, const std::string& value) {
    add_words(options.run.negate, value);
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
    using enum Printing::Form;
    using enum Printing::Extent;
    static constexpr std::array<std::pair<std::string_view, Printing>, 4> formats = {{
        {"cf", {policy, entry}},
        {"json", {json, entry}},
        {"cf-full", {policy, whole}},
        {"json-full", {json, whole}},
    }};
    options.printing.reset();
    for (const auto& [name, printing] : formats) {
        if (name == value) options.printing = printing;
    }
    if (options.printing || value == "none") return {};
    return refused(
        "   error: Invalid policy output format: '" + value +
        "'. Possible values are 'none', 'cf', 'json', 'cf-full', 'json-full'"
    );
}
MaybeReply syntax_description(Options&, const std::string& value) {
    if (value == "none") return {};
    return refused("   error: The syntax description '" + value + "' is not supported");
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
    if (value != "manifest" && value != "manifest-full" && value != "diff") {
        return refused("   error: Invalid simulate mode: '" + value + "'");
    }
    options.run.policy = Terms::Policy::simulate;
    options.warnings.push_back(
        "--simulate=" + value +
        " is not implemented: what would be changed is said in warnings, nothing is tried out"
    );
    return {};
}
MaybeReply timestamp(Options& options, const std::string&) {
    options.console.timestamps = Timestamps::yes;
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

constexpr Option agent_options[] = {
    {"bootstrap", 'B', Argument::required, "Not supported", &not_ours},
    {"bundlesequence",
     'b',
     Argument::required,
     "Run these bundles, separated by commas",
     &bundle_sequence},
    {"workdir",
     'w',
     Argument::required,
     "Work in this folder (as CFENGINE_TEST_OVERRIDE_WORKDIR does)",
     &work_directory},
    {"debug", 'd', Argument::none, "Say everything", &debug},
    {"define", 'D', Argument::required, "Define these classes, separated by commas", &define},
    {"self-diagnostics", 'x', Argument::optional, "Not supported", &not_ours},
    {"dry-run", 'n', Argument::none, "Change nothing; say what would be changed", &dry_run},
    {"file", 'f', Argument::required, "The policy; FILE as an argument goes before", &file},
    {"help", 'h', Argument::none, "Print this", nullptr},
    {"inform", 'I', Argument::none, "Say what is changed", &inform},
    {"log-level",
     'g',
     Argument::required,
     "error, warning, notice, info, verbose or debug",
     &log_level},
    {"negate", 'N', Argument::required, "Never define these classes, separated by commas", &negate},
    {"no-lock", 'K', Argument::none, "Run promises even if they ran a moment ago", &no_lock},
    {"verbose", 'v', Argument::none, "Say what is done", &verbose},
    {"version", 'V', Argument::none, "Print the version", &version},
    {"timing-output", 't', Argument::none, "Has no effect", &ignore},
    {"trust-server", 'T', Argument::required, "Has no effect", &ignore},
    {"color", 'C', Argument::optional, "always, auto or never", &color},
    {"no-extensions", 'E', Argument::none, "Has no effect", &ignore},
    {"timestamp", 'l', Argument::none, "Begin each line with the time", &timestamp},
    {"ignore-preferred-augments",
     0,
     Argument::none,
     "Read def.json, not def_preferred.json",
     &ignore_preferred},
    {"log-modules", 0, Argument::required, "Has no effect", &ignore},
    {"show-evaluated-classes",
     0,
     Argument::optional,
     "List the classes at the end, those that match",
     &show_classes},
    {"show-evaluated-vars",
     0,
     Argument::optional,
     "List the variables at the end, those that match",
     &show_variables},
    {"skip-bootstrap-policy-run", 0, Argument::none, "Has no effect", &ignore},
    {"skip-db-check", 0, Argument::optional, "Has no effect", &ignore},
    {"simulate",
     0,
     Argument::required,
     "Change nothing; say what would be changed, in warnings rather than a manifest",
     &simulate},
};

constexpr Option promises_options[] = {
    {"workdir",
     'w',
     Argument::required,
     "Work in this folder (as CFENGINE_TEST_OVERRIDE_WORKDIR does)",
     &work_directory},
    {"eval-functions", 0, Argument::optional, "Has no effect", &ignore},
    {"show-classes", 0, Argument::optional, "List the classes, those that match", &show_classes},
    {"show-vars", 0, Argument::optional, "List the variables, those that match", &show_variables},
    {"help", 'h', Argument::none, "Print this", nullptr},
    {"bundlesequence",
     'b',
     Argument::required,
     "Check with this sequence of bundles",
     &bundle_sequence},
    {"debug", 'd', Argument::none, "Say everything", &debug},
    {"verbose", 'v', Argument::none, "Say what is done", &verbose},
    {"log-level",
     'g',
     Argument::required,
     "error, warning, notice, info, verbose or debug",
     &log_level},
    {"dry-run", 'n', Argument::none, "Has no effect", &ignore},
    {"version", 'V', Argument::none, "Print the version", &version},
    {"file", 'f', Argument::required, "The policy; FILE as an argument goes before", &file},
    {"define", 'D', Argument::required, "Define these classes, separated by commas", &define},
    {"negate", 'N', Argument::required, "Never define these classes, separated by commas", &negate},
    {"inform", 'I', Argument::none, "Say more", &inform},
    {"diagnostic", 'x', Argument::none, "Has no effect", &ignore},
    {"policy-output-format",
     'p',
     Argument::required,
     "Print the policy: none, cf, json, and with all it includes cf-full or json-full",
     &output_format},
    {"syntax-description", 's', Argument::required, "none", &syntax_description},
    {"full-check", 'c', Argument::none, "Check what would run, too", &full_check},
    {"warn", 'W', Argument::required, "Has no effect", &ignore},
    {"color", 'C', Argument::optional, "always, auto or never", &color},
    {"tag-release", 'T', Argument::required, "Has no effect", &ignore},
    {"timestamp", 'l', Argument::none, "Begin each line with the time", &timestamp},
    {"ignore-preferred-augments",
     0,
     Argument::none,
     "Read def.json, not def_preferred.json",
     &ignore_preferred},
    {"log-modules", 0, Argument::required, "Has no effect", &ignore},
};

std::string usage_text(const char* program, std::span<const Option> options) {
    std::string text = "Usage: " + std::string(program) + " [OPTIONS] [FILE]\n\nOptions:\n";
    for (const Option& option : options) {
        std::string line = "  --" + std::string(option.name);
        if (option.letter != 0) line.append(", -").append(1, option.letter);
        if (option.argument != Argument::none) line += " value";
        line.resize(std::max<std::size_t>(line.size() + 1, 38), ' ');
        text += line + option.help + "\n";
    }
    return text;
}

/// getopt's own tables, made from ours.
class Getopt {
public:
    explicit Getopt(std::span<const Option> options) : options_(options) {
        for (const Option& option : options) {
            const int has_argument = static_cast<int>(option.argument); // as getopt numbers them
            long_.push_back({option.name, has_argument, nullptr, 0});
            if (option.letter == 0) continue;
            short_ += option.letter;
            short_.append(static_cast<std::size_t>(has_argument), ':');
        }
        long_.push_back({});
    }

    /// The next option; null at the end, or when there is none of that name (getopt has said so).
    const Option* next(std::vector<char*>& words) {
        int index = -1;
        result_ = ::getopt_long(
            static_cast<int>(words.size()) - 1, words.data(), short_.c_str(), long_.data(), &index
        );
        if (result_ == -1 || result_ == '?') return nullptr;
        if (index >= 0) return &options_[static_cast<std::size_t>(index)];
        return std::find_if(
                   options_.begin(),
                   options_.end(),
                   [this](const Option& option) { return option.letter == result_; }
        ).base();
    }
    bool failed() const { return result_ == '?'; }

private:
    std::span<const Option> options_;
    std::vector<::option> long_;
    std::string short_;
    int result_ = 0;
};

/// Policy by a relative name is looked for among the inputs, unless it says where it is.
std::string policy_path(const Options& options) {
    const std::string& path = options.subject;
    const bool is_located =
        path.starts_with('/') || path.starts_with("./") || path.starts_with("../");
    if (is_located) return path;
    return work_directory_of(options.work_directory) + "/inputs/" +
           (path.empty() ? "promises.cf" : path);
}

} // namespace

std::variant<Options, Reply>
reference_options_from(Personality personality, const std::vector<std::string>& arguments) {
    const bool is_agent = personality == Personality::cf_agent;
    const char* program = is_agent ? "cf-agent" : "cf-promises";
    const std::span<const Option> known = is_agent ? std::span<const Option>(agent_options)
                                                   : std::span<const Option>(promises_options);
    Options options{
        .command = is_agent ? Options::Command::run : Options::Command::check,
        .personality = personality,
        .run = {.purpose = is_agent ? Purpose::run : Purpose::check_part},
        .console = {.color = Color::never},
    };
    std::vector<std::string> copies = arguments;
    copies.insert(copies.begin(), program);
    std::vector<char*> words;
    for (std::string& copy : copies)
        words.push_back(copy.data());
    words.push_back(nullptr);

    Getopt reader(known);
    while (const Option* option = reader.next(words)) {
        if (option->apply == nullptr) {
            return Reply{number_of(ExitStatus::success), usage_text(program, known)};
        }
        if (auto reply = option->apply(options, optarg != nullptr ? optarg : "")) return *reply;
    }
    if (reader.failed()) return Reply{number_of(ExitStatus::not_kept), usage_text(program, known)};
    if (words[static_cast<std::size_t>(optind)] != nullptr) {
        options.subject = words[static_cast<std::size_t>(optind)];
    }
    options.subject = policy_path(options);
    return options;
}

} // namespace vow::agent
