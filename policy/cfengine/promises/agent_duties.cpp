#include "policy/cfengine/promises/bundle_run.h"
#include "policy/run/promise_call.h"

#include <string>
#include <string_view>
#include <utility>

namespace vow::cfengine {
namespace {

const PromiseType& type_called(RunState& run, const std::string& name) {
    return run.promise_types.emplace(name, PromiseType{name}).first->second;
}

/// Forwards errors only: as with the reference, a duty that is done is not logged.
class Errors final : public Observer {
public:
    explicit Errors(Observer& observer) : observer_(observer) {}

    void receive(const Event& event) override {
        const auto* line = std::get_if<LogLine>(&event);
        if (line != nullptr && line->level <= LogLevel::error) observer_.receive(event);
    }
    LogLevel log_level() const override { return LogLevel::error; }

private:
    Observer& observer_;
};

void keep_for_agent(
    RunState& run, const std::string& type, std::string promiser, Attributes attributes
) {
    if (!run.world.options.changes_allowed() || run.control.dry_run) return;
    Errors errors(run.world.observer);
    World world = run.world.with(run.world.keeper, errors);
    keep_part(
        world,
        {.type = &type_called(run, type),
         .promiser = std::move(promiser),
         .attributes = std::move(attributes)}
    );
}

} // namespace

void report_classes(RunState& run) {
    if (!run.control.reports_classes) return;
    const Fact* folder = run.world.facts.find("statedir");
    const auto* path = folder ? std::get_if<std::string>(folder) : nullptr;
    if (path == nullptr) return;
    std::string lines;
    for (const TaggedName& each : run.classes.global().all())
        lines.append(each.name).append("\n");
    keep_for_agent(run, "files", *path + "/allclasses.txt", {{"content", lines}});
}

void mount_listed_file_systems(RunState& run) {
    if (run.control.mounts_file_systems)
        keep_for_agent(run, "storage", "/etc/fstab", {{"mount_listed", "true"}});
}

} // namespace vow::cfengine
