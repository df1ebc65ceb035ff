#include "policy/inmanta/deploy/resource_keeper.h"
#include "policy/run/promise_call.h"

namespace vow::inmanta {
namespace {

/// 644 is written "0644"; so is the text of a mode.
std::string octal_mode(const std::string& text) {
    return text.size() < 4 ? std::string(4 - text.size(), '0') + text : text;
}

} // namespace

Data ResourceKeeper::permissions() const {
    return Data::object(
        {{"mode", Data::string(octal_mode(resource_.text("mode")))},
         {"owners", Data::array({Data::string(resource_.text("owner"))})},
         {"groups", Data::array({Data::string(resource_.text("group"))})},
         {"rxdirs", Data::string("false")}}
    );
}

void ResourceKeeper::keep_file() {
    const auto status = world_.host.status(resource_.name, Symlinks::as_they_are);
    if (resource_.is("purged")) {
        if (status && status->kind == FileKind::directory)
            return fail("'" + resource_.name + "' is a directory, and not a file to be purged");
        change_ = ResourceChange::purged;
        return keep_promise("files", resource_.name, files_promise::removed_file());
    }
    change_ = status ? ResourceChange::updated : ResourceChange::created;
    Attributes attributes;
    attributes.set("content", resource_.text("content"));
    attributes.set("perms", permissions());
    keep_promise("files", resource_.name, std::move(attributes));
}

void ResourceKeeper::keep_directory() {
    const auto status = world_.host.status(resource_.name, Symlinks::as_they_are);
    if (resource_.is("purged")) {
        if (status && status->kind != FileKind::directory)
            return fail("'" + resource_.name + "' is there, and is not a directory to be purged");
        change_ = ResourceChange::purged;
        if (status) remove_directory();
        return;
    }
    change_ = status ? ResourceChange::updated : ResourceChange::created;
    Attributes attributes;
    attributes.set("create", "true");
    attributes.set("perms", permissions());
    keep_promise("files", resource_.name + "/.", std::move(attributes));
}

void ResourceKeeper::remove_directory() {
    keep_promise("files", resource_.name, files_promise::removed_tree());
    const bool is_left{world_.host.status(resource_.name, Symlinks::as_they_are)};
    if (policy_ != Terms::Policy::fix || !is_left) return;
    keep_promise("files", resource_.name, files_promise::removed_folder());
}

void ResourceKeeper::keep_symlink() {
    const auto status = world_.host.status(resource_.name, Symlinks::as_they_are);
    if (status && status->kind != FileKind::symlink)
        return fail("'" + resource_.name + "' is there, and is not a link");
    if (resource_.is("purged")) {
        change_ = ResourceChange::purged;
        if (status) keep_promise("files", resource_.name, files_promise::removed_file());
        return;
    }
    change_ = status ? ResourceChange::updated : ResourceChange::created;
    Attributes attributes;
    attributes.set("move_obstructions", "true");
    attributes.set(
        "link_from",
        Data::object(
            {{"source", Data::string(resource_.text("source"))},
             {"when_no_source", Data::string("force")}}
        )
    );
    keep_promise("files", resource_.name, std::move(attributes));
}

} // namespace vow::inmanta
