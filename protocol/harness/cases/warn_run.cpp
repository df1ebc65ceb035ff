#include "protocol/client/quotation.h"
#include "protocol/data/conversion.h"
#include "protocol/harness/cases/case_checks.h"
#include "protocol/harness/cases/case_file.h"
#include "protocol/harness/sandbox/file_changes.h"
#include "protocol/harness/sandbox/sandbox.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <filesystem>

namespace vow::harness {
namespace {

/// The result that a warn run must return, given that of the real run; empty if any result that
/// claims no repair will do.
std::string expected_under_warn(const std::string& result) {
    if (result == "repaired") return "not_kept";
    return result == "kept" ? "kept" : "";
}

Data data_of(const CaseResult& result) {
    return Data::object(
        {{"result", Data::string(result.result)},
         {"classes", array_of(result.classes)},
         {"shown", array_of(result.shown)}}
    );
}

CaseResult result_from(const Data& data) {
    CaseResult result{.result = std::string(data.find("result")->text())};
    for (const Data& name : data.find("classes")->items())
        result.classes.emplace_back(name.text());
    for (const Data& line : data.find("shown")->items())
        result.shown.emplace_back(line.text());
    return result;
}

std::string words_for(const std::vector<std::string>& classes) {
    return classes.empty() ? "no classes" : "the classes " + joined(classes, ", ");
}

/// How a warn run differs from what the real one leads to expect; empty if it does not.
std::string disagreement(const CaseResult& warned, const LoneCase& real) {
    const std::string& result = real.result.result;
    const std::string expected = expected_under_warn(result);
    const bool agrees = expected.empty() ? warned.result != "repaired" : warned.result == expected;
    if (!agrees) return "it is " + warned.result + " under warn, but " + result + " for real";
    if (result == "kept" && warned.classes != real.result.classes) {
        return "it gives " + words_for(warned.classes) + " under warn, but " +
               words_for(real.result.classes) + " for real";
    }
    const auto repaired = std::ranges::find_first_of(warned.classes, real.repair_classes);
    if (repaired == warned.classes.end()) return {};
    return "under warn it gives the class " + client::quoted_excerpt(*repaired) +
           ", which otherwise only a repair gives";
}

/// A result that differs is not the module's fault if it could not reach what it needs.
Finding finding_about(
    const CaseResult& warned, const LoneCase& real, const std::vector<std::string>& contacts
) {
    const std::string text = disagreement(warned, real);
    if (text.empty()) return Finding::pass();
    if (contacts.empty()) return Finding::violation(text, warned.shown);
    Finding finding = Finding::not_offered(text + ", which may be due to the sandbox");
    finding.details = contacts;
    return finding;
}

void check_warning(
    const Case& ready,
    const CaseResult& warned,
    const LoneCase& real,
    const Observation& observation,
    Findings& findings
) {
    if (warned.result == "invalid") return; // reported by TST-VALIDATE
    findings.add(
        "TST-WARN",
        ready,
        "a warn run reports the changes of a real one",
        finding_about(warned, real, attempt_lines(observation, Attempt::Kind::contact))
    );
}

void check_purity(
    const Case& ready,
    const std::vector<PathChange>& changes,
    const Observation& observation,
    Findings& findings
) {
    Finding finding = Finding::pass();
    for (const PathChange& change : changes) {
        if (!is_scratch(change.path, ready))
            finding.details.push_back(change.path + ": " + change.what);
    }
    for (std::string& line : attempt_lines(observation, Attempt::Kind::change))
        finding.details.push_back(std::move(line));
    if (!finding.details.empty()) {
        finding.judgement = Judgement::violation;
        finding.text = "it changed something";
    } else if (auto contacts = attempt_lines(observation, Attempt::Kind::contact);
               !contacts.empty()) {
        finding = Finding::not_offered("that cannot be proven, as others may change things for it");
        finding.details = std::move(contacts);
    }
    if (!observation.obstacle.empty()) {
        finding.text += finding.text.empty() ? "" : "; ";
        finding.text += observation.obstacle;
    }
    findings.add("TST-PURE", ready, "a warn run changes nothing", std::move(finding));
}

void check_contacts(const Case& ready, const Observation& observation, Findings& findings) {
    if (ready.skipped.count(CaseCheck::outside) > 0) return;
    std::vector<std::string> contacts = attempt_lines(observation, Attempt::Kind::contact);
    if (contacts.empty()) return;
    findings.add(
        "TST-OUTSIDE",
        ready,
        "a warn run needs no other programs",
        Finding::warning("others may have changed something for it", std::move(contacts))
    );
}

std::vector<std::string> declared_folders(const Case& ready, const std::string& folder) {
    std::vector<std::string> folders = {folder};
    for (const auto* files : {&ready.before, &ready.after}) {
        for (const CaseFile& file : *files) {
            const std::string parent = std::filesystem::path(file.path).parent_path();
            if (!is_below(parent, folders)) folders.push_back(parent);
        }
    }
    return folders;
}

} // namespace

void run_under_warn(
    const Subject& subject,
    const LoneCase& real,
    Conversation::Milliseconds limit,
    Findings& findings
) {
    const Case& each = *real.source;
    const bool skips_warn = each.skipped.count(CaseCheck::warn) > 0;
    const bool skips_purity = each.skipped.count(CaseCheck::purity) > 0;
    if (skips_warn && skips_purity) return;
    const Stage stage(each, limit);
    const Case& ready = stage.ready();
    const auto warn = [&] {
        Dialogue dialogue(subject, limit);
        dialogue.greet();
        const CaseResult result = run_promise(dialogue, ready.promise, ChangesAllowed::only_warn);
        dialogue.terminate();
        return data_of(result);
    };
    const auto ran = in_sandbox(warn);
    if (const auto* lost = std::get_if<LostWork>(&ran)) {
        findings.add(
            "TST-PURE",
            ready,
            "a warn run changes nothing",
            Finding::violation("its run in a sandbox failed, and was not repeated: " + lost->why)
        );
        return;
    }
    if (const auto* sandboxed = std::get_if<SandboxResult>(&ran)) {
        const Observation& observation = sandboxed->observation;
        const CaseResult result = stage.generalized(result_from(sandboxed->value));
        if (!skips_warn) check_warning(ready, result, real, observation, findings);
        if (skips_purity) return;
        check_purity(ready, sandboxed->changes, observation, findings);
        check_contacts(ready, observation, findings);
        return;
    }
    const Snapshot before(declared_folders(ready, stage.folder()));
    const CaseResult result = stage.generalized(result_from(warn()));
    if (!skips_warn) check_warning(ready, result, real, {}, findings);
    if (skips_purity) return;
    const std::string remark =
        "only the folders of its files were compared, as no sandbox is available: " +
        std::get<NoSandbox>(ran).why;
    check_purity(ready, before.changes(), {.obstacle = remark}, findings);
}

} // namespace vow::harness
