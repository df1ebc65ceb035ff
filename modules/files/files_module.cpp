#include "modules/files/files_module.h"

#include "modules/files/copied_file.h"
#include "modules/files/creation.h"
#include "modules/files/file_promise.h"
#include "modules/files/file_steps.h"
#include "modules/files/linking.h"
#include "modules/files/named_file.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/manner.h"
#include "modules/sdk/cpp/text.h"
#include "modules/sdk/cpp/token_expression.h"
#include "protocol/promise/settings.h"

#include <cerrno>

namespace vow::modules {

namespace {

/// Whether a part of the promise is about what a link leads to, not about the link.
bool follows_link(const FilePromise& promise) {
    return promise.create || promise.touch || promise.modified || promise.content ||
           promise.edited || promise.search || (promise.renaming && promise.renaming->rotate);
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

/// The steps of one promise, and the file they are about. Its status is read once, and again after
/// each step that can change it.
class PromisedFile {
public:
    PromisedFile(
        const FilePromise& promise,
        CopyHistory& copies,
        RotatedBackups& rotated,
        const LeafReport& report
    )
        : promise_(promise),
          copies_(copies),
          rotated_(rotated),
          report_(report),
          record_(report.record),
          file_(promise.path),
          seen_(file_.status()) {}

    enum class Ending { complete, not_selected };

    /// The parts of the promise, in the order in which they are kept.
    Ending keep() {
        if (is_refused()) return Ending::complete;
        if (promise_.edits && !is_free_for_text()) return Ending::complete;
        if ((promise_.create || promise_.touch) && !is_created()) return Ending::complete;
        if (promise_.deletion && !seen_) {
            record_.kept(text({"File '", promise_.path, "' does not exist as promised"}));
            return Ending::complete;
        }
        if (!is_selected()) return Ending::not_selected;
        if (promise_.search || promise_.copy || promise_.link) keep_installed();
        if (promise_.content || promise_.edited) keep_text();
        if (!promise_.search && seen_) keep_leaf(promise_, file_, before_, report_);
        if (is_looked_at_again()) record_.kept(text({"'", promise_.path, "' is as promised"}));
        if (promise_.changes && !seen_) record_missing();
        return Ending::complete;
    }

    /// Null if it does not exist.
    const OpenFolder* folder() const {
        return file_.error() == 0 ? &file_.place().folder() : nullptr;
    }

private:
    /// Reads the status. A part of the promise may have made the folder since it was looked for.
    void look() {
        if (file_.error() != 0) file_ = NamedFile(promise_.path);
        seen_ = file_.status();
    }

    bool is_regular() const { return seen_ && S_ISREG(seen_->st_mode); }
    bool is_link() const { return seen_ && S_ISLNK(seen_->st_mode); }
    bool exists() const { return is_link() ? file_.exists() : bool(seen_); } // links followed
    NamedFile resolved() const { return is_regular() ? file_ : file_.resolved(); }

    /// Whether the path leads over a link that an unprivileged user can have planted. Records the
    /// failure.
    bool is_refused() {
        const bool is_followed = is_link() && follows_link(promise_);
        const int error = is_followed ? file_.target_status().error() : seen_.error();
        if (error != ENOLINK) return false;
        record_.failed(path_error(promise_.path, error));
        return true;
    }

    /// Whether the reference looks at the permissions of a file again after it has mended them.
    bool is_looked_at_again() const {
        const bool has_access = promise_.permissions || promise_.access_list;
        const bool is_plain = !promise_.search && !promise_.copy && !promise_.link &&
                              !promise_.content && !promise_.edited && !promise_.touch;
        return acts_as_reference() && has_access && is_plain && is_regular() &&
               origin_ == FileOrigin::old && record_.verdicts().worst() == Verdict::repaired;
    }

    bool is_selected() const {
        if (!promise_.selection || promise_.search) return true;
        return !seen_ || promise_.selection->selects(file_, *seen_, record_, report_.log);
    }

    bool create_file() {
        before_ = create(promise_, file_, record_, report_.log);
        look();
        return before_.has_value();
    }

    bool is_created() {
        if (exists() && is_file_in_place_of_directory()) return false;
        if (seen_) record_.kept(text({"File '", promise_.path, "' exists as promised"}));
        if (exists()) return true;
        origin_ = FileOrigin::created;
        return create_file();
    }

    /// Whether the promiser names a directory, as "/x/.", but is a file. Records the failure.
    bool is_file_in_place_of_directory() {
        if (promise_.kind != FilePromise::Kind::directory || promise_.search) return false;
        const auto target = is_link() ? file_.target_status() : seen_;
        if (!target || S_ISDIR(target->st_mode)) return false;
        record_.failed(text(
            {"The object '",
             promise_.path,
             "' is not a directory. Cannot make a new directory without deleting it."}
        ));
        return true;
    }

    void record_missing() {
        record_.failed(
            text({"Promised to monitor '", promise_.path, "' for changes, but file does not exist"})
        );
    }

    void keep_installed() {
        if (promise_.search) keep_tree(promise_, file_, report_);
        if (promise_.copy) keep_copied(promise_, copies_, record_, report_.log);
        if (promise_.link) keep_links(promise_, file_, record_);
        look();
    }

    /// Whether the path can have a text after an obstacle was moved aside.
    bool is_free_for_text() {
        if (is_regular()) return true;
        if (!is_writable_as_file(file_, promise_.obstructions, record_)) return false;
        look();
        return true;
    }

    /// New text is installed with the promised permissions, so that it cannot be read under the old
    /// ones. Those of a link do not apply to its target.
    void keep_text() {
        if (!is_free_for_text()) return;
        FileAccess access;
        if (is_regular() && promise_.permissions) {
            access = access_to(*promise_.permissions, *seen_);
            before_ = *seen_;
        }
        if (promise_.content)
            keep_promised_content(access);
        else
            keep_edited(access);
    }

    void keep_promised_content(const FileAccess& access) {
        if (!exists()) {
            if (!promise_.may_create || !create_file()) return;
            origin_ = FileOrigin::created;
            record_.leave_out_kept(); // the reference does not look at its permissions
        }
        if (is_made_with_text())
            record_first_content(*promise_.content, promise_.path, record_);
        else
            keep_content(promise_, resolved(), access, record_, report_.log);
    }

    void keep_edited(const FileAccess& access) {
        const EditedText& edited = *promise_.edited;
        if (!exists()) {
            if (!edited.whole || !promise_.may_create) return;
            origin_ = FileOrigin::created;
            const std::string what = what_changes(edited, promise_.path);
            if (!record_.allows(content_change(what, promise_.path, std::nullopt, edited.content)))
                return;
            if (!create_file()) return;
        }
        if (is_made_with_text()) return record_saved(edited, promise_.path, record_);
        const auto is_accepted = [&](const std::string& to) { return accepts(to); };
        save(edited, resolved(), access, is_accepted, rotated_, record_);
    }

    /// Whether the file was just created, and with the promised or edited text.
    bool is_made_with_text() const {
        return origin_ == FileOrigin::created && !promise_.first_content().empty();
    }

    /// The text of a file that was just made is accepted already.
    bool accepts(const std::string& path) {
        if (origin_ == FileOrigin::created && promise_.edited->whole) return true;
        return is_valid(promise_, promise_.edited->content, path, record_, report_.log);
    }

    const FilePromise& promise_;
    CopyHistory& copies_;
    RotatedBackups& rotated_;
    const LeafReport& report_;
    Record& record_;
    NamedFile file_;
    SystemResult<struct stat> seen_; ///< of the entry itself
    FileOrigin origin_ = FileOrigin::old;
    /// Before the promised permissions were set on new text; nullopt if they were not.
    std::optional<struct stat> before_ = {};
};

/// Logs that rxdirs is not set, as it is easily forgotten. The reference warns of it.
void log_unset_rxdirs(const Promise& promise, Record& record) {
    const auto perms = Settings(promise.attributes).body("perms");
    if (!perms || !perms->has("mode") || perms->has("rxdirs")) return;
    record.log(
        acts_as_reference() ? LogLevel::warning : LogLevel::verbose,
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

/// The reference leaves out the dot of "/x/." once it has found the directory, or did not have to.
std::string promiser_at_end(const FilePromise& file, const Promise& promise) {
    const bool is_cut = acts_as_reference() && !file.search && promise.promiser.ends_with("/.");
    if (!is_cut) return promise.promiser;
    const bool is_missing = NamedFile(file.path + "/.").error() != 0;
    return is_missing && (file.create || file.touch) ? promise.promiser : file.path;
}

/// Logs the last line of every files promise.
void log_ending(const FilePromise& file, const Record& record, Log& log) {
    const std::string promiser = promiser_at_end(file, record.promise());
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
    if (record.has_only_warned()) {
        log.warning(text({"Warnings encountered when actuating files promise '", promiser, "'"}));
    } else {
        log.error(text({"Errors encountered when actuating files promise '", promiser, "'"}));
    }
}

/// nullopt if no changes are promised, or cannot be stored.
std::optional<ChangeMonitor> monitor_for(const FilePromise& file, Record& record, const Log& log) {
    if (!file.changes) return std::nullopt;
    if (Documents* documents = log.documents())
        return std::optional<ChangeMonitor>(std::in_place, *file.changes, record, *documents);
    record.failed("Unable to open the hash database!");
    return std::nullopt;
}

} // namespace

FilesModule::FilesModule() : DescribedModule(files_type()) {}

std::vector<std::string> FilesModule::further_faults(const Promise& promise) const {
    std::vector<std::string> faults;
    if (const std::string* command = promise.attributes.text("validate")) {
        if (const auto fault = ContentCheck(*command).fault())
            faults.push_back(text({"Attribute 'validate' ", *fault}));
    }
    const auto selection = Settings(promise.attributes).body("file_select");
    if (!selection) return faults;
    const auto check = [&](std::string_view attribute, std::string_view expression) {
        auto fault = fault_of_token_expression(attribute, "file_select", expression);
        if (fault) faults.push_back(*std::move(fault));
    };
    check("file_result", selection->text_or("file_result", ""));
    for (const std::string& types : selection->list("file_types"))
        check("file_types", types);
    return faults;
}

Outcome FilesModule::keep(const Promise& promise, Record& record, Log& log) {
    log_unset_rxdirs(promise, record);
    const FilePromise file = FilePromise::from(promise);
    auto monitor = monitor_for(file, record, log);
    const LeafReport report{record, log, monitor ? &*monitor : nullptr};
    Protection protection(file.flags, file.path, record);
    PromisedFile promised(file, copies_, rotated_, report);
    if (promised.keep() == PromisedFile::Ending::not_selected) return {};
    protection.end();
    if (monitor) monitor->store();
    const bool has_changes = record.verdicts().worst() != Verdict::kept;
    if (has_changes && promised.folder() != nullptr) synced_.add(*promised.folder());
    log_ending(file, record, log);
    if (record.verdicts().empty()) record.add(Verdict::kept);
    Outcome outcome;
    outcome.classes = copies_.take_classes();
    if (monitor && monitor->has_alert()) outcome.classes.emplace_back("checksum_alerts");
    return outcome;
}

} // namespace vow::modules
