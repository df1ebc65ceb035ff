#include "modules/symlinks/symlinks_module.h"

#include "modules/sdk/cpp/text.h"

#include <cerrno>
#include <filesystem>

#include <unistd.h>

namespace vow::modules {
namespace {

namespace fs = std::filesystem;

PromiseTypeDescription symlinks_type() {
    PromiseTypeDescription type{
        .name = "symlinks",
        .summary = "symbolic links to files and directories",
        .promiser_summary = "the link",
    };
    type.attributes = {
        {.name = "file", .pattern = "/.*", .summary = "the target file, an absolute path"},
        {.name = "directory",
         .pattern = "/.*",
         .summary = "the target directory, an absolute path"},
    };
    type.rules = {{.needs = {"file", "directory"}}, {.with = {"file"}, .excludes = {"directory"}}};
    type.examples = {"symlinks:\n  \"/opt/current\"\n    directory => \"/opt/release-7\";"};
    return type;
}

std::string arrow(const std::string& link, const std::string& target) {
    return text({"symlink '", link, "' -> '", target, "'"});
}

/// True if both resolve to the same file.
bool same_place(const std::string& link, const std::string& target) {
    std::error_code fault;
    const fs::path from_link = fs::canonical(link, fault);
    return !fault && from_link == fs::canonical(target, fault) && !fault;
}

/// Why the target is not as promised; empty if it is.
std::string obstacle(const std::string& target, bool wants_directory) {
    std::error_code fault;
    const fs::file_status found = fs::status(target, fault);
    if (!fs::exists(found)) return text({"'", target, "' does not exist"});
    if (wants_directory && !fs::is_directory(found))
        return text({"'", target, "' is not a directory"});
    if (!wants_directory && !fs::is_regular_file(found))
        return text({"'", target, "' is not a file"});
    return {};
}

/// Atomic: readers of the link see the old target or the new one. Returns 0 or an errno.
int replace_link(const std::string& link, const std::string& target) {
    const std::string fresh = link + ".vow-" + std::to_string(::getpid());
    if (::symlink(target.c_str(), fresh.c_str()) != 0) return errno;
    if (::rename(fresh.c_str(), link.c_str()) == 0) return 0;
    const int error = errno;
    ::unlink(fresh.c_str());
    return error;
}

} // namespace

SymlinksModule::SymlinksModule() : DescribedModule(symlinks_type()) {}

Outcome SymlinksModule::keep(const Promise& promise, Record& record, Log& /*log*/) {
    const std::string* file = promise.attributes.text("file");
    const std::string& target = file != nullptr ? *file : *promise.attributes.text("directory");
    const std::string& link = promise.promiser;
    if (const std::string why = obstacle(target, file == nullptr); !why.empty()) {
        record.failed(why);
        return {};
    }

    std::error_code fault;
    const fs::file_status found = fs::symlink_status(link, fault);
    const bool exists = fs::exists(found);
    if (exists && !fs::is_symlink(found)) {
        record.failed(text({"'", link, "' exists and is not a symlink"}));
        return {};
    }
    const std::string before = exists ? fs::read_symlink(link, fault).string() : "";
    if (exists && (before == target || same_place(link, target))) {
        record.kept(arrow(link, target) + " is as promised");
        return {};
    }

    const std::string change = exists ? "correct " : "create ";
    if (!record.allows(
            {.what = change + arrow(link, target), .path = link, .before = before, .after = target}
        )) {
        return {};
    }
    const int error = exists                                         ? replace_link(link, target)
                      : ::symlink(target.c_str(), link.c_str()) == 0 ? 0
                                                                     : errno;
    if (error != 0) {
        record.failed_with(
            error, text({"Cannot ", change, arrow(link, target), ": ", system_message(error)})
        );
    } else {
        record.repaired((exists ? "Corrected " : "Created ") + arrow(link, target));
    }
    return {};
}

} // namespace vow::modules
