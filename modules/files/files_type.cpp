#include "modules/files/files_type.h"

#include "modules/files/file_bodies.h"
#include "modules/sdk/cpp/return_codes.h"

#include <iterator>

namespace vow::modules {
namespace {

constexpr auto bool_type = AttributeType::bool_;

std::vector<AttributeDescription> own_attributes() {
    return {
        {.name = "create", .type = bool_type, .summary = "have it there; false: never make it"},
        {.name = "touch", .type = bool_type, .summary = "renew its time stamps, each time"},
        {.name = "content", .summary = "what it holds, all of it"},
        {.name = "file_type",
         .fallback = Data::string("regular"),
         .choices = {"regular", "fifo"},
         .summary = "what to create"},
        {.name = "move_obstructions",
         .type = bool_type,
         .summary = "what is in the way is moved aside"},
        {.name = "transformer",
         .pattern = ".+",
         .summary = "a command run for it; $(this.promiser) is the file"},
        {.name = "pathtype",
         .choices = {"literal", "regex", "guess"},
         .summary = "of the promiser; one path is one path here, whatever is said"}};
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
        .promiser_pattern = R"(/(.|\n)*)",
        .attributes = own_attributes(),
        .rules =
            {{.with = {"delete"},
              .excludes = {"create", "content", "copy_from", "edited", "rename"},
              .summary = "it cannot be deleted and exist at the same time"},
             {.with = {"rename"},
              .excludes = {"create", "content", "copy_from", "edited"},
              .summary = "it cannot be renamed and exist there at the same time"},
             {.with = {"delete", "depth_search"},
              .needs = {"file_select"},
              .summary = "all that is in the tree would go"},
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
