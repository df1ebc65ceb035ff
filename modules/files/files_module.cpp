#include "modules/files/files_module.h"

#include "modules/files/content.h"
#include "modules/files/copying.h"
#include "modules/files/creation.h"
#include "modules/files/file_promise.h"
#include "modules/files/files_type.h"
#include "modules/files/leaf.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/promise/settings.h"

#include <sys/stat.h>

namespace vow::modules {

namespace {

bool exists(const std::string& path) {
    struct stat status = {};
    return stat(path.c_str(), &status) == 0;
}

bool is_there(const std::string& path) {
    struct stat status = {};
    return lstat(path.c_str(), &status) == 0;
}

bool is_selected(const FilePromise& file) {
    struct stat status = {};
    if (!file.selection || file.search || lstat(file.path.c_str(), &status) != 0) return true;
    return file.selection->selects(file.path, status);
}

void keep_links(const FilePromise& file, Record& record) {
    if (file.link->children) {
        const std::int64_t depth = file.search ? file.search->depth : 1;
        keep_children_linked(*file.link, file.path, depth, file.obstructions, record);
    } else {
        keep_linked(*file.link, file.link->source, file.path, file.obstructions, record);
    }
}

void keep_edited(const FilePromise& file, Record& record) {
    if (!exists(file.path)) {
        if (!file.edited->whole || !file.may_create) return;
        if (!record.allows(what_changes(*file.edited, file.path)) || !create(file, record)) return;
    }
    save(*file.edited, file.path, record);
}

enum class FileOrigin { old, created };

void keep_text(const FilePromise& file, FileOrigin origin, Record& record) {
    if (!is_writable_as_file(file.path, file.obstructions, record)) return;
    if (file.content) {
        if (!exists(file.path)) {
            if (!file.may_create || !create(file, record)) return;
            origin = FileOrigin::created;
        }
        if (origin == FileOrigin::created && !file.first_content().empty())
            record_first_content(*file.content, file.path, record);
        else
            keep_content(*file.content, file.path, record);
    } else {
        keep_edited(file, record);
    }
}

/// The parts of a promise, in the order in which they are kept.
void keep_parts(const FilePromise& file, Record& record, const Log& log) {
    const std::string& path = file.path;
    FileOrigin origin = FileOrigin::old;
    if (file.create || file.touch) {
        if (is_there(path)) record.kept(text({"File '", path, "' exists as promised"}));
        if (!exists(path)) {
            if (!create(file, record)) return;
            origin = FileOrigin::created;
        }
    }
    if (file.deletion && !is_there(path)) {
        record.kept(text({"File '", path, "' does not exist as promised"}));
        return;
    }
    if (!is_selected(file)) return;
    if (file.search) keep_tree(file, record, log);
    if (file.copy) keep_copied(file, record, log);
    if (file.link) keep_links(file, record);
    if (file.content || file.edited) keep_text(file, origin, record);
    if (!file.search && is_there(path)) keep_leaf(file, path, record, log);
}

/// Warns that rxdirs is not set, as it is easily forgotten.
void tell_unsaid(const Promise& promise, Record& record) {
    const auto perms = Settings(promise.attributes).body("perms");
    if (!perms || !perms->has("mode") || perms->has("rxdirs")) return;
    record.say(
        LogLevel::warning,
        text(
            {"Using the default value 'false' for attribute rxdirs (promiser: ",
             promise.promiser,
             ", file: ",
             promise.origin.file,
             ":",
             std::to_string(promise.origin.line),
             "), please set it explicitly"}
        )
    );
}

/// Logs the last line of every files promise.
void tell_ending(const Record& record, Log& log) {
    const std::string& promiser = record.promise().promiser;
    switch (record.verdicts().worst()) {
    case Verdict::kept:
        log.verbose(text({"No changes done for the files promise '", promiser, "'"}));
        return;
    case Verdict::repaired: log.verbose(text({"files promise '", promiser, "' repaired"})); return;
    case Verdict::not_kept:
    case Verdict::denied:
    case Verdict::timed_out:
    case Verdict::error: break;
    }
    if (record.only_warned()) {
        log.warning(text({"Warnings encountered when actuating files promise '", promiser, "'"}));
    } else {
        log.error(text({"Errors encountered when actuating files promise '", promiser, "'"}));
    }
}

} // namespace

FilesModule::FilesModule() : DescribedModule(files_type()) {}

Outcome FilesModule::keep(const Promise& promise, Record& record, Log& log) {
    tell_unsaid(promise, record);
    keep_parts(FilePromise::from(promise), record, log);
    tell_ending(record, log);
    if (record.verdicts().empty()) record.add(Verdict::kept);
    return {};
}

} // namespace vow::modules
