#include "modules/cron/schedule.h"
#include "modules/everyday/edited_file.h"
#include "modules/everyday/everyday.h"
#include "modules/makers.h"
#include "modules/sdk/cpp/text.h"
#include "modules/sdk/cpp/tool.h"
#include "protocol/system/accounts.h"
#include "protocol/text/name_grammar.h"
#include "protocol/text/text.h"
#include "protocol/text/unified_diff.h"

#include <algorithm>

#include <unistd.h>

namespace vow::modules {
namespace {

constexpr std::string_view job_folder = "/etc/cron.d/";
constexpr mode_t job_mode = 0644;
constexpr std::string_view job_mark = "# vow: ";
const std::string job_variable = R"([A-Za-z_][A-Za-z0-9_]*=[^\x00\r\n]*)";

PromiseTypeDescription cron_type() {
    const std::string field = R"([^\x00-\x20\x7f]+)";
    PromiseTypeDescription type{
        .name = "cron",
        .summary = "jobs that cron runs",
        .promiser_summary = "the name of the job",
        .promiser_pattern = std::string(names::filled_line.pattern),
    };
    type.attributes = {
        {.name = "command",
         .pattern = std::string(names::filled_line.pattern),
         .summary = "what cron runs, by a shell; a % in it is written \\%"},
        {.name = "schedule",
         .pattern = std::string(names::filled_line.pattern),
         .summary = "when: 0 3 * * *, or @daily"},
        {.name = "minute", .pattern = field, .summary = "0 to 59; * unless promised"},
        {.name = "hour", .pattern = field, .summary = "0 to 23; * unless promised"},
        {.name = "day", .pattern = field, .summary = "of the month, 1 to 31; * unless promised"},
        {.name = "month", .pattern = field, .summary = "1 to 12, or jan to dec; * unless promised"},
        {.name = "weekday",
         .pattern = field,
         .summary = "0 to 7, or sun to sat; * unless promised"},
        {.name = "user",
         .pattern = std::string(names::user.pattern),
         .summary = "who runs it; root or, with a crontab, its owner, unless promised"},
        texts_attribute("environment", job_variable, "variables for it, as NAME=value"),
        {.name = "file",
         .pattern = R"(/[^\x00-\x1f\x7f]*|[A-Za-z0-9_-]+)",
         .summary = "crontab for the one of the user, a name in /etc/cron.d, or a path"},
        absent_attribute("cron does not run the job"),
    };
    type.rules = required_unless_absent({"command"});
    const std::vector<std::string> times = {"minute", "hour", "day", "month", "weekday"};
    type.rules.push_back({.with = {"schedule"}, .excludes = times});
    type.rules.push_back(
        {.needs = {"schedule", "minute", "hour", "day", "month", "weekday", "absent"}}
    );
    type.examples = {"cron:\n  \"backup\"\n    command => \"/usr/local/bin/backup\",\n"
                     "    schedule => \"0 3 * * *\";"};
    return type;
}

std::vector<std::string> faults_of_cron(const Promise& promise) {
    const Settings settings(promise.attributes);
    if (settings.holds("absent")) return {};
    const Schedule schedule(settings);
    const auto fault = schedule.fault();
    if (!fault) return {};
    return {text({"The schedule '", schedule.text(), "' ", *fault})};
}

/// Where a job stands. The files in /etc/cron.d, and /etc/crontab, name the user in each line.
struct JobFile {
    std::string path; ///< empty: the crontab of the user, which only the program crontab edits
    bool has_user = false;

    static JobFile of(const Promise& promise) {
        const Settings settings(promise.attributes);
        std::string usual = "crontab";
        if (::geteuid() == 0) usual = "vow-" + canonified(promise.promiser);
        const std::string file = settings.text_or("file", usual);
        if (file == "crontab") return {};
        if (!file.starts_with('/')) return {std::string(job_folder) + file, true};
        return {file, base_name_of(folder_of(file)) == "cron.d" || file == "/etc/crontab"};
    }
};

/// A job in the lines of a file: a comment with its name, variables, and the line for cron.
class Job {
public:
    Job(const Promise& promise, bool has_user) : name_(std::string(job_mark) + promise.promiser) {
        const Settings settings(promise.attributes);
        if (settings.holds("absent")) return;
        lines_ = {name_};
        for (std::string& variable : settings.list("environment"))
            lines_.push_back(std::move(variable));
        std::string line = Schedule(settings).text() + " ";
        if (has_user) line += settings.text_or("user", "root") + " ";
        lines_.push_back(line + settings.text_or("command", ""));
    }

    /// Puts the job where it stands already or at the end, once; takes it away if it has no lines.
    void keep_in(Lines& lines) const {
        std::optional<std::size_t> place;
        while (const auto at = lines.find([&](const std::string& line) { return line == name_; })) {
            remove_at(*at, lines);
            if (!place) place = at;
        }
        std::size_t at = place.value_or(lines.size());
        for (const std::string& line : lines_)
            lines.insert(at++, line);
    }

private:
    static bool is_variable(std::string_view line) {
        const std::string_view name = trimmed(line.substr(0, line.find('=')));
        return name.size() < line.size() && !name.empty() && std::ranges::all_of(name, [](char c) {
                   return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '_';
               });
    }

    static void remove_at(std::size_t at, Lines& lines) {
        lines.remove(at);
        while (at < lines.size() && is_variable(lines[at]))
            lines.remove(at);
        if (at < lines.size() && !lines[at].empty() && !lines[at].starts_with('#'))
            lines.remove(at);
    }

    const std::string name_;
    std::vector<std::string> lines_; ///< empty: absent
};

// --- the crontab of a user ---

ToolCall crontab_of(const Settings& settings, const std::string& action) {
    ToolCall call{.name = "crontab"};
    if (const auto user = settings.text("user")) call.arguments = {"-u", *user};
    call.arguments.push_back(action);
    return call;
}

void keep_crontab(const Promise& promise, Record& record, Log& log) {
    const Settings settings(promise.attributes);
    const std::string what = text({"job '", promise.promiser, "' in the crontab"});
    ToolCall listing = crontab_of(settings, "-l");
    const ToolRun listed = run_tool(listing, promise, log);
    if (!listed.succeeded && listed.problem.find("no crontab") == std::string::npos)
        return record.missing(text({"Cannot read the crontab: ", listed.problem}));
    if (!listed.is_whole) return record.failed("The crontab is too large to be changed");
    const std::string before =
        listed.succeeded && !listed.output.empty() ? listed.output + "\n" : "";
    Lines lines(before);
    Job(promise, false).keep_in(lines);
    const std::string after = lines.text();
    const bool is_absent = settings.holds("absent");
    if (after == before)
        return record.kept(text({"The ", what, is_absent ? " is absent" : " is as promised"}));
    const auto changed = ChangedLines::between(before, after);
    if (!record.allows(
            {.what = text({is_absent ? "remove " : "set ", what}),
             .before = std::string(changed.before),
             .after = std::string(changed.after),
             .diff = unified_diff(before, after, "crontab"),
             .action = ChangeAction::update,
             .kind = "other",
             .object = "crontab " + settings.text_or("user", ""),
             .field = "content"}
        )) {
        return;
    }
    ToolCall writing = crontab_of(settings, "-");
    writing.input = after;
    const ToolRun written = run_tool(writing, promise, log);
    if (!written.succeeded)
        return record.failed(text({"Cannot change the crontab: ", written.problem}));
    record.repaired(text({is_absent ? "Removed " : "Set ", what}));
}

void keep_file(const Promise& promise, const JobFile& where, Record& record) {
    auto file = EditedFile::open(where.path, record);
    if (!file) return;
    Lines lines = file->lines();
    Job(promise, where.has_user).keep_in(lines);
    const std::string what = text({"job '", promise.promiser, "' in '", where.path, "'"});
    const bool is_absent = Settings(promise.attributes).holds("absent");
    const bool is_job_file = where.path.starts_with(job_folder);
    if (is_absent && is_job_file && lines.text().empty()) {
        file->keep_absent(what);
        return;
    }
    EditedFile::Creation creation{.with_folders = is_job_file};
    if (where.has_user) creation.access.mode = job_mode;
    file->keep(
        lines.text(), is_absent ? EditedFile::removing(what) : EditedFile::setting(what), creation
    );
}

Outcome keep_cron(const Promise& promise, Record& record, Log& log) {
    const JobFile where = JobFile::of(promise);
    if (where.path.empty())
        keep_crontab(promise, record, log);
    else
        keep_file(promise, where, record);
    return {};
}

} // namespace

std::unique_ptr<Module> make_cron_module() {
    return std::make_unique<EverydayModule>(cron_type(), keep_cron, faults_of_cron);
}

} // namespace vow::modules
