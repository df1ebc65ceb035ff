#include "protocol/client/quotation.h"
#include "protocol/harness/cases/case_checks.h"
#include "protocol/harness/cases/case_file.h"
#include "protocol/harness/cases/company.h"
#include "protocol/harness/cases/findings.h"
#include "protocol/harness/sandbox/sandbox.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace vow::harness {
namespace {

/// nullopt unless a regular file has the path.
std::optional<std::string> content_of(const std::string& path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
    std::ifstream in(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
}

CaseResult run_once(const Subject& subject, const Case& ready, Conversation::Milliseconds limit) {
    Dialogue dialogue(subject, limit);
    dialogue.greet();
    CaseResult result = run_for_real(dialogue, ready);
    dialogue.terminate();
    return result;
}

Finding kill_and_repeat(
    const Subject& subject,
    const Case& ready,
    const std::vector<std::string>& paths,
    Conversation::Milliseconds limit
) {
    std::vector<std::optional<std::string>> before;
    before.reserve(paths.size());
    for (const std::string& path : paths)
        before.push_back(content_of(path));
    run_once(subject, ready, limit);
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (content_of(paths[i]) != before[i])
            return Finding::violation(
                client::quoted_excerpt(paths[i]) + " was changed before it was replaced"
            );
    }
    const CaseResult again = run_once(subject, ready, limit);
    std::string fault = difference_in_files(ready.after);
    if (again.result != "repaired" && again.result != "kept")
        fault = "the next run is " + again.result + ", not repaired";
    if (fault.empty()) return Finding::pass();
    std::vector<std::string> details = again.cause;
    details.insert(details.end(), again.shown.begin(), again.shown.end());
    return Finding::violation(
        "killed just before it replaced the file, and then: " + fault, std::move(details)
    );
}

} // namespace

void check_writes(const Case& ready, const FileWrites& writes, Findings& findings) {
    if (writes.in_place.empty() && writes.at_once.empty()) return;
    Finding finding;
    if (!writes.in_place.empty()) {
        finding = Finding::violation(
            "it wrote a file in place, where others see it empty or half-written",
            {writes.in_place.begin(), writes.in_place.end()}
        );
    }
    findings.add("TST-ATOMIC", ready, "files get their content at once", std::move(finding));
}

void check_killed_run(
    const Subject& subject, const Case& each, Conversation::Milliseconds limit, Findings& findings
) {
    const Stage stage(each, limit);
    const Case& ready = stage.ready();
    const std::vector<std::string> paths = promised_files(ready);
    const auto ran =
        in_sandbox([&] { return data_of(kill_and_repeat(subject, ready, paths, limit)); }, paths);
    const auto* sandboxed = std::get_if<SandboxResult>(&ran);
    if (sandboxed == nullptr) return;
    const Observation& observation = sandboxed->observation;
    if (observation.obstacle.empty() && !observation.has_killed) return;
    findings.add(
        "TST-KILLED",
        ready,
        "a killed run leaves files whole, and the next one repairs",
        observation.has_killed ? finding_from(sandboxed->value)
                               : Finding::not_offered(observation.obstacle)
    );
}

} // namespace vow::harness
