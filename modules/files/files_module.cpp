#include "modules/files/files_module.h"

#include "modules/files/content.h"
#include "modules/files/creation.h"
#include "modules/files/deletion.h"
#include "modules/files/edited_text.h"
#include "modules/files/file_promise.h"
#include "modules/files/permissions.h"
#include "modules/files/touching.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/promise/record.h"

#include <sys/stat.h>

namespace vow::modules {

namespace {

/// Nothing is said while a promise is looked at for the second time.
class SilentLog : public Log {
    void line(LogLevel, std::string_view) override {}
};

bool exists(const std::string& path) {
    struct stat status = {};
    return stat(path.c_str(), &status) == 0;
}

/// The parts of a promise in the order in which they are kept.
void keep_parts(const FilePromise& file, Record& record) {
    if (file.deletion) {
        keep_deleted(*file.deletion, file.path, record);
        return;
    }
    const bool wanted = file.create || file.touch || (file.content && file.may_create);
    if (exists(file.path)) {
        if (wanted) record.kept(text({"File '", file.path, "' exists as promised"}));
    } else if (!wanted || create(file, record) == Creation::not_done) {
        return;
    }
    if (file.content) keep_content(*file.content, file.path, record);
    if (file.edited) save(*file.edited, file.path, record);
    if (file.touch) touch(file.path, record);
    if (file.permissions) keep_permissions(*file.permissions, file.path, record);
}

/// The last line of every files promise.
void tell_ending(const Record& record, Log& log) {
    const std::string& promiser = record.promise().promiser;
    switch (record.verdicts().gravest()) {
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

std::span<const std::string_view> FilesModule::promise_types() const {
    static constexpr std::string_view types[] = {"files"};
    return types;
}

Validity FilesModule::validate(const Promise& promise, Log& log) {
    return FilePromise::from(promise, log) ? Validity::valid : Validity::invalid;
}

Outcome FilesModule::evaluate(const Promise& promise, Log& log) {
    SilentLog silent;
    const auto file = FilePromise::from(promise, silent);
    if (!file) return Outcome::of(Verdict::error);
    Record record(promise, saying_to(log));
    keep_parts(*file, record);
    tell_ending(record, log);
    Verdicts verdicts = record.verdicts();
    if (verdicts.empty()) verdicts.add(Verdict::kept);
    return {.verdicts = verdicts};
}

} // namespace vow::modules
