#include "protocol/harness/cases/case_test.h"

#include "protocol/client/module_error.h"
#include "protocol/harness/cases/case_run.h"
#include "protocol/harness/cases/expectations.h"
#include "protocol/harness/cases/findings.h"
#include "protocol/harness/cases/warn_run.h"
#include "protocol/harness/disturbance.h"

#include <algorithm>
#include <memory>

namespace vow::harness {
namespace {

bool is_evaluated(const std::string& result) {
    return result == "kept" || result == "repaired" || result == "not_kept" || result == "error";
}

CaseResult run_case_for_real(Dialogue& dialogue, const Case& ready) {
    if (ready.is_only_validated()) return validate_promise(dialogue, ready.promise);
    return run_promise(dialogue, ready.promise, ChangesAllowed::yes);
}

/// All cases of one file with one module.
class CaseTest {
public:
    CaseTest(const Subject& subject, const std::vector<Case>& cases, const TestSettings& settings)
        : subject_(subject),
          cases_(cases),
          limit_(settings.limit),
          findings_(subject.name) {}

    Report run() {
        read_features();
        for (const Case& each : cases_)
            results_.push_back(run_case(each));
        check_interference();
        return findings_.take();
    }

private:
    void read_features() {
        Dialogue dialogue(subject_, limit_);
        const Greeting& greeting = dialogue.greet();
        if (greeting.line.empty()) {
            throw client::ModuleError(
                client::ModuleError::Cause::not_started,
                "'" + subject_.name + "' sent no header; see vow module conform"
            );
        }
        can_warn_ = dialogue.offers("action_policy");
    }

    /// Runs the case for real, and returns its result.
    std::string run_case(const Case& each) {
        std::string result;
        try {
            if (!each.bytes.empty()) return run_disturbed(each);
            result = run_for_real(each);
            if (is_evaluated(result) && can_warn_) {
                run_under_warn(subject_, each, result, limit_, findings_);
            }
        } catch (const CaseFileError&) {
            throw;
        } catch (const client::ModuleError&) {
            throw;
        } catch (const std::runtime_error& error) {
            findings_.add("TST-SETUP", each, "can be set up", Finding::violation(error.what()));
        }
        return result;
    }

    /// Such a result cannot depend on other cases.
    std::string run_disturbed(const Case& each) {
        const Stage stage(each, limit_);
        const Case& ready = stage.ready();
        const auto result = wire::result_from(wire::Operation::validate_promise, ready.expected);
        const auto disturbed = disturb(
            subject_, {.bytes = each.bytes, .after = ready.promise, .expected = *result}, limit_
        );
        findings_.add(
            "TST-BYTES",
            ready,
            "answers or exits after other bytes, and answers normally after them",
            disturbed ? Finding::violation(disturbed->text, disturbed->shown) : Finding::pass()
        );
        return {};
    }

    std::string run_for_real(const Case& each) {
        const Stage stage(each, limit_);
        const Case& ready = stage.ready();
        Dialogue dialogue(subject_, limit_);
        dialogue.greet();
        const CaseResult first = run_case_for_real(dialogue, ready);
        check_expectations(ready, first, findings_);
        if (is_evaluated(first.result)) {
            check_repetition(ready, first, dialogue);
            check_validation(ready, dialogue);
        }
        dialogue.terminate();
        return first.result;
    }

    void check_repetition(const Case& ready, const CaseResult& first, Dialogue& dialogue) {
        if (ready.skipped.count(CaseCheck::idempotence) > 0) return;
        if (first.result != "repaired" && first.result != "kept") return;
        const CaseResult again = run_promise(dialogue, ready.promise, ChangesAllowed::yes);
        findings_.add(
            "TST-IDEMPOTENT",
            ready,
            "is kept when it is evaluated again",
            again.result == "kept" ? Finding::pass()
                                   : Finding::violation("it is " + again.result, again.shown)
        );
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

    // --- several cases together -----------------------------------------------------------------

    /// Each case has its own folder; all share one process.
    std::vector<std::string> results_in_one_process(const std::vector<std::size_t>& order) {
        std::vector<std::string> results(cases_.size());
        std::unique_ptr<Dialogue> dialogue;
        for (const std::size_t index : order) {
            if (!dialogue || dialogue->conversation().has_ended()) {
                dialogue = std::make_unique<Dialogue>(subject_, limit_);
                dialogue->greet();
            }
            const Stage stage(cases_[index], limit_);
            results[index] = run_case_for_real(*dialogue, stage.ready()).result;
        }
        if (dialogue && dialogue->is_open()) dialogue->terminate();
        return results;
    }

    Finding compared(
        const std::vector<std::string>& now,
        const std::vector<std::string>& then,
        const std::string& words
    ) const {
        Finding finding;
        for (std::size_t i = 0; i < cases_.size(); ++i) {
            if (now[i] == then[i]) continue;
            finding.judgement = Judgement::violation;
            finding.details.push_back(
                cases_[i].name + ": it is " + now[i] + " " + words + ", but otherwise " + then[i]
            );
        }
        if (finding.judgement == Judgement::violation)
            finding.text = "its results depend on earlier promises";
        return finding;
    }

    void check_interference() {
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < cases_.size(); ++i) {
            const bool is_setup = !results_[i].empty();
            if (is_setup && cases_[i].skipped.count(CaseCheck::order) == 0) order.push_back(i);
        }
        if (order.size() < 2) return;
        std::vector<std::string> alone(cases_.size());
        for (const std::size_t index : order)
            alone[index] = results_[index];
        const std::vector<std::string> together = results_in_one_process(order);
        findings_.add(
            "TST-LEAK",
            "promises in one process do not influence each other",
            compared(together, alone, "after the others")
        );
        std::reverse(order.begin(), order.end());
        findings_.add(
            "TST-ORDER",
            "the order of promises does not matter",
            compared(results_in_one_process(order), together, "in reverse order")
        );
    }

    const Subject& subject_;
    const std::vector<Case>& cases_;
    Conversation::Milliseconds limit_;
    bool can_warn_ = false;
    Findings findings_;
    std::vector<std::string> results_;
};

} // namespace

Report
test_cases(const Subject& subject, const std::vector<Case>& cases, const TestSettings& settings) {
    return CaseTest(subject, cases, settings).run();
}

} // namespace vow::harness
