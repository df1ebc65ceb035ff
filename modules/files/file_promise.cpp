#include "modules/files/file_promise.h"

#include "protocol/promise/settings.h"

#include <string_view>

namespace vow::modules {

namespace {

/// "/x/." and "/x/" promise a directory at /x.
void take_path(FilePromise& file, std::string_view promiser) {
    const bool is_marked = promiser.ends_with("/.");
    while (promiser.ends_with("/.")) {
        file.kind = FilePromise::Kind::directory;
        promiser.remove_suffix(2);
    }
    while (promiser.size() > 1 && promiser.ends_with('/')) {
        file.kind = FilePromise::Kind::directory;
        promiser.remove_suffix(1);
    }
    file.path = promiser.empty() ? "/" : std::string(promiser);
    file.search_path = file.path;
    if (is_marked && file.path != "/") file.search_path += "/.";
}

template <class Body>
std::optional<Body> body_of(const Settings& settings, std::string_view name) {
    const auto body = settings.body(name);
    return body ? std::optional(Body::from(*body)) : std::nullopt;
}

} // namespace

Deletion Deletion::from(const Settings& body) {
    return {body.holds("rmdirs")};
}

std::string FilePromise::first_content() const {
    const bool comes_first = kind == Kind::plain && !selection && !copy && !link;
    if (!comes_first) return "";
    return edited && edited->is_made_with_file() ? edited->content : content.value_or("");
}

std::uint32_t FilePromise::mode_of_new(std::uint32_t otherwise) const {
    const bool has_mode = permissions && permissions->mode;
    return has_mode ? permissions->mode->for_new_file() : otherwise;
}

FilePromise FilePromise::from(const Promise& promise) {
    const Settings settings(promise.attributes);
    FilePromise file;
    take_path(file, promise.promiser);
    if (settings.text("file_type") == "fifo") file.kind = Kind::fifo;
    file.create = settings.holds("create");
    file.may_create = settings.is_true_by_default("create");
    file.touch = settings.holds("touch");
    file.modified = settings.number("modified");
    file.edits = settings.holds("edits");
    if (settings.holds("move_obstructions")) file.obstructions = Obstructions::are_moved;
    file.content = settings.text("content");
    file.transformer = settings.text_or("transformer", "");
    file.codes = ReturnCodes::from(settings);
    if (const auto command = settings.text("validate")) file.validate.emplace(*command);
    file.edited = body_of<EditedText>(settings, "edited");
    file.deletion = body_of<Deletion>(settings, "delete");
    file.permissions = body_of<Permissions>(settings, "perms");
    file.access_list = body_of<AccessList>(settings, "acl");
    file.changes = body_of<ChangeWatch>(settings, "changes");
    file.flags = body_of<FileFlags>(settings, "fsattrs").value_or(FileFlags());
    file.search = body_of<DepthSearch>(settings, "depth_search");
    file.selection = body_of<Selection>(settings, "file_select");
    file.renaming = body_of<Renaming>(settings, "rename");
    file.copy = body_of<CopySource>(settings, "copy_from");
    file.link = body_of<LinkSource>(settings, "link_from");
    file.skipped = SkippedNames::from(settings);
    if (file.search && file.create) file.kind = Kind::directory;
    return file;
}

} // namespace vow::modules
