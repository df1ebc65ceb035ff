#include "protocol/harness/cases/case_test.h"

#include "protocol/client/module_error.h"
#include "protocol/description/description.h"
#include "protocol/description/secrets.h"
#include "protocol/harness/cases/case_checks.h"
#include "protocol/harness/cases/case_file.h"
#include "protocol/harness/cases/company.h"
#include "protocol/harness/cases/findings.h"
#include "protocol/harness/conversation.h"
#include "protocol/harness/disturbance.h"
#include "protocol/harness/request.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <set>

#include <fcntl.h>
#include <sys/stat.h>

namespace vow::harness {
namespace {

bool is_evaluated(const std::string& result) {
    return result == "kept" || result == "repaired" || result == "not_kept" || result == "error";
}

/// All cases of one file with one module.
class CaseTest {
public:
    CaseTest(const Subject& subject, const std::vector<Case>& cases, const TestSettings& settings)
        : subject_(subject),
          cases_(cases),
          settings_(settings),
          findings_(subject.name) {
        subject_.secrets = &secrets_;
    }

    Report run() {
        read_features();
        for (const Case& each : cases_) {
            if (!settings_.only.empty() && each.name != settings_.only) continue;
            if (const std::string obstacle = obstacle_to(each); !obstacle.empty()) {
                findings_.add(
                    "TST-RESULT", each, "is " + each.expected, Finding::not_offered(obstacle)
                );
                continue;
            }
            run_case(each);
            if (settings_.violation == TestSettings::After::stop && findings_.has_violations())
                return report();
        }
        if (!is_given_up()) check_company(subject_, lone_, settings_.limit, findings_);
        if (settings_.only.empty()) check_coverage();
        return report();
    }

private:
    /// Why a case is not run; empty if it is.
    std::string obstacle_to(const Case& each) const {
        if (is_given_up()) return "it was not run, as too many answers were late before";
        if (each.is_only_validated() || each.may_run(settings_.real_runs)) return {};
        return "it was not run, as its promiser lies outside of {{tmp}}; 'real: true' in the case, "
               "or --real, has it run for real";
    }

    bool is_given_up() const { return subject_.late_answers.are_enough(); }

    /// A module that stays after terminate is accused once, and ended at once from then on.
    void read_features() {
        Dialogue dialogue(subject_, settings_.limit);
        read_features(dialogue);
        if (dialogue.is_open()) check_ending(dialogue);
    }

    void check_ending(Dialogue& dialogue) {
        const Answer end = dialogue.terminate();
        const std::string killed = ", and is killed from now on";
        if (!end.is_whole()) {
            subject_.ending = Subject::Ending::killed;
            findings_.add(
                "END-TERMINATE",
                "answers terminate with success",
                Finding::violation("it did not answer terminate" + killed, end.cause)
            );
        } else if (!dialogue.conversation().wait_for_end()) {
            subject_.ending = Subject::Ending::killed;
            findings_.add(
                "END-EXIT",
                "exits after terminate",
                Finding::violation(
                    "it did not exit after terminate" + killed,
                    {"it did not exit " + dialogue.conversation().late_text()}
                )
            );
        }
    }

    void read_features(Dialogue& dialogue) {
        const Greeting& greeting = dialogue.greet();
        if (greeting.line.empty()) {
            throw client::ModuleError(
                client::ModuleError::Cause::not_started,
                "'" + subject_.name + "' sent no header: " +
                    joined(cause_of_silence(dialogue.conversation(), nullptr), "; ")
            );
        }
        can_warn_ = dialogue.offers("action_policy");
        if (!dialogue.is_open() || !dialogue.offers("describe")) return;
        const Data sent = dialogue.describe();
        auto read = description_from(sent);
        if (auto* description = std::get_if<Description>(&read))
            description_ = std::move(*description);
        for (const Case& each : cases_)
            note_description(each, sent);
    }

    /// Notes the secrets of a case. Attributes that a module does not know are mistakes of the
    /// case, unless it is about them.
    void note_description(const Case& each, const Data& sent) {
        note_secrets(secrets_, each.promise, sent);
        if (!description_) return;
        const PromiseTypeDescription* type = description_->promise_type(each.promise.type);
        if (type == nullptr) return;
        for (const auto& [name, value] : each.promise.attributes) {
            if (type->attribute(name) || each.expected == "invalid" || type->attributes.empty())
                continue;
            throw CaseFileError(
                each.place() + ": " + each.name + ": '" + name +
                "' is not an attribute that the module describes: " + names_of(*type)
            );
        }
    }

    static std::string names_of(const PromiseTypeDescription& type) {
        std::string names;
        for (const AttributeDescription& attribute : type.attributes)
            names += (names.empty() ? "" : ", ") + attribute.name;
        return names;
    }

    /// About the cases, not the module.
    void check_coverage() {
        if (!description_) return;
        std::vector<std::string> untouched = untouched_by(cases_, *description_);
        if (untouched.empty()) return;
        Finding finding = Finding::not_offered("no case has");
        finding.details = std::move(untouched);
        findings_.add(
            "TST-COVERAGE", "the cases touch all that the module describes", std::move(finding)
        );
    }

    Report report() {
        Report report = findings_.take();
        if (!secrets_.empty()) mask(report, secrets_);
        return report;
    }

    void run_case(const Case& each) {
        try {
            if (!each.bytes.empty()) return run_disturbed(each);
            lone_.push_back(run_alone(each));
            const std::string& result = lone_.back().result.result;
            if (is_evaluated(result) && can_warn_)
                run_under_warn(subject_, lone_.back(), settings_.limit, findings_);
            if (is_given_up()) return;
            check_secrets(each);
            if (!lone_.back().is_as_expected || is_given_up()) return;
            check_changes(subject_, each, result, settings_.limit, findings_);
            if (lone_.back().replaces_files && killed_starts_.insert(each.before.empty()).second)
                check_killed_run(subject_, each, settings_.limit, findings_);
            check_keeping(each);
            if (settings_.starts == TestSettings::Starts::hostile_too)
                check_hostile_starts(subject_, each, settings_.limit, findings_);
        } catch (const client::ModuleError&) {
            throw;
        } catch (const std::runtime_error& error) {
            findings_.add("TST-SETUP", each, "can be set up", Finding::violation(error.what()));
        }
    }

    /// Of one case, as it costs several runs.
    void check_keeping(const Case& each) {
        if (has_checked_keeping_ || each.skipped.count(CaseCheck::keeps) > 0) return;
        if (!replaces_content(each)) return;
        has_checked_keeping_ = true;
        check_kept_attributes(subject_, each, settings_.limit, findings_);
    }

    /// Modules write most at the most detailed level. Without a readable description everything is
    /// masked, but no secret is known.
    void check_secrets(const Case& each) {
        if (!description_) return;
        const auto is_secret = [&](const Data::Member& attribute) {
            return secrets_.is_secret(attribute.first);
        };
        if (std::ranges::none_of(each.promise.attributes, is_secret)) return;
        const Stage stage(each, settings_.limit);
        Dialogue dialogue(subject_, settings_.limit);
        dialogue.set_log_level(LogLevel::debug);
        dialogue.greet();
        run_for_real(dialogue, stage.ready());
        dialogue.terminate();
        Finding finding;
        for (const Conversation::Line& line : dialogue.conversation().lines()) {
            const std::string masked = secrets_.masked(line.text);
            if (line.speaker == Conversation::Line::Speaker::agent || masked == line.text) continue;
            finding =
                Finding::violation("it writes a secret when the log level is debug", {masked});
        }
        findings_.add("TST-SECRET", each, "writes no secret", std::move(finding));
    }

    /// Such a result cannot depend on other cases.
    void run_disturbed(const Case& each) {
        const Stage stage(each, settings_.limit);
        const Case& ready = stage.ready();
        const auto result = wire::result_from(wire::Operation::validate_promise, ready.expected);
        const auto disturbed = disturb(
            subject_,
            {.bytes = each.bytes, .after = ready.promise, .expected = *result},
            settings_.limit
        );
        findings_.add(
            "TST-BYTES",
            ready,
            "answers or exits after other bytes, and answers normally after them",
            disturbed ? Finding::violation(disturbed->text, disturbed->shown) : Finding::pass()
        );
    }

    LoneCase run_alone(const Case& each) {
        Stage stage(each, settings_.limit);
        const Case& ready = stage.ready();
        LoneCase lone = run_in_process(ready);
        if (const std::string failure = stage.tear_down(); !failure.empty())
            findings_.add("TST-TEARDOWN", each, "can be torn down", Finding::violation(failure));
        lone.source = &each;
        lone.result = stage.generalized(std::move(lone.result));
        lone.repair_classes = stage.generalized(std::move(lone.repair_classes));
        return lone;
    }

    LoneCase run_in_process(const Case& ready) {
        Dialogue dialogue(subject_, settings_.limit);
        dialogue.greet();
        const FileWatch watch(promised_files(ready));
        const CaseResult first = run_for_real(dialogue, ready);
        const FileWrites writes = watch.take_writes();
        const bool is_as_expected = check_expectations(ready, first, findings_);
        const bool judges_writes = is_as_expected && ready.skipped.count(CaseCheck::atomic) == 0;
        if (judges_writes) check_writes(ready, writes, findings_);
        std::optional<CaseResult> kept_again;
        if (is_idempotent(ready, first)) {
            kept_again = check_repetition(
                "TST-IDEMPOTENT", "is kept when it is evaluated again", ready, dialogue
            );
        }
        if (is_evaluated(first.result) && dialogue.is_open()) check_validation(ready, dialogue);
        dialogue.terminate();
        if (kept_again) check_fresh_process(ready);
        return {
            .source = &ready,
            .result = first,
            .repair_classes =
                kept_again ? classes_without(first, *kept_again) : std::vector<std::string>(),
            .is_as_expected = is_as_expected,
            .replaces_files = judges_writes && !writes.at_once.empty()};
    }

    /// The classes of one result that another one lacks.
    static std::vector<std::string>
    classes_without(const CaseResult& one, const CaseResult& other) {
        std::vector<std::string> classes = one.classes;
        std::erase_if(classes, [&](const std::string& name) {
            return std::ranges::find(other.classes, name) != other.classes.end();
        });
        return classes;
    }

    static bool is_idempotent(const Case& ready, const CaseResult& first) {
        if (ready.skipped.count(CaseCheck::idempotence) > 0) return false;
        return first.result == "repaired" || first.result == "kept";
    }

    /// Neither memory of the process nor times of files may be the reason why it was kept.
    void check_fresh_process(const Case& ready) {
        for (const CaseFile& file : ready.after)
            ::utimensat(AT_FDCWD, file.path.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
        Dialogue dialogue(subject_, settings_.limit);
        dialogue.greet();
        check_repetition(
            "TST-FRESH", "is kept by a new process, after its files were touched", ready, dialogue
        );
        dialogue.terminate();
    }

    /// The result of the repetition, if that is kept.
    std::optional<CaseResult> check_repetition(
        const std::string& id, const std::string& demand, const Case& ready, Dialogue& dialogue
    ) {
        const CaseResult again = run_promise(dialogue, ready.promise, ChangesAllowed::yes);
        Finding finding;
        if (again.result != "kept") {
            std::vector<std::string> details = again.cause;
            details.insert(details.end(), again.shown.begin(), again.shown.end());
            finding = Finding::violation("expected kept, found " + again.result, details);
        }
        findings_.add(id, ready, demand, std::move(finding));
        return again.result == "kept" ? std::optional(again) : std::nullopt;
    }

    void check_validation(const Case& ready, Dialogue& dialogue) {
        if (ready.skipped.count(CaseCheck::validate) > 0) return;
        const auto validate = [&](ChangesAllowed changes) {
            return dialogue.send_request(wire::Operation::validate_promise, ready.promise, changes);
        };
        Finding finding;
        if (validate(ChangesAllowed::yes).result() != wire::Result::valid) {
            finding = Finding::violation("after evaluation it is no longer valid");
        } else if (can_warn_ && validate(ChangesAllowed::only_warn).result() != wire::Result::valid) {
            finding = Finding::violation("under warn it is not valid");
        }
        findings_.add("TST-VALIDATE", ready, "stays valid", std::move(finding));
    }

    Subject subject_;
    const std::vector<Case>& cases_;
    const TestSettings& settings_;
    bool can_warn_ = false;
    std::optional<Description> description_;
    Secrets secrets_;
    Findings findings_;
    /// Those of killed runs, without and with files: one of each, as each costs two processes.
    std::set<bool> killed_starts_;
    bool has_checked_keeping_ = false;
    std::vector<LoneCase> lone_; ///< those whose results may depend on other cases
};

} // namespace

Report
test_cases(const Subject& subject, const std::vector<Case>& cases, const TestSettings& settings) {
    return CaseTest(subject, cases, settings).run();
}

} // namespace vow::harness
