#include "agent/run/applied_plan.h"

#include "agent/command_line/arguments.h"
#include "agent/personality/work_directory.h"
#include "policy/run/usage_error.h"
#include "protocol/system/place.h"

#include <cerrno>
#include <cstring>

#include <unistd.h>

namespace vow::agent {
namespace {

constexpr std::size_t max_plan_bytes = std::size_t{64} << 20U;

std::string text_in(const std::string& path) {
    const auto place = Place::at(path);
    const auto opened = place ? place->open_target(Place::Access::read)
                              : SystemResult<OpenFile>::failed(place.error());
    if (!opened)
        throw UsageError(
            "the plan '" + path + "' cannot be read: " +
            (opened.error() == EINVAL ? "it is not a regular file" : std::strerror(opened.error()))
        );
    auto text = read_all(opened->file, max_plan_bytes + 1);
    if (!text) throw UsageError("the plan '" + path + "' cannot be read: " + std::strerror(errno));
    if (text->size() > max_plan_bytes) throw PlanRefused("it is larger than a plan can be, 64 MiB");
    return *std::move(text);
}

std::string age_text(std::chrono::seconds age) {
    constexpr long minute = 60, hour = 60 * minute;
    const long count = age.count();
    if (count >= 2 * hour) return std::to_string(count / hour) + " hours";
    if (count >= 2 * minute) return std::to_string(count / minute) + " minutes";
    return std::to_string(count) + " seconds";
}

void check_age(const PlanFile& plan, std::chrono::seconds most) {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    const std::chrono::seconds age = now - plan.made;
    if (age < std::chrono::seconds(0)) throw PlanRefused("it was made at a time that has not come");
    if (age > most)
        throw PlanRefused(
            "it is too old: it was made " + age_text(age) + " ago, and --max-age is " +
            age_text(most)
        );
}

PlanFile accepted_plan(const Options& given) {
    PlanFile plan = plan_from(text_in(given.plan_file), PlanKey::found_in(state_folder_of(given)));
    if (plan.host != this_host()) throw PlanRefused("it was made on another host");
    if (given.max_plan_age) check_age(plan, *given.max_plan_age);
    return plan;
}

/// The options of the policy are those of the plan.
Options options_of(const PlanFile& plan, const Options& given) {
    auto parsed = options_from(plan.words);
    const auto* planned = std::get_if<Options>(&parsed);
    if (planned == nullptr)
        throw PlanRefused("this vow does not take the options that it was made with");
    Options options = given;
    options.subject = planned->subject;
    options.language = planned->language;
    if (!given.language.only.empty()) options.language.only = given.language.only;
    options.language.skopos.work_folder = given.language.skopos.work_folder;
    options.language.skopos.action_limit = given.language.skopos.action_limit;
    options.run = planned->run;
    options.run.policy = Terms::Policy::fix;
    options.run.use_locks = given.run.use_locks;
    options.modules_folders = planned->modules_folders;
    options.path_trust = planned->path_trust;
    options.max_values = planned->max_values;
    return options;
}

} // namespace

std::string state_folder_of(const Options& options) {
    return work_directory_of(options.work_directory, options.personality) + "/state";
}

std::string refusal_of(const std::string& plan_file, const std::string& why) {
    return "the plan '" + plan_file + "' is refused: " + why;
}

AppliedPlan open_plan(const Options& given) {
    try {
        PlanFile plan = accepted_plan(given);
        Options own = given;
        for (std::string* path : {&own.events, &own.log.file.path}) {
            if (*path != "-") *path = absolute_path(*path);
        }
        if (::chdir(plan.folder.c_str()) != 0)
            throw PlanRefused(
                "the folder '" + plan.folder +
                "', in which it was made, cannot be entered: " + std::strerror(errno)
            );
        Options options = options_of(plan, own);
        return {std::move(plan), std::move(options)};
    } catch (const PlanRefused& refusal) {
        throw UsageError(refusal_of(given.plan_file, refusal.what()));
    }
}

} // namespace vow::agent
