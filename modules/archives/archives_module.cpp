#include "modules/archives/archives_module.h"

#include "modules/archives/archive_settings.h"
#include "modules/archives/packing.h"

namespace vow::modules {

PromiseTypeDescription archives_type() {
    PromiseTypeDescription type{
        .name = "archives",
        .summary = "archives of folders, and their extraction",
        .promiser_summary = "the archive, an absolute path",
        .promiser_pattern = "/.*",
    };
    type.attributes = {
        {.name = "from", .pattern = "/.*", .summary = "the folder whose files the archive holds"},
        {.name = "into", .pattern = "/.*", .summary = "the folder that the files are extracted to"},
        {.name = "format",
         .choices = names_of_formats(),
         .summary = "the format of a new archive; by default that of its name, else zip"},
        {.name = "set_id",
         .type = AttributeType::bool_,
         .fallback = Data::string("false"),
         .summary = "whether extracted files keep their set-id bits"},
        {.name = "max_size",
         .fallback = Data::string("10g"),
         .pattern = "[0-9]{1,8}[kmg]?",
         .summary = "maximum size of all files together in bytes"},
        {.name = "max_entries",
         .fallback = Data::string("100000"),
         .pattern = "[0-9]{1,8}",
         .summary = "maximum number of files and folders"},
        {.name = "max_ratio",
         .fallback = Data::string("200"),
         .pattern = "[0-9]{1,8}",
         .summary = "how often larger than the archive the extracted files may be, together"},
    };
    type.rules = {
        {.needs = {"from", "into"}},
        {.with = {"from"}, .excludes = {"into", "set_id", "max_ratio"}},
        {.with = {"into"}, .excludes = {"format"}}};
    type.examples = {
        "archives:\n  \"/var/backups/site.zip\"\n    from => \"/srv/site\";",
        "archives:\n  \"/opt/release.tar.gz\"\n    into => \"/opt/release\";"};
    return type;
}

PromiseTypeDescription archive_type() {
    PromiseTypeDescription type{
        .name = "archive",
        .summary = "folders that have the files of an archive",
        .promiser_summary = "the folder, an absolute path",
        .promiser_pattern = "/.*",
    };
    type.attributes = {
        {.name = "source", .required = true, .pattern = "/.*", .summary = "the archive"},
        {.name = "checksum",
         .pattern = "sha256:[0-9A-Fa-f]{64}",
         .summary = "of the archive; another one is not extracted"},
        {.name = "creates",
         .pattern = "/.*",
         .summary = "a path: if it exists, nothing is extracted"},
        {.name = "strip",
         .type = AttributeType::int_,
         .pattern = "[0-9]{1,2}",
         .summary = "how many folders names in the archive lose at their beginning"},
    };
    type.examples = {"archive:\n  \"/opt/app\"\n    source => \"/var/cache/app-7.tar.gz\",\n"
                     "    strip => \"1\";"};
    return type;
}

ArchivesModule::ArchivesModule() : DescribedModule(archives_type()) {}

Outcome ArchivesModule::keep(const Promise& promise, Record& record, Log& log) {
    const ArchiveSettings settings(promise);
    if (settings.from.empty()) {
        unpack(settings, record, log);
    } else {
        pack(settings, record, log);
    }
    return {};
}

ArchiveModule::ArchiveModule() : DescribedModule(archive_type()) {}

Outcome ArchiveModule::keep(const Promise& promise, Record& record, Log& log) {
    unpack(ArchiveSettings::of_folder(promise), record, log);
    return {};
}

} // namespace vow::modules
