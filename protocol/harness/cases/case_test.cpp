#include "protocol/harness/cases/case_test.h"

#include "protocol/client/module_error.h"
#include "protocol/client/quotation.h"
#include "protocol/harness/cases/case_run.h"
#include "protocol/harness/sandbox/file_changes.h"
#include "protocol/harness/sandbox/sandbox.h"

#include <algorithm>
#include <filesystem>

#include <regex.h>

namespace vow::harness {
namespace {

/// The section of docs/harness.md that tells what is demanded.
constexpr const char* section = "docs/harness.md, test";

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text.empty() ? "none" : text;
}

bool matches(const std::string& pattern, const std::vector<std::string>& lines) {
    regex_t compiled{};
    if (::regcomp(&compiled, pattern.c_str(), REG_EXTENDED | REG_NOSUB) != 0) {
        throw CaseFileError("'" + pattern + "' is no extended regular expression");
    }
    const bool found = std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
        return ::regexec(&compiled, line.c_str(), 0, nullptr, 0) == 0;
    });
    ::regfree(&compiled);
    return found;
}

bool is_evaluated(const std::string& result) {
    return result == "kept" || result == "repaired" || result == "not_kept" || result == "error";
}

/// What a warn run must answer, by what the real one did; empty: anything that claims no repair.
std::string expected_under_warn(const std::string& result) {
    if (result == "repaired") return "not_kept";
    return result == "kept" ? "kept" : "";
}

bool is_below(const std::string& path, const std::vector<std::string>& folders) {
    return std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
        return path == folder || path.starts_with(folder + "/");
    });
}

Data data_of(const CaseResult& result) {
    const auto texts = [](const std::vector<std::string>& lines) {
        Data::Array items;
        for (const std::string& line : lines)
            items.push_back(Data::string(line));
        return Data::array(std::move(items));
    };
    return Data::object({{"result", Data::string(result.result)}, {"said", texts(result.said)}});
}

CaseResult result_from(const Data& data) {
    CaseResult result{.result = std::string(data.find("result")->text())};
    for (const Data& line : data.find("said")->items())
        result.said.emplace_back(line.text());
    return result;
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
          limit_(settings.limit) {
        report_.kind = "test";
        report_.subject = subject.name;
    }

    Report run() {
        learn_features();
        for (const Case& each : cases_)
            results_.push_back(run_case(each));
        check_company();
        return std::move(report_);
    }

private:
    void learn_features() {
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

    void add(const std::string& id, const std::string& title, Finding finding) {
        const auto now = Conversation::Clock::now();
        report_.entries.push_back({id, title, section, std::move(finding), now - last_});
        last_ = now;
    }

    void add(const std::string& id, const Case& of, const std::string& demand, Finding finding) {
        add(id, of.name + ": " + demand, std::move(finding));
    }

    /// The result of the case run for real.
    std::string run_case(const Case& each) {
        std::string result;
        try {
            result = run_for_real(each);
            if (is_evaluated(result) && can_warn_) run_under_warn(each, result);
        } catch (const CaseFileError&) {
            throw;
        } catch (const client::ModuleError&) {
            throw;
        } catch (const std::runtime_error& error) {
            add("TST-SETUP", each, "can be set up", Finding::violation(error.what()));
        }
        return result;
    }

    std::string run_for_real(const Case& each) {
        const Stage stage(each, limit_);
        const Case& ready = stage.ready();
        Dialogue dialogue(subject_, limit_);
        dialogue.greet();
        const CaseResult first = run_case_for_real(dialogue, ready);
        check_expectations(ready, first);
        if (is_evaluated(first.result)) {
            check_repetition(ready, first, dialogue);
            check_validation(ready, dialogue);
        }
        dialogue.terminate();
        return first.result;
    }

    void check_expectations(const Case& ready, const CaseResult& first) {
        if (first.result == ready.expected) {
            add("TST-RESULT", ready, "is " + ready.expected, Finding::pass());
        } else {
            add("TST-RESULT",
                ready,
                "is " + ready.expected,
                Finding::violation("it is " + first.result, first.said));
        }
        if (!ready.after.empty()) {
            const std::string difference = difference_in_files(ready.after);
            add("TST-FILES",
                ready,
                "leaves the files as expected",
                difference.empty() ? Finding::pass() : Finding::violation(difference, first.said));
        }
        for (const std::string& pattern : ready.log) {
            add("TST-LOG",
                ready,
                "logs " + client::quoted(pattern),
                matches(pattern, first.log) ? Finding::pass()
                                            : Finding::violation("no log line matches", first.log));
        }
        if (ready.classes) {
            const bool is_right = *ready.classes == first.classes;
            add("TST-CLASSES",
                ready,
                "gives the classes " + joined(*ready.classes),
                is_right ? Finding::pass()
                         : Finding::violation("the classes are " + joined(first.classes)));
        }
    }

    void check_repetition(const Case& ready, const CaseResult& first, Dialogue& dialogue) {
        if (ready.skipped.count(CaseCheck::idempotence) > 0) return;
        if (first.result != "repaired" && first.result != "kept") return;
        const CaseResult again = run_promise(dialogue, ready.promise, ChangesAllowed::yes);
        add("TST-IDEMPOTENT",
            ready,
            "is kept when it is evaluated again",
            again.result == "kept" ? Finding::pass()
                                   : Finding::violation("it is " + again.result, again.said));
    }

    void check_validation(const Case& ready, Dialogue& dialogue) {
        if (ready.skipped.count(CaseCheck::validate) > 0) return;
        const auto validate = [&](ChangesAllowed changes) {
            return dialogue.ask(wire::Operation::validate_promise, ready.promise, changes);
        };
        Finding finding;
        if (validate(ChangesAllowed::yes).result() != wire::Result::valid) {
            finding = Finding::violation("once evaluated, it is no longer valid");
        } else if (can_warn_ && validate(ChangesAllowed::only_warn).result() != wire::Result::valid) {
            finding = Finding::violation("under warn it is not valid");
        }
        add("TST-VALIDATE", ready, "stays valid", std::move(finding));
    }

    // --- under warn -----------------------------------------------------------------------------

    void run_under_warn(const Case& each, const std::string& real_result) {
        const bool skips_warn = each.skipped.count(CaseCheck::warn) > 0;
        const bool skips_purity = each.skipped.count(CaseCheck::purity) > 0;
        if (skips_warn && skips_purity) return;
        const Stage stage(each, limit_);
        const Case& ready = stage.ready();
        const auto warn = [&] {
            Dialogue dialogue(subject_, limit_);
            dialogue.greet();
            const CaseResult result =
                run_promise(dialogue, ready.promise, ChangesAllowed::only_warn);
            dialogue.terminate();
            return data_of(result);
        };
        const auto ran = in_sandbox(warn);
        if (const auto* sandboxed = std::get_if<Sandboxed>(&ran)) {
            if (!skips_warn) check_warning(ready, result_from(sandboxed->value), real_result);
            if (!skips_purity) check_purity(ready, sandboxed->changes, {});
            return;
        }
        const Snapshot before(declared_folders(ready, stage.folder()));
        const CaseResult result = result_from(warn());
        if (!skips_warn) check_warning(ready, result, real_result);
        if (skips_purity) return;
        check_purity(
            ready,
            before.changes(),
            "only the folders of its files were compared, since there is no sandbox here: " +
                std::get<NoSandbox>(ran).why
        );
    }

    void
    check_warning(const Case& ready, const CaseResult& warned, const std::string& real_result) {
        if (warned.result == "invalid") return; // TST-VALIDATE says so
        const std::string expected = expected_under_warn(real_result);
        const bool agrees =
            expected.empty() ? warned.result != "repaired" : warned.result == expected;
        add("TST-WARN",
            ready,
            "a warn run says what a real one does",
            agrees ? Finding::pass()
                   : Finding::violation(
                         "it is " + warned.result + " under warn, and " + real_result + " for real",
                         warned.said
                     ));
    }

    void check_purity(
        const Case& ready, const std::vector<PathChange>& changes, const std::string& remark
    ) {
        Finding finding = Finding::pass();
        finding.text = remark;
        for (const PathChange& change : changes) {
            if (is_below(change.path, ready.scratch)) continue;
            finding.judgement = Judgement::violation;
            finding.details.push_back(change.path + ": " + change.what);
        }
        if (!finding.details.empty() && remark.empty()) finding.text = "it changed something";
        add("TST-PURE", ready, "a warn run changes nothing", std::move(finding));
    }

    static std::vector<std::string> declared_folders(const Case& ready, const std::string& folder) {
        std::vector<std::string> folders = {folder};
        for (const auto* files : {&ready.before, &ready.after}) {
            for (const CaseFile& file : *files) {
                const std::string parent = std::filesystem::path(file.path).parent_path();
                if (!is_below(parent, folders)) folders.push_back(parent);
            }
        }
        return folders;
    }

    // --- in company -----------------------------------------------------------------------------

    /// Each case keeps its own folder; they share one process.
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
                cases_[i].name + ": it is " + now[i] + " " + words + ", and else " + then[i]
            );
        }
        if (finding.judgement == Judgement::violation) finding.text = "what came before matters";
        return finding;
    }

    void check_company() {
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
        add("TST-LEAK",
            "promises in one process do not influence each other",
            compared(together, alone, "after the others"));
        std::reverse(order.begin(), order.end());
        add("TST-ORDER",
            "the order of promises does not matter",
            compared(results_in_one_process(order), together, "in reverse order"));
    }

    const Subject& subject_;
    const std::vector<Case>& cases_;
    Conversation::Milliseconds limit_;
    bool can_warn_ = false;
    Report report_;
    std::vector<std::string> results_;
    Conversation::Clock::time_point last_ = Conversation::Clock::now();
};

} // namespace

Report
test_cases(const Subject& subject, const std::vector<Case>& cases, const TestSettings& settings) {
    return CaseTest(subject, cases, settings).run();
}

} // namespace vow::harness
