#include "policy/skopos/run/run_journal.h"

namespace vow::skopos {

bool RunJournal::store() {
    const bool is_stored = setup_.is_dry || unfinished_.store(setup_.head, place_);
    report_.flush();
    return is_stored;
}

void RunJournal::announce_resumed() {
    const Step& due = cursor_.step();
    if (place_.progress == Place::Progress::begun) {
        report_.log(
            LogLevel::warning,
            "step '" + due.id + "' had begun when the last run was killed; it runs again"
        );
    }
    report_.log(LogLevel::notice, "resumed at '" + due.id + "'");
    const Chain* chain = &setup_.plan.steps;
    for (const Frame& frame : place_.frames) {
        const Step& step = (*chain)[frame.at];
        const bool is_open = &step != &due || place_.progress != Place::Progress::due;
        if (is_open) report_.begin(step, frame.index, RunReport::Begin::resumed);
        chain = &step.steps;
    }
}

Ending RunJournal::wait() {
    const Step& step = cursor_.step();
    const auto* gate = step.as<Gate>();
    const std::string_view message = gate == nullptr ? std::string_view() : gate->message;
    if (place_.progress == Place::Progress::waits) {
        report_.log(LogLevel::notice, "gate '" + step.id + "' waits: " + std::string(message));
        log_command(" --approve " + step.id + "', or with --reject " + step.id);
        report_.state("gate-wait", &step, message);
    } else {
        report_.log(LogLevel::notice, "paused before '" + step.id + "'");
        log_command("'");
        report_.state("paused", &step, message);
    }
    report_.close_scopes();
    if (!store()) return lose();
    return {.how = Ending::How::waiting, .reason = step.id, .summary = summary("waits")};
}

Ending RunJournal::interrupt() {
    const Step& step = cursor_.step();
    const bool has_begun = place_.progress == Place::Progress::interrupted;
    if (has_begun) report_.interrupt(step, cursor_.index());
    if (!setup_.is_dry) {
        const std::size_t never = never_run();
        const std::size_t left = has_begun && never > 0 ? never - 1 : never;
        report_.log(
            LogLevel::notice,
            "interrupted " + std::string(has_begun ? "in" : "before") + " '" + step.id + "'; " +
                std::to_string(left) + (left == 1 ? " step was" : " steps were") + " not reached"
        );
        log_command("'");
    }
    report_.close_scopes();
    if (!store()) return lose();
    return {.how = Ending::How::interrupted, .summary = ""};
}

Ending RunJournal::lose() {
    report_.log(LogLevel::error, "the place of the run cannot be stored; the plan ends here");
    report_.state("failed", nullptr, {});
    report_.close_scopes();
    report_.flush();
    return {.verdict = Verdict::not_kept, .summary = summary("failed")};
}

Ending RunJournal::finish(bool has_passed, const std::string& failed_at) {
    if (!failed_at.empty() && !has_passed)
        report_.log(LogLevel::error, "plan failed at step '" + failed_at + "'");
    report_.state(has_passed ? "completed" : "failed", nullptr, {});
    if (!setup_.is_dry) unfinished_.forget();
    report_.flush();
    return {
        .verdict = has_passed ? Verdict::kept : Verdict::not_kept,
        .summary = summary(has_passed ? "completed" : "failed")};
}

std::string RunJournal::summary(std::string_view how) const {
    return "plan " + std::string(how) + ": " + std::to_string(place_.passed) + " passed, " +
           std::to_string(place_.failed) + " failed, " + std::to_string(never_run()) + " never run";
}

std::size_t RunJournal::never_run() const {
    return setup_.plan.leaves - place_.ended.size();
}

void RunJournal::log_command(const std::string& options) {
    report_.log(LogLevel::notice, "go on with '" + setup_.command + " --resume" + options);
}

} // namespace vow::skopos
