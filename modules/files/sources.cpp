#include "modules/files/sources.h"

#include <algorithm>
#include <array>

namespace vow::modules {

std::optional<LinkSource::Type> link_type_from(std::string_view word) {
    if (word == "symlink") return LinkSource::Type::symlink;
    if (word == "hardlink") return LinkSource::Type::hardlink;
    if (word == "relative") return LinkSource::Type::relative;
    if (word == "absolute") return LinkSource::Type::absolute;
    return std::nullopt;
}

LinkSource LinkSource::from(const Settings& body) {
    const std::string missing = body.text_or("when_no_source", "");
    return {
        .source = body.text_or("source", ""),
        .type = link_type_from(body.text_or("link_type", "")).value_or(LinkSource::Type::symlink),
        .missing = missing == "force"    ? LinkSource::Missing::force
                   : missing == "delete" ? LinkSource::Missing::remove
                                         : LinkSource::Missing::nothing,
        .children = body.holds("link_children"),
        .children_replace = body.text_or("when_linking_children", "") == "override_file",
        .copied = Patterns(body.list("copy_patterns"))};
}

std::string shown_target(const std::string& target) {
    return target.starts_with('/') || target.starts_with('.') ? target : "./" + target;
}

namespace {

CopySource::Compare compare_from(std::string_view word) {
    using Compare = CopySource::Compare;
    if (word == "mtime") return Compare::modified;
    if (word == "exists") return Compare::exists;
    const bool by_content =
        word == "digest" || word == "hash" || word == "binary" || word == "atime";
    return by_content ? Compare::content : Compare::times;
}

CopySource::Backup copy_backup_from(std::string_view word) {
    if (word == "timestamp") return CopySource::Backup::timestamp;
    return word == "false" ? CopySource::Backup::none : CopySource::Backup::plain;
}

} // namespace

bool CopySource::is_local() const {
    constexpr std::array<std::string_view, 3> names = {"localhost", "127.0.0.1", "::1"};
    return servers.empty() || std::ranges::any_of(servers, [&](const std::string& server) {
               return std::ranges::find(names, server) != names.end();
           });
}

CopySource CopySource::from(const Settings& body) {
    return {
        .source = body.text_or("source", ""),
        .compare = compare_from(body.text_or("compare", "")),
        .backup = copy_backup_from(body.text_or("copy_backup", "")),
        .links = link_type_from(body.text_or("link_type", "")),
        .servers = body.list("servers"),
        .linked = Patterns(body.list("linkcopy_patterns")),
        .followed = Patterns(body.list("copylink_patterns")),
        .size = Range::from(body, "copy_size"),
        .once = Patterns(body.list("single_copy")),
        .defining = Patterns(body.list("auto_define")),
        .preserve = body.holds("preserve"),
        .purge = body.holds("purge"),
        .type_check = body.holds("type_check"),
        .force = body.holds("force_update"),
        .check_root = body.holds("check_root"),
        .flat = body.holds("collapse_destination_dir"),
        .missing_ok = body.holds("missing_ok"),
        .verify = body.holds("verify"),
        .stealth = body.holds("stealth")};
}

} // namespace vow::modules
