#include "modules/files/file_promise.h"

#include "modules/files/known_attributes.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/promise/settings.h"

#include <algorithm>
#include <string_view>

namespace vow::modules {

namespace {

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

template <class Body>
std::optional<Body> body_of(const Settings& settings, std::string_view name) {
    const auto body = settings.body(name);
    return body ? std::optional(Body::from(*body)) : std::nullopt;
}

/// Finds what is wrong with a promise, whatever the state of the machine.
class Check {
public:
    Check(const Promise& promise, const FilePromise& file, Log& log)
        : promise_(promise),
          settings_(promise.attributes),
          file_(file),
          log_(log) {}

    bool passes() { return permissions() && conflicts() && selection() && sources(); }

private:
    bool wrong(const std::string& message) {
        log_.error(message);
        return false;
    }

    bool permissions() {
        const auto perms = settings_.body("perms");
        const auto mode = perms ? perms->text("mode") : std::nullopt;
        if (!mode) return true;
        if (!mode_change_from(*mode)) return wrong("Invalid mode string (" + *mode + ")");
        if (!perms->has("rxdirs")) {
            log_.warning(text(
                {"Using the default value 'false' for attribute rxdirs (promiser: ",
                 promise_.promiser,
                 ", file: ",
                 promise_.origin.file,
                 ":",
                 std::to_string(promise_.origin.line),
                 "), please set it explicitly"}
            ));
        }
        return true;
    }

    bool conflicts() {
        const bool made = file_.create || file_.copy || file_.content || file_.edited;
        const std::string conflict = "Promise constraint conflicts - '" + promise_.promiser;
        if (file_.deletion && (made || file_.renaming)) {
            return wrong(conflict + "' cannot be deleted and exist at the same time");
        }
        if (file_.renaming && made) {
            return wrong(conflict + "' cannot be renamed/moved and exist there at the same time");
        }
        if ((file_.copy || file_.link) && !file_.transformer.empty()) {
            return wrong(text(
                {"File object(s) '",
                 promise_.promiser,
                 "' cannot both be a copy of source and transformed simultaneously"}
            ));
        }
        return true;
    }

    bool selection() {
        if (file_.deletion && file_.search && !file_.selection) {
            return wrong(text(
                {"Dangerous or ambiguous promise - '",
                 promise_.promiser,
                 "' specifies recursive deletion but has no file selection criteria"}
            ));
        }
        const auto body = settings_.body("file_select");
        if (body && !body->has("file_result")) {
            return wrong("file_select body missing its file_result return value");
        }
        return true;
    }

    bool sources() {
        if (file_.link && file_.link->source.empty()) {
            return wrong(
                text({"Promise to establish a link at '", promise_.promiser, "' has no source"})
            );
        }
        const auto copy = settings_.body("copy_from");
        if (!copy) return true;
        if (file_.copy->source.empty()) {
            return wrong(text({"Copy_from in '", promise_.promiser, "' has no source"}));
        }
        const auto servers = copy->list("servers");
        const bool here = std::ranges::all_of(servers, [](const std::string& server) {
            return server == "localhost" || server == "127.0.0.1" || server == "::1";
        });
        return here || wrong(text(
                           {"Copying from '",
                            servers.front(),
                            "' is not implemented: only files of this machine are copied"}
                       ));
    }

    const Promise& promise_;
    Settings settings_;
    const FilePromise& file_;
    Log& log_;
};

} // namespace

Deletion Deletion::from(const Settings& body) {
    return {body.holds("rmdirs")};
}

std::uint32_t FilePromise::mode_of_new(std::uint32_t otherwise) const {
    const bool says = permissions && permissions->mode;
    return says ? permissions->mode->for_new_file() : otherwise;
}

std::optional<FilePromise> FilePromise::from(const Promise& promise, Log& log) {
    if (!promise.promiser.starts_with('/')) {
        log.error(text(
            {"Cannot create a relative filename '",
             promise.promiser,
             "' - has no invariant meaning."}
        ));
        return std::nullopt;
    }
    if (!attributes_are_known(promise, log)) return std::nullopt;

    const Settings settings(promise.attributes);
    FilePromise file;
    take_path(file, promise.promiser);
    if (settings.text_or("file_type", "regular") == "fifo") file.kind = Kind::fifo;
    file.create = settings.holds("create");
    file.may_create = settings.holds_or_when_unsaid("create");
    file.touch = settings.holds("touch");
    if (settings.holds("move_obstructions")) file.obstructions = Obstructions::are_moved;
    file.content = settings.text("content");
    file.transformer = settings.text_or("transformer", "");
    file.codes = ReturnCodes::from(settings);
    file.edited = body_of<EditedText>(settings, "edited");
    file.deletion = body_of<Deletion>(settings, "delete");
    file.permissions = body_of<Permissions>(settings, "perms");
    file.search = body_of<DepthSearch>(settings, "depth_search");
    file.selection = body_of<Selection>(settings, "file_select");
    file.renaming = body_of<Renaming>(settings, "rename");
    file.copy = body_of<CopySource>(settings, "copy_from");
    file.link = body_of<LinkSource>(settings, "link_from");
    if (file.search && file.create) file.kind = Kind::directory;
    return Check(promise, file, log).passes() ? std::optional(std::move(file)) : std::nullopt;
}

} // namespace vow::modules
