#include "protocol/harness/cases/warn_run.h"

#include "protocol/data/plain_data.h"
#include "protocol/harness/sandbox/file_changes.h"
#include "protocol/harness/sandbox/sandbox.h"

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

bool is_below(const std::string& path, const std::vector<std::string>& folders) {
    return std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
        return path == folder || path.starts_with(folder + "/");
    });
}

Data data_of(const CaseResult& result) {
    return Data::object({{"result", Data::string(result.result)}, {"shown", array_of(result.shown)}}
    );
}

CaseResult result_from(const Data& data) {
    CaseResult result{.result = std::string(data.find("result")->text())};
    for (const Data& line : data.find("shown")->items())
        result.shown.emplace_back(line.text());
    return result;
}

void check_warning(
    const Case& ready, const CaseResult& warned, const std::string& real_result, Findings& findings
) {
    if (warned.result == "invalid") return; // reported by TST-VALIDATE
    const std::string expected = expected_under_warn(real_result);
    const bool agrees = expected.empty() ? warned.result != "repaired" : warned.result == expected;
    findings.add(
        "TST-WARN",
        ready,
        "a warn run reports the changes of a real one",
        agrees ? Finding::pass()
               : Finding::violation(
                     "it is " + warned.result + " under warn, but " + real_result + " for real",
                     warned.shown
                 )
    );
}

void check_purity(
    const Case& ready,
    const std::vector<PathChange>& changes,
    const std::string& remark,
    Findings& findings
) {
    Finding finding = Finding::pass();
    finding.text = remark;
    for (const PathChange& change : changes) {
        if (is_below(change.path, ready.scratch)) continue;
        finding.judgement = Judgement::violation;
        finding.details.push_back(change.path + ": " + change.what);
    }
    if (!finding.details.empty() && remark.empty()) finding.text = "it changed something";
    findings.add("TST-PURE", ready, "a warn run changes nothing", std::move(finding));
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
    const Case& each,
    const std::string& real_result,
    Conversation::Milliseconds limit,
    Findings& findings
) {
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
    if (const auto* sandboxed = std::get_if<SandboxResult>(&ran)) {
        if (!skips_warn) check_warning(ready, result_from(sandboxed->value), real_result, findings);
        if (!skips_purity) check_purity(ready, sandboxed->changes, {}, findings);
        return;
    }
    const Snapshot before(declared_folders(ready, stage.folder()));
    const CaseResult result = result_from(warn());
    if (!skips_warn) check_warning(ready, result, real_result, findings);
    if (skips_purity) return;
    check_purity(
        ready,
        before.changes(),
        "only the folders of its files were compared, as no sandbox is available: " +
            std::get<NoSandbox>(ran).why,
        findings
    );
}

} // namespace vow::harness
