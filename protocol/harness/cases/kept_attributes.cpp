#include "protocol/harness/cases/case_checks.h"
#include "protocol/harness/cases/case_file.h"
#include "protocol/harness/cases/company.h"
#include "protocol/harness/file_state.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include <sys/xattr.h>
#include <unistd.h>

namespace vow::harness {
namespace {

namespace fs = std::filesystem;

/// Something of a file besides its content, as a careful user has set it.
struct Property {
    const char* name;
    bool (*give)(const std::string& path); ///< false if it cannot be had
    std::string (*value)(const std::string& path);
};

bool give_mode(const std::string& path) {
    constexpr mode_t unusual = 0640;
    return ::chmod(path.c_str(), unusual) == 0;
}

std::string mode_of(const std::string& path) {
    const auto status = status_of(path);
    return status ? octal(status->st_mode) : "";
}

bool give_owner(const std::string& path) {
    constexpr uid_t other_user = 65534;
    return ::geteuid() == 0 && ::chown(path.c_str(), other_user, other_user) == 0;
}

std::string owner_of(const std::string& path) {
    const auto status = status_of(path);
    if (!status) return {};
    return std::to_string(status->st_uid) + ":" + std::to_string(status->st_gid);
}

constexpr const char* access_list = "system.posix_acl_access";

/// As `setfacl -m u:65534:r` makes it: a version, then kind, rights and number of each entry.
bool give_access_list(const std::string& path) {
    static constexpr std::array<unsigned char, 44> list = {
        2,  0, 0, 0,                          //
        1,  0, 6, 0, 0xff, 0xff, 0xff, 0xff,  // the owner
        2,  0, 4, 0, 0xfe, 0xff, 0x00, 0x00,  // another user
        4,  0, 4, 0, 0xff, 0xff, 0xff, 0xff,  // the group
        16, 0, 4, 0, 0xff, 0xff, 0xff, 0xff,  // the mask
        32, 0, 0, 0, 0xff, 0xff, 0xff, 0xff}; // others
    return ::setxattr(path.c_str(), access_list, list.data(), list.size(), 0) == 0;
}

std::string access_list_of(const std::string& path) {
    std::array<char, 1024> bytes = {};
    const ssize_t size = ::lgetxattr(path.c_str(), access_list, bytes.data(), bytes.size());
    std::string text;
    for (ssize_t i = 0; i < size; ++i)
        text += hexadecimal(static_cast<unsigned char>(bytes[static_cast<std::size_t>(i)]));
    return text.empty() ? "none" : text;
}

bool give_link(const std::string& path) {
    std::error_code error;
    fs::rename(path, path + ".vow-target", error);
    if (!error) fs::create_symlink(path + ".vow-target", path, error);
    return !error;
}

std::string kind_at(const std::string& path) {
    const auto status = status_of(path);
    return status ? std::string(kind_of(*status)) : "nothing";
}

constexpr Property properties[] = {
    {"mode", give_mode, mode_of},
    {"owner", give_owner, owner_of},
    {"access list", give_access_list, access_list_of},
    {"kind", give_link, kind_at},
};

std::optional<std::string> content_in(const std::vector<CaseFile>& files, const std::string& path) {
    const auto found = std::ranges::find(files, path, &CaseFile::path);
    return found == files.end() ? std::nullopt : found->content;
}

/// The promised file whose content a case replaces; empty if there is none.
std::string replaced_file(const Case& ready) {
    for (const CaseFile& file : ready.before) {
        const auto after = content_in(ready.after, file.path);
        const std::vector<std::string> promised = promised_files(ready);
        const bool is_promised = std::ranges::find(promised, file.path) != promised.end();
        if (is_promised && file.content && after && after != file.content) return file.path;
    }
    return {};
}

/// A promise that is kept, whatever the property, is not about it.
bool is_about(Dialogue& dialogue, const Case& each, const Property& property) {
    const Stage stage(each, dialogue.conversation().limit());
    const std::string path = replaced_file(stage.ready());
    run_for_real(dialogue, stage.ready());
    if (!property.give(path)) return true;
    const std::string given = property.value(path);
    return run_for_real(dialogue, stage.ready()).result != "kept" || property.value(path) != given;
}

/// Returns how a property got lost; empty if it was kept.
std::string loss_of(Dialogue& dialogue, const Case& each, const Property& property) {
    const Stage stage(each, dialogue.conversation().limit());
    const std::string path = replaced_file(stage.ready());
    if (path.empty() || !property.give(path)) return {};
    const std::string given = property.value(path);
    const CaseResult result = run_for_real(dialogue, stage.ready());
    const std::string now = property.value(path);
    if (result.result != "repaired" || now == given || is_about(dialogue, each, property))
        return {};
    return path + ": its " + property.name + " was " + given + " and is " + now;
}

} // namespace

bool replaces_content(const Case& each) {
    const auto is_replaced = [&](const CaseFile& file) {
        const auto after = content_in(each.after, file.path);
        return file.content && after && after != file.content;
    };
    return each.expected == "repaired" && std::ranges::any_of(each.before, is_replaced);
}

void check_kept_attributes(
    const Subject& subject, const Case& each, Conversation::Milliseconds limit, Findings& findings
) {
    Dialogue dialogue(subject, limit);
    dialogue.greet();
    Finding finding;
    for (const Property& property : properties) {
        const std::string loss = loss_of(dialogue, each, property);
        if (!loss.empty()) finding.details.push_back(loss);
    }
    if (dialogue.is_open()) dialogue.terminate();
    if (!finding.details.empty()) {
        finding.judgement = Judgement::violation;
        finding.text = "the promise is not about them, and they were lost";
    }
    findings.add(
        "TST-KEEPS", each, "keeps mode, owner, access list and links of a file", std::move(finding)
    );
}

} // namespace vow::harness
