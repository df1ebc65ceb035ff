#include "modules/files/known_attributes.h"

#include "modules/sdk/cpp/text.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace vow::modules {

namespace {

using Names = std::span<const std::string_view>;

constexpr std::string_view copy_from[] = {
    "check_root",
    "collapse_destination_dir",
    "compare",
    "copy_backup",
    "copy_size",
    "copylink_patterns",
    "encrypt",
    "force_ipv4",
    "force_update",
    "link_type",
    "linkcopy_patterns",
    "missing_ok",
    "portnumber",
    "preserve",
    "protocol_version",
    "purge",
    "servers",
    "source",
    "stealth",
    "timeout",
    "trustkey",
    "type_check",
    "verify"};
constexpr std::string_view delete_[] = {"dirlinks", "rmdirs"};
constexpr std::string_view depth_search[] = {
    "depth",
    "exclude_dirs",
    "include_basedir",
    "include_dirs",
    "rmdeadlinks",
    "traverse_links",
    "xdev"};
constexpr std::string_view edited[] = {
    "backup", "change", "content", "message", "replaces", "rotate", "whole"};
constexpr std::string_view file_select[] = {
    "atime",
    "ctime",
    "exec_program",
    "exec_regex",
    "file_result",
    "file_types",
    "issymlinkto",
    "leaf_name",
    "mtime",
    "path_name",
    "search_groups",
    "search_mode",
    "search_owners",
    "search_size"};
constexpr std::string_view link_from[] = {
    "copy_patterns",
    "link_children",
    "link_type",
    "source",
    "when_linking_children",
    "when_no_source"};
constexpr std::string_view perms[] = {"groups", "mode", "owners", "rxdirs"};
constexpr std::string_view rename[] = {
    "disable", "disable_mode", "disable_suffix", "newname", "rotate"};

/// An attribute of files promises; `body`: those of the body that it holds.
struct KnownAttribute {
    std::string_view name;
    Names body = {};
};

constexpr KnownAttribute known[] = {
    {"comment"},
    {"content"},
    {"copy_from", copy_from},
    {"create"},
    {"delete", delete_},
    {"depth_search", depth_search},
    {"edited", edited},
    {"failed_returncodes"},
    {"file_select", file_select},
    {"file_type"},
    {"handle"},
    {"kept_returncodes"},
    {"link_from", link_from},
    {"move_obstructions"},
    {"pathtype"},
    {"perms", perms},
    {"rename", rename},
    {"repaired_returncodes"},
    {"touch"},
    {"transformer"},
};

/// What every body may have.
constexpr std::string_view in_any_body[] = {"inherit_from", "meta"};

bool holds(Names names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

bool body_is_known(
    const Data& body, const KnownAttribute& attribute, const Promise& promise, Log& log
) {
    bool all = true;
    for (const auto& [name, unused] : body.members()) {
        if (holds(attribute.body, name) || holds(in_any_body, name)) continue;
        log.error(text(
            {"Attribute '",
             name,
             "' of body ",
             attribute.name,
             " of files promise '",
             promise.promiser,
             "' is not implemented"}
        ));
        all = false;
    }
    return all;
}

} // namespace

bool attributes_are_known(const Promise& promise, Log& log) {
    bool all = true;
    for (const Attribute& attribute : promise.attributes) {
        const auto* entry = std::ranges::find(known, attribute.name, &KnownAttribute::name);
        if (entry == std::end(known)) {
            log.error(text(
                {"Attribute '",
                 attribute.name,
                 "' of files promise '",
                 promise.promiser,
                 "' is not implemented"}
            ));
            all = false;
        } else if (const Data* body = std::get_if<Data>(&attribute.value)) {
            all = body_is_known(*body, *entry, promise, log) && all;
        }
    }
    return all;
}

} // namespace vow::modules
