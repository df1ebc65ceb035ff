#include "modules/files/file_promise.h"

#include "modules/sdk/cpp/text.h"
#include "protocol/promise/settings.h"

#include <algorithm>
#include <string_view>

namespace vow::modules {

namespace {

/// What this module keeps, and what it takes note of without doing anything itself.
constexpr std::string_view known_attributes[] = {
    "comment",
    "content",
    "create",
    "delete",
    "edited",
    "file_type",
    "handle",
    "perms",
    "pathtype",
    "move_obstructions",
    "touch",
};

bool check_attribute_names(const Promise& promise, Log& log) {
    bool known = true;
    for (const Attribute& attribute : promise.attributes) {
        if (std::ranges::find(known_attributes, attribute.name) != std::end(known_attributes)) {
            continue;
        }
        log.error(text(
            {"Attribute '",
             attribute.name,
             "' of files promise '",
             promise.promiser,
             "' is not implemented"}
        ));
        known = false;
    }
    return known;
}

bool check_permissions(const Settings& perms, const Promise& promise, Log& log) {
    const auto mode = perms.text("mode");
    if (mode && !mode_change_from(*mode)) {
        log.error(text({"Invalid mode string (", *mode, ")"}));
        return false;
    }
    if (mode && !perms.has("rxdirs")) {
        log.warning(text(
            {"Using the default value 'false' for attribute rxdirs (promiser: ",
             promise.promiser,
             ", file: ",
             promise.origin.file,
             ":",
             std::to_string(promise.origin.line),
             "), please set it explicitly"}
        ));
    }
    return true;
}

/// "/x/." promises a directory at /x.
void take_path(FilePromise& file, std::string_view promiser) {
    while (promiser.ends_with("/.")) {
        file.kind = FilePromise::Kind::directory;
        promiser.remove_suffix(2);
    }
    while (promiser.size() > 1 && promiser.ends_with('/'))
        promiser.remove_suffix(1);
    file.path = promiser.empty() ? "/" : std::string(promiser);
}

} // namespace

std::uint32_t FilePromise::mode_of_new(std::uint32_t otherwise) const {
    const bool says = permissions && permissions->mode;
    return says ? permissions->mode->for_new_file() : otherwise;
}

std::optional<FilePromise> FilePromise::from(const Promise& promise, Log& log) {
    const Settings settings(promise.attributes);
    if (!promise.promiser.starts_with('/')) {
        log.error(text(
            {"Cannot create a relative filename '",
             promise.promiser,
             "' - has no invariant meaning."}
        ));
        return std::nullopt;
    }
    if (!check_attribute_names(promise, log)) return std::nullopt;

    FilePromise file;
    take_path(file, promise.promiser);
    if (settings.text_or("file_type", "regular") == "fifo") file.kind = Kind::fifo;
    file.create = settings.holds("create");
    file.may_create = settings.holds_or_when_unsaid("create");
    file.touch = settings.holds("touch");
    file.move_obstructions = settings.holds("move_obstructions");
    file.content = settings.text("content");
    if (const auto body = settings.body("edited")) file.edited = EditedText::from(*body);
    if (const auto body = settings.body("delete")) file.deletion = Deletion{body->holds("rmdirs")};
    if (const auto body = settings.body("perms")) {
        if (!check_permissions(*body, promise, log)) return std::nullopt;
        file.permissions = Permissions::from(*body);
    }
    if (file.deletion && (file.create || file.content)) {
        log.error(text(
            {"Promise constraint conflicts - '",
             promise.promiser,
             "' cannot be deleted and exist at the same time"}
        ));
        return std::nullopt;
    }
    return file;
}

} // namespace vow::modules
