#include "policy/inmanta/deploy/resource_keeper.h"

namespace vow::inmanta {
namespace {

Data yes() {
    return Data::string("true");
}

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

Attributes ResourceKeeper::removal() const {
    Attributes attributes;
    attributes.set("delete", Data::object({{"rmdirs", Data::string("false")}}));
    return attributes;
}

void ResourceKeeper::keep_file() {
    const bool exists{world_.host.status(resource_.name, Symlinks::as_they_are)};
    if (resource_.is("purged")) {
        change_ = ResourceChange::purged;
        return keep_promise("files", resource_.name, removal());
    }
    change_ = exists ? ResourceChange::updated : ResourceChange::created;
    Attributes attributes;
    attributes.set("content", resource_.text("content"));
    attributes.set("perms", permissions());
    keep_promise("files", resource_.name, std::move(attributes));
}

void ResourceKeeper::keep_directory() {
    const bool exists{world_.host.status(resource_.name, Symlinks::as_they_are)};
    if (resource_.is("purged")) {
        change_ = ResourceChange::purged;
        if (exists) remove_directory();
        return;
    }
    change_ = exists ? ResourceChange::updated : ResourceChange::created;
    Attributes attributes;
    attributes.set("create", "true");
    attributes.set("perms", permissions());
    keep_promise("files", resource_.name + "/.", std::move(attributes));
}

void ResourceKeeper::remove_directory() {
    Attributes tree;
    tree.set("delete", Data::object({{"rmdirs", yes()}}));
    tree.set(
        "depth_search", Data::object({{"depth", Data::string("inf")}, {"include_basedir", yes()}})
    );
    tree.set(
        "file_select",
        Data::object(
            {{"leaf_name", Data::array({Data::string(".*")})},
             {"file_result", Data::string("leaf_name")}}
        )
    );
    keep_promise("files", resource_.name, std::move(tree));
    const bool is_left{world_.host.status(resource_.name, Symlinks::as_they_are)};
    if (policy_ != Terms::Policy::fix || !is_left) return;
    Attributes folder;
    folder.set("delete", Data::object({{"rmdirs", yes()}}));
    keep_promise("files", resource_.name, std::move(folder));
}

void ResourceKeeper::keep_symlink() {
    const auto status = world_.host.status(resource_.name, Symlinks::as_they_are);
    if (status && status->kind != FileKind::symlink)
        return fail("'" + resource_.name + "' is there, and is not a link");
    if (resource_.is("purged")) {
        change_ = ResourceChange::purged;
        if (status) keep_promise("files", resource_.name, removal());
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
