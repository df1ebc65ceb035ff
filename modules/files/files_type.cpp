#include "modules/files/files_module.h"
#include "modules/sdk/cpp/return_codes.h"

#include <iterator>

namespace vow::modules {
namespace {

constexpr auto bool_type = AttributeType::bool_;

std::vector<AttributeDescription> own_attributes() {
    return {
        {.name = "create", .type = bool_type, .summary = "create it; false: never create it"},
        {.name = "touch", .type = bool_type, .summary = "update its time stamps, on every run"},
        {.name = "modified",
         .type = AttributeType::int_,
         .summary = "the time of its last modification, in seconds since 1970"},
        {.name = "content", .summary = "its whole content"},
        {.name = "file_type",
         .fallback = Data::string("regular"),
         .choices = {"regular", "fifo"},
         .summary = "what to create"},
        {.name = "move_obstructions", .type = bool_type, .summary = "move obstacles aside"},
        {.name = "repository",
         .pattern = "/.*",
         .summary = "the folder that backups of replaced files are moved to"},
        {.name = "suspicious_names",
         .type = AttributeType::slist,
         .summary = "names of files that searches and copies skip with a warning"},
        {.name = "transformer",
         .pattern = ".+",
         .summary = "a command that transforms it; $(this.promiser) is the file"},
        {.name = "validate",
         .pattern = ".+",
         .summary = "a command that accepts new content before it replaces the old; $(file) is the "
                    "file that has it"},
        {.name = "directory_mode",
         .pattern = mode_pattern(),
         .summary = "of new directories for which no mode is promised, applied to 700"},
        {.name = "edits",
         .type = bool_type,
         .summary = "the agent edits its text next, so obstacles are moved aside first"},
        {.name = "pathtype",
         .choices = {"literal", "regex", "guess"},
         .summary = "of the promiser; here a promiser is always a single path"}};
}

template <class Items>
void append(std::vector<AttributeDescription>& attributes, Items items) {
    std::move(items.begin(), items.end(), std::back_inserter(attributes));
}

} // namespace

PromiseTypeDescription files_type() {
    PromiseTypeDescription type{
        .name = "files",
        .summary = "files, directories and links: existence, content, permissions",
        .promiser_summary = "an absolute path; with /. at its end, a directory",
        .promiser_pattern = R"(/[\s\S]*)",
        .attributes = own_attributes(),
        .rules =
            {{.with = {"delete"},
              .excludes = {"create", "content", "copy_from", "edited", "rename"},
              .summary = "it cannot be both deleted and present"},
             {.with = {"rename"},
              .excludes = {"create", "content", "copy_from", "edited"},
              .summary = "it cannot be both renamed and present"},
             {.with = {"delete", "depth_search"},
              .needs = {"file_select"},
              .summary = "it would delete the whole tree"},
             {.with = {"modified"},
              .excludes = {"delete", "touch"},
              .summary = "its time stamp cannot be both that time and another"},
             {.with = {"transformer"},
              .excludes = {"copy_from", "link_from"},
              .summary = "it cannot be both a copy of a source and transformed"}},
        .examples = {"files:\n  \"/etc/motd\"\n    content => \"Welcome\";\n"
                     "  \"/var/spool/jobs/.\"\n    create => \"true\";"}};
    append(type.attributes, file_bodies());
    append(type.attributes, return_code_attributes());
    return type;
}

} // namespace vow::modules
