#include "modules/everyday/edited_file.h"

#include "modules/sdk/cpp/text.h"
#include "protocol/text/text.h"
#include "protocol/text/unified_diff.h"

#include <cerrno>

namespace vow::modules {
namespace {

std::string fault_of(std::string_view path, int error) {
    return error == EISDIR ? "it is a folder" : path_error(path, error);
}

} // namespace

std::optional<EditedFile> EditedFile::open(const std::string& path, Record& record) {
    auto file = TextFile::open(path);
    if (file) return EditedFile(path, std::move(*file), record);
    record.failed_with(
        file.error(), text({"Cannot read '", path, "': ", fault_of(path, file.error())})
    );
    return std::nullopt;
}

bool EditedFile::keep(std::string_view wanted, const Words& words, const Creation& creation) {
    if (content() == wanted && (exists() || wanted.empty())) {
        record_->kept(text({"The ", words.what, " ", words.kept}));
        return true;
    }
    const auto changed = ChangedLines::between(content(), wanted);
    if (!record_->allows(
            {.what = text({words.verb, " ", words.what}),
             .path = path_,
             .before = std::string(changed.before),
             .after = std::string(changed.after),
             .diff = unified_diff(content(), wanted, path_),
             .action = exists() ? ChangeAction::update : ChangeAction::create,
             .kind = "path",
             .object = path_,
             .field = "content"}
        )) {
        return true;
    }
    if (!passes(wanted, creation)) return false;
    if (const int error = write(wanted, creation); error != 0) return failed("write", error);
    record_->repaired(text({words.done, " ", words.what}));
    return true;
}

bool EditedFile::keep_absent(const std::string& what) {
    if (!exists()) {
        record_->kept(text({"The ", what, " is absent"}));
        return true;
    }
    if (!record_->allows(
            {.what = "remove " + what,
             .path = path_,
             .before = std::string(content()),
             .action = ChangeAction::remove,
             .kind = "path",
             .object = path_,
             .field = "exists"}
        )) {
        return true;
    }
    const auto place = Place::at(path_);
    if (const int error = place ? place->unlink() : place.error(); error != 0)
        return failed("remove", error);
    record_->repaired("Removed " + what);
    return true;
}

bool EditedFile::passes(std::string_view wanted, const Creation& creation) {
    if (creation.check == nullptr) return true;
    const auto objection =
        creation.check->objection_to(wanted, path_, record_->promise(), *creation.log);
    if (!objection) return true;
    record_->failed(text(
        {"The new content of '", path_, "' is refused, and the file stays as it was: ", *objection}
    ));
    return false;
}

int EditedFile::write(std::string_view wanted, const Creation& creation) {
    const int error = file_.write(wanted, creation.access);
    if (error != ENOENT || exists() || !creation.with_folders) return error;
    const int folder_error = make_folders(folder_of(path_), 0755);
    if (folder_error != 0 && folder_error != EEXIST) return folder_error;
    const auto made = TextFile::open(path_);
    return made ? made->write(wanted, creation.access) : made.error();
}

bool EditedFile::failed(std::string_view action, int error) {
    record_->failed_with(
        error, text({"Cannot ", action, " '", path_, "': ", fault_of(path_, error)})
    );
    return false;
}

} // namespace vow::modules
