#include "modules/files/files_module.h"
#include "protocol/text/name_grammar.h"

#include <string>
#include <string_view>

namespace vow::modules {
namespace {

constexpr auto body = AttributeType::body;
constexpr auto number = AttributeType::int_;

/// The syntax of Range::from().
const std::string range_pattern = "[-+]?[0-9]+[kKmMgG]?,([-+]?[0-9]+[kKmMgG]?|inf)";
const std::string expression_pattern = "[a-z_.&|!() ]+";

AttributeDescription truth(std::string name, std::string summary) {
    return {.name = std::move(name), .type = AttributeType::bool_, .summary = std::move(summary)};
}

AttributeDescription list(std::string name, std::string summary, std::string pattern = "") {
    return {
        .name = std::move(name),
        .type = AttributeType::slist,
        .pattern = std::move(pattern),
        .summary = std::move(summary)};
}

AttributeDescription range(std::string name, std::string summary) {
    return {.name = std::move(name), .pattern = range_pattern, .summary = std::move(summary)};
}

AttributeDescription choice(
    std::string name, std::string_view usual, std::vector<std::string> words, std::string summary
) {
    return {
        .name = std::move(name),
        .fallback = Data::string(usual),
        .choices = std::move(words),
        .summary = std::move(summary)};
}

AttributeDescription link_type(std::string summary) {
    return choice(
        "link_type", "symlink", {"symlink", "hardlink", "relative", "absolute"}, std::move(summary)
    );
}

AttributeDescription source(std::string summary) {
    return {
        .name = "source", .required = true, .pattern = R"((.|\n)+)", .summary = std::move(summary)};
}

AttributeDescription perms() {
    return {
        .name = "perms",
        .type = body,
        .summary = "owner and permissions",
        .attributes = {
            {.name = "mode", .pattern = mode_pattern(), .summary = "as chmod takes it: 644, go-w"},
            list("owners", "users, by name or number, any of whom is right"),
            list("groups", "groups, any of which is right"),
            truth("rxdirs", "those who may read a directory may also search it"),
            list("bsdflags", "flags of BSD file systems, which Linux lacks: ignored")}};
}

AttributeDescription copy_from() {
    const std::string ignored = "for copies from other hosts, which are not supported: ignored";
    return {
        .name = "copy_from",
        .type = body,
        .summary = "make it a copy",
        .attributes = {
            source("the file or directory to copy, on this machine"),
            choice(
                "compare",
                "ctime",
                {"atime", "mtime", "ctime", "digest", "hash", "exists", "binary"},
                "how an outdated copy is recognised; atime means digest"
            ),
            choice(
                "copy_backup",
                "true",
                {"true", "false", "timestamp"},
                "keep the replaced file as FILE.cfsaved"
            ),
            link_type("how links in the source are copied"),
            list("linkcopy_patterns", "leaf names that are linked instead of copied"),
            list("copylink_patterns", "links that are followed and copied, by leaf name"),
            range("copy_size", "files of other sizes are skipped"),
            list("single_copy", "copies that are made once a run, from the first source"),
            list("auto_define", "copies that define the class auto_PATH when they change"),
            truth("preserve", "owner, group and mode are the source's"),
            truth("purge", "delete files from the copy that are not in the source"),
            truth("type_check", "a copy of another type than its source is an error"),
            truth("force_update", "copy even if nothing changed"),
            truth("check_root", "set permissions on the directory itself, too"),
            truth("collapse_destination_dir", "all files into one directory"),
            truth("missing_ok", "a missing source is not an error"),
            truth("verify", "read the copy again and compare"),
            truth("stealth", "restore the source's times, which the copy gets, too"),
            {.name = "servers",
             .type = AttributeType::slist,
             .summary = "one must be this machine; copies from others are not supported"},
            truth("encrypt", ignored),
            truth("force_ipv4", ignored),
            truth("trustkey", ignored),
            {.name = "findertype", .summary = "for macOS: ignored"},
            {.name = "portnumber", .summary = ignored},
            {.name = "protocol_version", .summary = ignored},
            {.name = "timeout", .type = number, .summary = ignored}}};
}

AttributeDescription link_from() {
    return {
        .name = "link_from",
        .type = body,
        .summary = "make it a link",
        .attributes = {
            source("the target"),
            link_type("the type of link"),
            choice(
                "when_no_source",
                "nop",
                {"force", "delete", "nop"},
                "link all the same, delete a link that is there, or fail"
            ),
            truth("link_children", "link each file in the source directory"),
            choice(
                "when_linking_children",
                "if_no_such_file",
                {"override_file", "if_no_such_file"},
                "replace files in the way"
            ),
            list("copy_patterns", "leaf names that are copied instead")}};
}

AttributeDescription deletion() {
    return {
        .name = "delete",
        .type = body,
        .summary = "delete it",
        .attributes = {
            truth("rmdirs", "empty directories too"),
            {.name = "dirlinks",
             .choices = {"delete", "tidy", "keep"},
             .summary = "for links to directories: ignored, they are deleted like any link"}}};
}

AttributeDescription renaming() {
    return {
        .name = "rename",
        .type = body,
        .summary = "rename, disable or rotate it",
        .attributes = {
            {.name = "newname", .pattern = ".+", .summary = "relative to where it is"},
            truth("disable", "add a suffix to its name; a link is deleted"),
            {.name = "disable_suffix",
             .fallback = Data::string(".cfdisabled"),
             .summary = "the suffix"},
            {.name = "disable_mode", .pattern = mode_pattern(), .summary = "its mode after that"},
            {.name = "rotate",
             .type = number,
             .pattern = "[0-9]+",
             .summary = "the number of old files to keep as FILE.1, FILE.2; 0: truncate it"}}};
}

AttributeDescription depth_search() {
    return {
        .name = "depth_search",
        .type = body,
        .summary = "everything below it",
        .attributes = {
            {.name = "depth", .pattern = "[0-9]+|inf", .summary = "how many directories down"},
            truth("include_basedir", "the directory itself too"),
            list("include_dirs", "only these directories are entered: patterns"),
            list("exclude_dirs", "these are not"),
            truth("rmdeadlinks", "delete dangling links"),
            truth("traverse_links", "follow links to directories"),
            truth("xdev", "do not enter other file systems")}};
}

AttributeDescription file_select() {
    return {
        .name = "file_select",
        .type = body,
        .summary = "the files that it applies to",
        .attributes = {
            {.name = "file_result",
             .required = true,
             .pattern = expression_pattern,
             .summary =
                 "the criteria combined, as leaf_name.(size|mtime); those of search_X are X"},
            list("leaf_name", "patterns for the last part of the path"),
            list("path_name", "patterns for the whole path"),
            list(
                "file_types", "plain, dir, symlink, fifo, socket, block, char", expression_pattern
            ),
            list("search_mode", "modes that it already has", mode_pattern()),
            list("search_owners", "patterns for its owner's name or number"),
            list("search_groups", "patterns for its group's"),
            range("search_size", "bytes, least and most"),
            range("atime", "range of the access time, in seconds since 1970"),
            range("ctime", "range of the change time"),
            range("mtime", "range of the modification time"),
            list("issymlinkto", "patterns for the target of a link"),
            {.name = "exec_program",
             .pattern = ".+",
             .summary = "a command that exits with 0; $(this.promiser) is the file"},
            {.name = "exec_regex", .summary = "a pattern for a line that the command prints"}}};
}

AttributeDescription acl() {
    const std::string entry = "((user|group):[^:]+:[-=+,rwx()dtTabBpcoD]*(:(allow|deny))?)|"
                              "((all|mask):[-=+,rwx()]*(:(allow|deny))?)";
    const std::vector<std::string> inherited = {
        "nochange", "access", "specify", "clear", "parent", "none"};
    return {
        .name = "acl",
        .type = body,
        .summary = "its POSIX access control list",
        .attributes = {
            list(
                "aces",
                "entries: user:NAME:rwx, group:NAME:+x, all:r, mask:rx; * is the owner",
                entry
            ),
            choice(
                "acl_method",
                "append",
                {"append", "overwrite"},
                "change these entries, or have no others"
            ),
            choice("acl_type", "generic", {"generic", "posix", "ntfs"}, "posix may have a mask"),
            {.name = "acl_default",
             .choices = inherited,
             .summary = "the list that files in a directory inherit"},
            {.name = "acl_directory_inherit",
             .choices = inherited,
             .summary = "the old acl_default"},
            list("specify_default_aces", "the entries that are inherited", entry),
            list("specify_inherit_aces", "the old specify_default_aces", entry)}};
}

AttributeDescription changes() {
    return {
        .name = "changes",
        .type = body,
        .summary = "report how it differs from what earlier runs saw",
        .attributes = {
            choice(
                "hash",
                "md5",
                {"md5", "sha1", "sha224", "sha256", "sha384", "sha512", "best"},
                "the digest of its content; best means sha512"
            ),
            choice(
                "report_changes",
                "none",
                {"content", "stats", "all", "none"},
                "its content, its status (mode, owner, times, ...), or both"
            ),
            truth("update_hashes", "store a reported difference, so that it is reported once"),
            truth("report_diffs", "ignored"),
            {.name = "silence",
             .type = AttributeType::slist,
             .choices =
                 {"content",
                  "perms",
                  "owner",
                  "group",
                  "device",
                  "inode",
                  "mtime",
                  "add",
                  "remove",
                  "stats"},
             .summary = "differences that are recorded without a log line"},
            {.name = "log",
             .summary = "the file to which a line for each difference is appended"}}};
}

AttributeDescription fsattrs() {
    return {
        .name = "fsattrs",
        .type = body,
        .summary = "flags of the file system",
        .attributes = {truth("immutable", "not even root changes it, except by this promise")}};
}

AttributeDescription edited() {
    return {
        .name = "edited",
        .type = body,
        .summary = "a text edited by the agent, to be saved",
        .attributes =
            {{.name = "content", .required = true, .summary = "the text after editing"},
             {.name = "replaces",
              .summary = "SHA-256 of the original; a file that differs is refused"},
             truth("whole", "the text does not depend on the file, which is created if missing"),
             choice(
                 "backup",
                 "true",
                 {"true", "yes", "on", "false", "no", "off", "timestamp", "rotate"},
                 "keep the old text as FILE.cf-before-edit"
             ),
             {.name = "rotate",
              .type = number,
              .pattern = "[0-9]+",
              .summary = "the number of backups to keep"},
             {.name = "message", .summary = "the log line when it is saved"},
             {.name = "change", .summary = "the change as named in a warning"}},
        .rules = {{.needs = {"replaces", "whole"}}}};
}

} // namespace

std::string mode_pattern() {
    return std::string(names::file_mode.pattern);
}

std::vector<AttributeDescription> file_bodies() {
    return {
        perms(),
        acl(),
        changes(),
        fsattrs(),
        copy_from(),
        link_from(),
        deletion(),
        renaming(),
        depth_search(),
        file_select(),
        edited()};
}

} // namespace vow::modules
