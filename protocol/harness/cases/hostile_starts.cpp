#include "protocol/harness/cases/case_checks.h"
#include "protocol/harness/cases/case_file.h"
#include "protocol/harness/cases/company.h"
#include "protocol/harness/cases/findings.h"
#include "protocol/harness/sandbox/sandbox.h"

#include <filesystem>
#include <fstream>

#include <sys/stat.h>
#include <unistd.h>

namespace vow::harness {
namespace {

namespace fs = std::filesystem;

bool is_root() {
    return ::geteuid() == 0;
}

/// The file that links lead to.
std::string target_of(const std::string& path) {
    return path + ".vow-target";
}

void write_bytes(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

/// As another user would plant it, who must not have root write to files of root. A user's own
/// link may be followed.
void plant_link(const std::string& path) {
    constexpr uid_t other_user = 65534;
    fs::create_symlink(target_of(path), path);
    if (is_root() && ::lchown(path.c_str(), other_user, other_user) != 0)
        throw std::runtime_error("cannot give a link to another user");
}

void plant_link_to_file(const std::string& path) {
    write_bytes(target_of(path), "a file of someone else\n");
    plant_link(path);
}

void plant_folder(const std::string& path) {
    fs::create_directory(path);
    write_bytes(path + "/file", "a file in a folder\n");
}

void plant_unreadable_file(const std::string& path) {
    write_bytes(path, "unreadable\n");
    fs::permissions(path, fs::perms::none);
}

void plant_binary_file(const std::string& path) {
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte)
        bytes += static_cast<char>(byte);
    write_bytes(path, bytes);
}

void plant_pipe(const std::string& path) {
    if (::mkfifo(path.c_str(), 0600) != 0) throw std::runtime_error("cannot make a named pipe");
}

/// Something that is not the promised file, at its path.
struct HostileStart {
    const char* name;
    void (*plant)(const std::string& path);
};

constexpr HostileStart hostile_starts[] = {
    {"a link to a file", plant_link_to_file},
    {"a dangling link", plant_link},
    {"a folder", plant_folder},
    {"an unreadable file", plant_unreadable_file},
    {"a binary file", plant_binary_file},
    {"a named pipe", plant_pipe},
};

std::string text_of_target(const std::string& path) {
    std::ifstream in(target_of(path), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The fault of a result; empty if there is none.
std::string fault_of(const CaseResult& result, const Case& ready) {
    if (result.result == "not_kept") return {};
    if (result.result == "kept" || result.result == "repaired") {
        const std::string difference = difference_in_files(ready.after);
        return difference.empty() ? "" : "it is " + result.result + ", but " + difference;
    }
    return "it is neither repaired nor not_kept: " + result.result;
}

/// `path` is where the start was planted.
Finding run_from(
    const Subject& subject,
    const Case& ready,
    const std::string& path,
    Conversation::Milliseconds limit
) {
    const std::string target = text_of_target(path);
    Dialogue dialogue(subject, limit);
    dialogue.greet();
    const CaseResult result = run_for_real(dialogue, ready);
    dialogue.terminate();
    std::string fault = fault_of(result, ready);
    if (is_root() && text_of_target(path) != target)
        fault = "it wrote through a link that another user has planted";
    if (fault.empty()) return Finding::pass();
    std::vector<std::string> details = result.cause;
    details.insert(details.end(), result.shown.begin(), result.shown.end());
    return Finding::violation(fault, std::move(details));
}

Finding run_in_sandbox(
    const Subject& subject,
    const Case& ready,
    const std::string& path,
    Conversation::Milliseconds limit
) {
    const auto run = [&] { return data_of(run_from(subject, ready, path, limit)); };
    const auto ran = in_sandbox(run);
    if (const auto* sandboxed = std::get_if<SandboxResult>(&ran))
        return finding_from(sandboxed->value);
    if (const auto* lost = std::get_if<LostWork>(&ran))
        return Finding::violation("its run in a sandbox failed: " + lost->why);
    return finding_from(run());
}

/// Only paths in the folder of the case: others are not the harness's to replace.
bool can_plant(const Stage& stage, const std::string& path) {
    return path.starts_with(fs::canonical(stage.folder()).native() + "/");
}

void add(Finding& all, const Finding& one, const HostileStart& start, const std::string& path) {
    if (one.judgement == Judgement::pass) return;
    all.judgement = Judgement::violation;
    all.text = "it does not cope with everything that may be at a path";
    all.details.push_back(std::string(start.name) + " at " + path + ": " + one.text);
    for (const std::string& line : one.details)
        all.details.push_back("  " + line);
}

} // namespace

void check_hostile_starts(
    const Subject& subject, const Case& each, Conversation::Milliseconds limit, Findings& findings
) {
    if (each.expected != "repaired" && each.expected != "kept") return;
    Finding finding;
    bool was_tried = false;
    for (const HostileStart& start : hostile_starts) {
        if (start.plant == plant_unreadable_file && is_root()) continue; // root reads every file
        for (std::size_t number = 0;; ++number) {
            const Stage stage(each, limit);
            const std::vector<std::string> paths = promised_files(stage.ready());
            if (number == paths.size()) break;
            const std::string& path = paths[number];
            if (!can_plant(stage, path)) continue;
            fs::create_directories(fs::path(path).parent_path());
            fs::remove_all(path);
            start.plant(path);
            add(finding, run_in_sandbox(subject, stage.ready(), path, limit), start, path);
            was_tried = true;
        }
    }
    if (!was_tried) return;
    findings.add(
        "TST-HOSTILE", each, "copes with links, folders and odd files", std::move(finding)
    );
}

} // namespace vow::harness
