#include "modules/files/file_bodies.h"

#include <string>

namespace vow::modules {
namespace {

constexpr auto body = AttributeType::body;
constexpr auto number = AttributeType::int_;

/// "644", "u+rw,go=r": what mode_change_from() reads.
const std::string mode_clause = "[ugoa]*([-+=]?0*1?[0-7]{1,5}|[-+=][rwxst]*)";
const std::string mode_pattern = mode_clause + "(," + mode_clause + ")*";
/// What Range::from() reads.
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

AttributeDescription
choice(std::string name, std::string usual, std::vector<std::string> words, std::string summary) {
    return {
        .name = std::move(name),
        .fallback = Data::string(std::move(usual)),
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
        .summary = "who owns it, and who may do what",
        .attributes = {
            {.name = "mode", .pattern = mode_pattern, .summary = "as chmod takes it: 644, go-w"},
            list("owners", "users, by name or number, of whom any is right"),
            list("groups", "groups of which any is right"),
            truth("rxdirs", "directories may be searched by who may read them")}};
}

AttributeDescription copy_from() {
    const std::string ignored = "of copies from other hosts, which are not made: ignored";
    return {
        .name = "copy_from",
        .type = body,
        .summary = "have it be a copy",
        .attributes = {
            source("the file or directory to copy, on this machine"),
            choice(
                "compare",
                "ctime",
                {"atime", "mtime", "ctime", "digest", "hash", "exists", "binary"},
                "what tells that the copy is old; atime is as digest"
            ),
            choice(
                "copy_backup",
                "true",
                {"true", "false", "timestamp"},
                "keep what was replaced as FILE.cfsaved"
            ),
            link_type("what links in the source become"),
            list("linkcopy_patterns", "leaf names that are linked instead of copied"),
            list("copylink_patterns", "links that are followed and copied, by leaf name"),
            range("copy_size", "files of other sizes are left out"),
            truth("preserve", "owner, group and mode are the source's"),
            truth("purge", "what is not in the source goes from the copy"),
            truth("type_check", "a copy of another type than its source is an error"),
            truth("force_update", "copy though it be the same"),
            truth("check_root", "the directory itself gets the permissions too"),
            truth("collapse_destination_dir", "all files into one directory"),
            truth("missing_ok", "without a source there is no copy, and no error"),
            truth("verify", "what was copied is read once more and compared"),
            truth("stealth", "the source's access time stays"),
            {.name = "servers",
             .type = AttributeType::slist,
             .choices = {"localhost", "127.0.0.1", "::1"},
             .summary = "this machine; others are not copied from"},
            truth("encrypt", ignored),
            truth("force_ipv4", ignored),
            truth("trustkey", ignored),
            {.name = "portnumber", .summary = ignored},
            {.name = "protocol_version", .summary = ignored},
            {.name = "timeout", .type = number, .summary = ignored}}};
}

AttributeDescription link_from() {
    return {
        .name = "link_from",
        .type = body,
        .summary = "have it be a link",
        .attributes = {
            source("where it leads"),
            link_type("what it is"),
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
                "whether files in the way give way"
            ),
            list("copy_patterns", "leaf names that are copied instead")}};
}

AttributeDescription deletion() {
    return {
        .name = "delete",
        .type = body,
        .summary = "have it gone",
        .attributes = {
            truth("rmdirs", "empty directories too"),
            {.name = "dirlinks",
             .choices = {"delete", "tidy", "keep"},
             .summary = "of links to directories: ignored, each is deleted like any link"}}};
}

AttributeDescription renaming() {
    return {
        .name = "rename",
        .type = body,
        .summary = "give it another name, put it out of use, or make room for a fresh one",
        .attributes = {
            {.name = "newname", .pattern = ".+", .summary = "relative to where it is"},
            truth("disable", "add a suffix to its name; a link is deleted"),
            {.name = "disable_suffix",
             .fallback = Data::string(".cfdisabled"),
             .summary = "the suffix"},
            {.name = "disable_mode", .pattern = mode_pattern, .summary = "its mode then"},
            {.name = "rotate",
             .type = number,
             .pattern = "[0-9]+",
             .summary = "how many old ones are kept as FILE.1, FILE.2; 0: it is emptied"}}};
}

AttributeDescription depth_search() {
    return {
        .name = "depth_search",
        .type = body,
        .summary = "all that is below it",
        .attributes = {
            {.name = "depth", .pattern = "[0-9]+|inf", .summary = "how many directories down"},
            truth("include_basedir", "the directory itself too"),
            list("include_dirs", "only these directories are entered: patterns"),
            list("exclude_dirs", "these are not"),
            truth("rmdeadlinks", "links that lead nowhere are deleted"),
            truth("traverse_links", "links to directories are followed"),
            truth("xdev", "other file systems are not entered")}};
}

AttributeDescription file_select() {
    return {
        .name = "file_select",
        .type = body,
        .summary = "which files it is about",
        .attributes = {
            {.name = "file_result",
             .required = true,
             .pattern = expression_pattern,
             .summary =
                 "the criteria combined, as leaf_name.(size|mtime); those of search_X are X"},
            list("leaf_name", "patterns for the last part of the path"),
            list("path_name", "patterns for all of it"),
            list(
                "file_types", "plain, dir, symlink, fifo, socket, block, char", expression_pattern
            ),
            list("search_mode", "modes that change nothing of it", mode_pattern),
            list("search_owners", "patterns for its owner's name or number"),
            list("search_groups", "patterns for its group's"),
            range("search_size", "bytes, least and most"),
            range("atime", "seconds since 1970 between which it was read"),
            range("ctime", "between which it was changed"),
            range("mtime", "between which it was written"),
            list("issymlinkto", "patterns for where a link leads"),
            {.name = "exec_program",
             .pattern = ".+",
             .summary = "a command that exits with 0; $(this.promiser) is the file"},
            {.name = "exec_regex", .summary = "a pattern for a line that the command prints"}}};
}

AttributeDescription edited() {
    return {
        .name = "edited",
        .type = body,
        .summary = "a text that was edited by whoever asks, to be saved",
        .attributes =
            {{.name = "content", .required = true, .summary = "what it holds after editing"},
             {.name = "replaces",
              .summary = "SHA-256 of what was edited; a file that holds something else is refused"},
             truth("whole", "the text owes nothing to what the file holds, or is made with it"),
             choice(
                 "backup",
                 "true",
                 {"true", "yes", "on", "false", "no", "off", "timestamp", "rotate"},
                 "keep the old text as FILE.cf-before-edit"
             ),
             {.name = "rotate",
              .type = number,
              .pattern = "[0-9]+",
              .summary = "how many backups are kept"},
             {.name = "message", .summary = "what is said when it is saved"},
             {.name = "change", .summary = "what a warning says should be done"}},
        .rules = {{.needs = {"replaces", "whole"}}}};
}

} // namespace

std::vector<AttributeDescription> file_bodies() {
    return {
        perms(),
        copy_from(),
        link_from(),
        deletion(),
        renaming(),
        depth_search(),
        file_select(),
        edited()};
}

} // namespace vow::modules
