#include "protocol/harness/cases/case_checks.h"
#include "protocol/harness/cases/case_file.h"
#include "protocol/harness/cases/company.h"
#include "protocol/harness/sandbox/sandbox.h"

#include <algorithm>

namespace vow::harness {
namespace {

constexpr const char* id = "TST-CHANGES";
constexpr const char* demand = "changes nothing else";

/// The paths that a case leads its reader to expect changes of.
std::vector<std::string> named_paths(const Case& ready) {
    if (ready.only_changes) return *ready.only_changes;
    std::vector<std::string> paths = promised_paths(ready.promise);
    for (const auto* files : {&ready.before, &ready.after}) {
        for (const CaseFile& file : *files)
            paths.push_back(file.path);
    }
    return paths;
}

/// A folder above a named path may have been created for it.
bool is_named(const std::string& path, const std::vector<std::string>& named) {
    return is_below(path, named) || std::ranges::any_of(named, [&](const std::string& below) {
               return is_below(below, {path});
           });
}

std::vector<std::string>
unnamed_changes(const Case& ready, const std::vector<PathChange>& changes) {
    const std::vector<std::string> named =
        ready.is_only_validated() ? std::vector<std::string>() : named_paths(ready);
    std::vector<std::string> lines;
    for (const PathChange& change : changes) {
        if (!is_scratch(change.path, ready) && !is_named(change.path, named))
            lines.push_back(change.path + ": " + change.what);
    }
    return lines;
}

Finding finding_about(const Case& ready, std::vector<std::string> lines) {
    if (lines.empty()) return Finding::pass();
    if (ready.is_only_validated())
        return Finding::violation("validation changed something", std::move(lines));
    if (ready.only_changes) {
        return Finding::violation(
            "it changed paths that are not in 'only_changes'", std::move(lines)
        );
    }
    return Finding::warning("it changed paths that the case does not name", std::move(lines));
}

} // namespace

void check_changes(
    const Subject& subject,
    const Case& each,
    const std::string& real_result,
    Conversation::Milliseconds limit,
    Findings& findings
) {
    if (each.skipped.count(CaseCheck::changes) > 0) return;
    const Stage stage(each, limit);
    const Case& ready = stage.ready();
    const auto ran = in_sandbox([&] {
        Dialogue dialogue(subject, limit);
        dialogue.greet();
        const CaseResult result = run_for_real(dialogue, ready);
        dialogue.terminate();
        return Data::string(result.result);
    });
    const auto* sandboxed = std::get_if<SandboxResult>(&ran);
    if (sandboxed != nullptr && sandboxed->value.text() == real_result) {
        Finding finding = finding_about(ready, unnamed_changes(ready, sandboxed->changes));
        // Without a demand of the case, only a finding is worth an entry.
        if (ready.only_changes || finding.judgement != Judgement::pass)
            findings.add(id, ready, demand, std::move(finding));
        return;
    }
    if (!ready.only_changes) return;
    std::string why = "its result is another one in a sandbox";
    if (const auto* none = std::get_if<NoSandbox>(&ran)) why = "there is no sandbox: " + none->why;
    if (const auto* lost = std::get_if<LostWork>(&ran))
        why = "it failed in a sandbox: " + lost->why;
    findings.add(id, ready, demand, Finding::not_offered(std::move(why)));
}

} // namespace vow::harness
