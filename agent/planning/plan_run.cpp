#include "agent/planning/plan_run.h"

#include "agent/report/output_file.h"
#include "policy/run/usage_error.h"
#include "protocol/system/replacement.h"
#include "protocol/text/digest.h"

#include <algorithm>
#include <set>

namespace vow::agent {
namespace {

World with_facts(const World& around, Facts& facts) {
    return {
        around.keeper,
        around.descriptions,
        around.host,
        around.network,
        facts,
        around.state,
        around.observer,
        around.stop,
        around.options,
        around.catalogue};
}

/// Returns 0, or the errno of a failure.
int write_private(const std::string& path, const std::string& text) {
    constexpr mode_t private_mode = 0600;
    const auto place = output_place(path);
    if (!place) return place.error();
    return replace_file(*place, text, private_mode, Replacement::Durability::content);
}

} // namespace

PlanMaking::PlanMaking(const World& around, const ReadFiles& read)
    : read_(read),
      facts_(around.facts),
      world_(with_facts(around, facts_)) {}

void PlanMaking::write(
    PlanFile plan,
    const Plan& made,
    const Secrets& secrets,
    const std::string& path,
    const std::string& state_folder
) {
    const auto key = PlanKey::in(state_folder, world_.host);
    if (!key) throw UsageError("no plan is written: the key of the work folder, " + key.why_not);
    plan.host = this_host();
    plan.made = std::chrono::floor<std::chrono::seconds>(world_.host.now());
    plan.files = inputs_.files(read_, world_.host);
    plan.classes_of_time = facts_.classes_of_time();
    const Data document = secrets.masked(made.document());
    plan.changes = *document.find("changes");
    plan.follows = *document.find("follows");
    plan.untold = *document.find("untold");
    if (const int error = write_private(path, text_of(plan, *key)))
        throw UsageError("--out " + path + ": cannot be written: " + output_problem(error));
}

PlanApplication::PlanApplication(
    const World& around,
    const PlanFile& plan,
    const ReadFiles& read,
    const Secrets& secrets,
    UntoldPromises untold
)
    : plan_(plan),
      read_(read),
      planned_(plan),
      keeper_(around.keeper, planned_, secrets, untold),
      world_(around.with(keeper_, around.observer)) {}

void PlanApplication::check() const {
    for (const PlannedFile& file : plan_.files) {
        const auto digest = world_.host.file_digest(file.path, Digest::Algorithm::sha256);
        if (!digest)
            throw PlanRefused("'" + file.path + "' cannot be read any more: " + digest.why_not);
        if (*digest != file.sha256)
            throw PlanRefused("'" + file.path + "' has changed since the plan was made");
    }
    for (const std::string& name : plan_.classes_of_time) {
        const bool was_defined = !name.starts_with('!');
        const std::string plain = was_defined ? name : name.substr(1);
        if (world_.facts.is_class(plain) == was_defined) continue;
        throw PlanRefused(
            "the policy depends on the time: the class '" + plain + "' was " +
            (was_defined ? "defined when the plan was made, and is not now"
                         : "not defined when the plan was made, and is now")
        );
    }
}

void PlanApplication::check_loaded() const {
    std::set<std::string> known;
    for (const PlannedFile& file : plan_.files)
        known.insert(file.path);
    for (const std::string& path : read_.policy) {
        if (known.contains(path) || !world_.host.may(Access::exists, path)) continue;
        throw PlanRefused("the policy now reads '" + path + "', which the plan did not");
    }
}

} // namespace vow::agent
