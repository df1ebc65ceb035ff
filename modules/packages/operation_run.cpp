#include "modules/packages/operation_run.h"

#include "modules/packages/side_effects.h"
#include "modules/sdk/cpp/manner.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::modules {
namespace {

/// The words for an operation: the participle that starts its line, and the command's attribute.
struct OperationWords {
    PackageOperation operation;
    std::string_view doing;
    std::string_view to_do;
    std::string_view attribute;
};

constexpr OperationWords operation_words[] = {
    {PackageOperation::remove, "Deleting", "uninstalling", "package_delete_command"},
    {PackageOperation::add, "Installing", "installing", "package_add_command"},
    {PackageOperation::update, "Updating", "updating", "package_update_command"},
    {PackageOperation::patch, "Patching", "patching", "package_patch_command"},
    {PackageOperation::verify, "Verifying", "verifying", "package_verify_command"},
};

const OperationWords& words_for(PackageOperation operation) {
    return *std::ranges::find(operation_words, operation, &OperationWords::operation);
}

constexpr std::size_t max_name_length = 39; ///< of a package in a line about its operation

/// The first 20 characters of a command from its base name on, to the right.
std::string summary_of(std::string_view line) {
    const std::string_view program = line.substr(0, line.find(' '));
    const auto slash = program.rfind('/');
    std::string summary(line.substr(slash == program.npos ? 0 : slash + 1, 20));
    summary.insert(0, 20 - summary.size(), ' ');
    return summary;
}

std::string finished_words(const std::string& promiser) {
    return text({"Finished command related to promiser '", promiser, "' -- "});
}

std::string error_words(const std::string& promiser, const ToolRun& ran) {
    const bool has_status = acts_as_reference() && ran.status;
    const std::string how =
        has_status ? ", returned " + std::to_string(*ran.status) : text({": ", ran.problem});
    return text({finished_words(promiser), "an error occurred", how});
}

} // namespace

OperationRun::Did OperationRun::run(PackageOperation operation, const std::string& argument) {
    const OperationWords& words = words_for(operation);
    const std::string& promiser = record_.promise().promiser;
    std::string line = method_.command(operation);
    if (line.empty()) {
        record_.failed(text({"The package method has no ", words.attribute}));
        return Did::nothing;
    }
    const Terms& terms = record_.promise().terms;
    if (terms.only_warns()) {
        record_.warned(text(
            {"Need to repair promise '",
             promiser,
             "' by '",
             words.to_do,
             "' package '",
             argument,
             "'"}
        ));
        warn_of_unknown_effects(record_, "the package method");
        return Did::nothing;
    }
    record_.log(
        LogLevel::info, text({words.doing, " ", promiser.substr(0, max_name_length), "..."})
    );
    if (!record_.allows(text({"run the ", words.attribute, " for package '", argument, "'"}))) {
        warn_of_unknown_effects(record_, "the package method");
        return Did::nothing;
    }
    if (line.ends_with('$'))
        line.pop_back();
    else
        line += " " + commands_.argument(argument);
    if (!commands_.can_run(line)) {
        record_.failed(
            text({"The proposed package schedule command '", line, "' was not executable"})
        );
        return Did::nothing;
    }
    judge(commands_.run(line), line, argument);
    return Did::run;
}

bool OperationRun::may_schedule(PackageOperation operation, const std::string& argument) {
    if (record_.promise().terms.changes_allowed() && !method_.command(operation).empty())
        return true;
    run(operation, argument);
    return false;
}

void OperationRun::run(BulkSchedule::Group& group) {
    const std::string& promiser = group.items.front().promiser;
    std::string line = method_.command(group.operation);
    group.has_run = true;
    record_.log(
        LogLevel::info,
        text({words_for(group.operation).doing, " ", promiser.substr(0, max_name_length), "..."})
    );
    if (line.ends_with('$')) {
        line.pop_back();
    } else {
        for (const BulkSchedule::Item& item : group.items)
            line.append(" ").append(commands_.argument(item.argument));
    }
    if (!commands_.can_run(line)) {
        record_.log(
            LogLevel::error,
            text({"The proposed package schedule command '", line, "' was not executable"})
        );
        return;
    }
    const ToolRun ran = commands_.run(line);
    log_output(ran, line);
    group.has_succeeded = ran.succeeded;
    if (ran.succeeded)
        return record_.log(LogLevel::verbose, finished_words(promiser) + "succeeded");
    record_.log(LogLevel::error, error_words(promiser, ran));
    for (const BulkSchedule::Item& item : group.items) {
        record_.log(
            LogLevel::error,
            text(
                {"Bulk package schedule execution failed somewhere - unknown outcome for '",
                 item.argument,
                 "'"}
            )
        );
    }
}

void OperationRun::log_output(const ToolRun& ran, const std::string& line) {
    for (const std::string_view output : filled_lines_of(ran.output))
        record_.log(LogLevel::info, text({"Q:", summary_of(line), " ...:", output}));
}

void OperationRun::judge(const ToolRun& ran, const std::string& line, const std::string& argument) {
    log_output(ran, line);
    const std::string& promiser = record_.promise().promiser;
    if (ran.succeeded) {
        record_.log(LogLevel::verbose, finished_words(promiser) + "succeeded");
        return record_.add(Verdict::repaired);
    }
    record_.log(LogLevel::error, error_words(promiser, ran));
    record_.failed(text({"Package schedule execution failed for '", argument, "'"}));
}

} // namespace vow::modules
