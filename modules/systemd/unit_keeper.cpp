#include "modules/systemd/unit_keeper.h"

#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"
#include "modules/systemd/unit.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace vow::modules {
namespace {

/// States that count as enabled, because they start at boot or ignore enabling.
constexpr std::string_view enabled_states[] = {
    "enabled", "static", "alias", "indirect", "transient"};

/// Advice when systemd does not run.
std::string hint(const UnitFile& file) {
    if (ServiceManager::runs()) return {};
    return text(
        {"; systemd does not run this machine, and nothing was changed",
         file.promised() ? ", or promise state => \"installed\" to keep only the unit file" : ""}
    );
}

bool is_same_file(const std::string& one, const std::string& other) {
    std::error_code fault;
    return one == other || std::filesystem::equivalent(one, other, fault);
}

} // namespace

UnitKeeper::UnitKeeper(const Promise& promise, Record& record, Log& log)
    : settings_(promise.attributes),
      promiser_(promise.promiser),
      unit_(full_unit_name(settings_.text_or("name", promise.promiser))),
      state_(settings_.text_or("state", "")),
      file_(promise, unit_),
      systemd_(settings_.text_or("executable", ""), promise, log),
      record_(record) {}

std::vector<std::string_view> UnitKeeper::classes() {
    std::vector<std::string_view> endings = {
        "installed", "install_failed", "absent", "remove_failed", "show_failed"};
    for (const UnitStep& step : {
             unit_step::start,
             unit_step::stop,
             unit_step::restart,
             unit_step::reload,
             unit_step::enable,
             unit_step::disable,
             unit_step::mask,
             unit_step::unmask,
             unit_step::daemon_reload,
             unit_step::daemon_reexec,
         })
        endings.insert(endings.end(), {step.class_done, step.class_failed});
    return endings;
}

std::vector<std::string> UnitKeeper::keep() {
    if (!uses_systemd() || read_state() == Next::go_on) {
        const Next next = state_ == "absent" ? keep_absent() : keep_present();
        if (next == Next::go_on && record_.verdicts().empty())
            record_.kept(text({"Unit '", unit_, "' is as promised"}));
    }
    return std::move(classes_);
}

UnitKeeper::Next UnitKeeper::keep_present() {
    Next next = keep_file();
    if (!uses_systemd()) return next;
    if (next == Next::go_on) next = keep_masked();
    if (next == Next::go_on) next = keep_enabled();
    return next == Next::go_on ? keep_running() : next;
}

UnitKeeper::Next UnitKeeper::keep_absent() {
    const bool is_elsewhere = !found_.file.empty() && !is_same_file(found_.file, file_.path());
    Next next = Next::go_on;
    if (uses_systemd() && !found_.has_stopped()) next = take(unit_step::stop);
    if (next == Next::go_on && found_.enablement == "enabled") next = take(unit_step::disable);
    if (next == Next::go_on && file_.exists()) next = remove();
    if (next == Next::go_on && is_elsewhere)
        return fail(
            text({"Unit '", unit_, "' still exists, by its unit file '", found_.file, "'"}),
            "remove_failed"
        );
    return next;
}

UnitKeeper::Next UnitKeeper::keep_file() {
    bool changes = false;
    if (const auto& promised = file_.promised()) {
        const bool exists = file_.exists();
        const bool corrects = exists && settings_.holds("replace");
        changes = !exists || (corrects && !are_equivalent(file_.content(), *promised));
        if (changes && install() == Next::stop) return Next::stop;
    }
    if (settings_.holds("daemon_reexec")) return take(unit_step::daemon_reexec);
    if (settings_.holds("daemon_reload")) return take(unit_step::daemon_reload);
    // A part that is not promised here, such as an override, counts when the unit starts again.
    const bool starts = state_ == "restarted" || state_ == "reloaded" ||
                        (state_ == "started" && !found_.is_running());
    const bool is_unread = (file_.promised() || starts) && found_.is_outdated && !changes;
    return is_unread ? take(unit_step::daemon_reload) : Next::go_on;
}

UnitKeeper::Next UnitKeeper::keep_masked() {
    const bool is_wanted = settings_.holds("masked");
    if (is_wanted == found_.is_masked()) return Next::go_on;
    const bool by_runtime = found_.enablement == "masked-runtime";
    const UnitStep& step = is_wanted    ? unit_step::mask
                           : by_runtime ? unit_step::unmask_runtime
                                        : unit_step::unmask;
    return take(step) == Next::go_on ? read_state() : Next::stop;
}

/// Whether a masked unit would be enabled is unknown.
UnitKeeper::Next UnitKeeper::keep_enabled() {
    if (settings_.holds("masked") || found_.is_masked()) return Next::go_on;
    if (!settings_.is_true_by_default("enabled"))
        return found_.enablement == "enabled" ? take(unit_step::disable) : Next::go_on;
    const bool is_good =
        std::ranges::find(enabled_states, found_.enablement) != std::end(enabled_states);
    return is_good ? Next::go_on : take(unit_step::enable);
}

UnitKeeper::Next UnitKeeper::keep_running() {
    if (state_ == "restarted") return take(unit_step::restart);
    if (state_ == "reloaded") return take(unit_step::reload);
    if (state_ == "started" && !found_.is_running()) return take(unit_step::start);
    if (state_ == "stopped" && !found_.has_stopped()) return take(unit_step::stop);
    return Next::go_on;
}

UnitKeeper::Next UnitKeeper::install() {
    const bool exists = file_.exists();
    const std::string what =
        text({exists ? "correct" : "install", " unit file '", file_.path(), "'"});
    const std::string promised = file_.promised().value_or("");
    const std::string present = file_.content();
    const Change change = content_change(
        what,
        file_.path(),
        exists ? std::optional<std::string_view>(present) : std::nullopt,
        promised
    );
    if (!record_.allows(change)) {
        if (found_.enablement.empty())
            found_.enablement = file_.can_be_enabled() ? "disabled" : "static";
        return Next::go_on;
    }
    if (const int error = file_.install(); error != 0) {
        record_.failed_with(error, text({"Cannot ", what, ": ", path_error(file_.path(), error)}));
        define("install_failed");
        return Next::stop;
    }
    record_.repaired(text({exists ? "Corrected" : "Installed", " unit file '", file_.path(), "'"}));
    define("installed");
    const bool is_reread_next =
        settings_.holds("daemon_reexec") || settings_.holds("daemon_reload");
    return is_reread_next ? Next::go_on : reread();
}

UnitKeeper::Next UnitKeeper::remove() {
    const std::string what = text({"remove unit file '", file_.path(), "'"});
    if (!record_.allows(content_change(what, file_.path(), file_.content(), std::nullopt)))
        return Next::go_on;
    if (const int error = file_.remove(); error != 0) {
        record_.failed_with(error, text({"Cannot ", what, ": ", path_error(file_.path(), error)}));
        define("remove_failed");
        return Next::stop;
    }
    record_.repaired(text({"Removed unit file '", file_.path(), "'"}));
    const Next next = reread();
    if (next == Next::go_on) define("absent");
    return next;
}

UnitKeeper::Next UnitKeeper::reread() {
    if (!uses_systemd() && !ServiceManager::runs()) return Next::go_on;
    const ToolRun ran = systemd_.systemctl({"daemon-reload"});
    if (!ran.succeeded)
        return fail(
            text({"Cannot ", unit_step::daemon_reload.to_do, ": ", ran.problem}),
            unit_step::daemon_reload.class_failed
        );
    record_.log(LogLevel::verbose, unit_step::daemon_reload.done);
    define(unit_step::daemon_reload.class_done);
    return uses_systemd() ? read_state() : Next::go_on;
}

UnitKeeper::Next UnitKeeper::take(const UnitStep& step) {
    const bool of_unit = step.target == UnitStep::Target::unit;
    const std::string on = of_unit ? text({" unit '", unit_, "'"}) : "";
    const std::string what = text({step.to_do, on});
    if (!record_.allows({.what = what, .path = of_unit ? unit_ : "systemd"})) return Next::go_on;
    std::vector<std::string> arguments = {std::string(step.verb)};
    if (!step.option.empty()) arguments.emplace_back(step.option);
    if (of_unit) arguments.insert(arguments.end(), {"--", unit_});
    const ToolRun ran = systemd_.systemctl(arguments);
    if (!ran.succeeded) return fail(text({"Cannot ", what, ": ", ran.problem}), step.class_failed);
    record_.repaired(text({step.done, on}));
    define(step.class_done);
    return of_unit ? Next::go_on : read_state();
}

UnitKeeper::Next UnitKeeper::fail(std::string_view problem, std::string_view class_ending) {
    record_.failed(problem);
    define(class_ending);
    return Next::stop;
}

UnitKeeper::Next UnitKeeper::read_state() {
    auto answer = systemd_.state_of(unit_);
    if (const auto* problem = std::get_if<std::string>(&answer)) {
        return fail(
            text({"Cannot query systemd about unit '", unit_, "': ", *problem, hint(file_)}),
            "show_failed"
        );
    }
    found_ = std::get<UnitState>(std::move(answer));
    return Next::go_on;
}

/// False if systemd is not needed for a unit file, or has no state for a template.
bool UnitKeeper::uses_systemd() const {
    return state_ != "installed" && !is_template(unit_);
}

void UnitKeeper::define(std::string_view class_ending) {
    classes_.push_back(text({promiser_, "_", class_ending}));
}

} // namespace vow::modules
