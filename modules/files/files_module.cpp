#include "modules/files/files_module.h"

#include "modules/files/content.h"
#include "modules/files/copying.h"
#include "modules/files/creation.h"
#include "modules/files/file_promise.h"
#include "modules/files/files_type.h"
#include "modules/files/leaf.h"
#include "modules/files/named_file.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/promise/settings.h"

#include <cerrno>

namespace vow::modules {

namespace {

bool is_selected(const FilePromise& promise, const NamedFile& file) {
    if (!promise.selection || promise.search) return true;
    const auto status = file.status();
    return !status || promise.selection->selects(file, *status);
}

/// Whether a part of the promise is about what a link leads to, not about the link.
bool follows_link(const FilePromise& promise) {
    return promise.create || promise.touch || promise.content || promise.edited || promise.search ||
           (promise.renaming && promise.renaming->rotate);
}

/// Whether the path leads over a link that an unprivileged user can have planted. Records the
/// failure.
bool is_refused(const FilePromise& promise, const NamedFile& file, Record& record) {
    const int error = follows_link(promise) ? file.target_status().error() : file.error();
    if (error != ENOLINK) return false;
    record.failed(path_error(promise.path, error));
    return true;
}

void keep_links(const FilePromise& promise, const NamedFile& file, Record& record) {
    if (promise.link->children) {
        const std::int64_t depth = promise.search ? promise.search->depth : 1;
        keep_children_linked(*promise.link, file, depth, promise.obstructions, record);
    } else {
        keep_linked(*promise.link, promise.link->source, file, promise.obstructions, record);
    }
}

enum class FileOrigin { old, created };

/// The steps of one promise, and the file they are about.
class PromisedFile {
public:
    PromisedFile(const FilePromise& promise, Record& record)
        : promise_(promise),
          record_(record),
          file_(promise.path) {}

    /// The parts of the promise, in the order in which they are kept.
    void keep(const Log& log) {
        const std::string& path = promise_.path;
        if (is_refused(promise_, file_, record_)) return;
        if ((promise_.create || promise_.touch) && !is_created()) return;
        if (promise_.deletion && !file_.is_there()) {
            record_.kept(text({"File '", path, "' does not exist as promised"}));
            return;
        }
        if (!is_selected(promise_, file_)) return;
        if (promise_.search) keep_tree(promise_, file_, record_, log);
        if (promise_.copy) keep_copied(promise_, record_, log);
        if (promise_.link) keep_links(promise_, file_, record_);
        if (promise_.content || promise_.edited) keep_text();
        open_folder();
        if (!promise_.search && file_.is_there()) keep_leaf(promise_, file_, before_, record_, log);
    }

    /// Null if it does not exist.
    const OpenFolder* folder() const {
        return file_.error() == 0 ? &file_.place().folder() : nullptr;
    }

private:
    /// The folder may have been made by a part of the promise.
    void open_folder() {
        if (file_.error() != 0) file_ = NamedFile(promise_.path);
    }

    bool create_file() {
        if (!create(promise_, record_)) return false;
        open_folder();
        return true;
    }

    bool is_created() {
        if (file_.is_there()) record_.kept(text({"File '", promise_.path, "' exists as promised"}));
        if (file_.exists()) return true;
        origin_ = FileOrigin::created;
        return create_file();
    }

    /// New text is installed with the promised permissions, so that it cannot be read under the old
    /// ones. Those of a link do not apply to its target.
    void keep_text() {
        open_folder();
        if (!is_writable_as_file(file_, promise_.obstructions, record_)) return;
        const auto status = file_.status();
        const bool is_plain = status && S_ISREG(status->st_mode);
        FileAccess access;
        if (is_plain && promise_.permissions) {
            access = access_to(*promise_.permissions, *status);
            before_ = *status;
        }
        if (promise_.content)
            keep_promised_content(access);
        else
            keep_edited(access);
    }

    void keep_promised_content(const FileAccess& access) {
        if (!file_.exists()) {
            if (!promise_.may_create || !create_file()) return;
            origin_ = FileOrigin::created;
        }
        if (origin_ == FileOrigin::created && !promise_.first_content().empty())
            record_first_content(*promise_.content, promise_.path, record_);
        else
            keep_content(*promise_.content, file_.resolved(), access, record_);
    }

    void keep_edited(const FileAccess& access) {
        const EditedText& edited = *promise_.edited;
        if (!file_.exists()) {
            if (!edited.whole || !promise_.may_create) return;
            if (!record_.allows(what_changes(edited, promise_.path)) || !create_file()) return;
        }
        save(edited, file_.resolved(), access, record_);
    }

    const FilePromise& promise_;
    Record& record_;
    NamedFile file_;
    FileOrigin origin_ = FileOrigin::old;
    std::optional<struct stat> before_ = {}; ///< of the file whose text is replaced
};

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
    const FilePromise file = FilePromise::from(promise);
    PromisedFile promised(file, record);
    promised.keep(log);
    const bool has_changes = record.verdicts().worst() != Verdict::kept;
    if (has_changes && promised.folder() != nullptr) synced_.add(*promised.folder());
    tell_ending(record, log);
    if (record.verdicts().empty()) record.add(Verdict::kept);
    return {};
}

} // namespace vow::modules
