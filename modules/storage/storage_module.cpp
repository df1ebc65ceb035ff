#include "modules/makers.h"
#include "modules/sdk/cpp/described_module.h"
#include "modules/storage/mount.h"
#include "modules/storage/mount_keeper.h"
#include "modules/storage/volume.h"
#include "protocol/description/description.h"
#include "protocol/text/name_grammar.h"

namespace vow::modules {

namespace {

/// Keeps `storage` promises: whether a volume has sensible content and enough free space, and
/// whether a network file system is mounted. It does not mount any.
class StorageModule : public DescribedModule {
public:
    StorageModule();

private:
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

} // namespace

StorageModule::StorageModule() : DescribedModule(storage_type(), "mount") {}

Outcome StorageModule::keep(const Promise& promise, Record& record, Log& log) {
    const Settings settings(promise.attributes);
    if (const auto body = settings.body("mount")) {
        const Mount mount = Mount::from(*body);
        MountKeeper(mount, record, log).keep();
    }
    if (settings.holds("mount_listed")) mount_listed(record, log);
    if (const auto volume = settings.body("volume")) check(Volume::from(*volume), record);
    return {};
}

namespace {

constexpr auto truth_type = AttributeType::bool_;

AttributeDescription mount_body() {
    return {
        .name = "mount",
        .type = AttributeType::body,
        .summary = "a network file system is mounted there",
        .attributes = {
            {.name = "mount_source",
             .pattern = std::string(names::mount_source.pattern),
             .summary = "the folder on the server"},
            {.name = "mount_server",
             .pattern = std::string(names::host.pattern),
             .summary = "the name or address of the server"},
            {.name = "unmount", .type = truth_type, .summary = "it is not mounted"},
            {.name = "mount_type",
             .choices = {"nfs", "nfs2", "nfs3", "nfs4", "panfs", "cifs"},
             .summary = "its type; nfs unless promised"},
            {.name = "mount_options",
             .type = AttributeType::slist,
             .pattern = std::string(names::mount_option.pattern),
             .summary = "options for mount; defaults unless promised"},
            {.name = "edit_fstab",
             .type = truth_type,
             .summary = "it is mounted at boot, or with unmount is not"}}};
}

AttributeDescription volume_body() {
    return {
        .name = "volume",
        .type = AttributeType::body,
        .summary = "a folder with sensible content and enough free space",
        .attributes = {
            {.name = "freespace",
             .pattern = "[0-9]+[MBkKgGmb%]",
             .summary = "least free space of its file system: 10m, 20%"},
            {.name = "sensible_size",
             .type = AttributeType::int_,
             .summary = "least bytes of its entries; 1000 unless promised"},
            {.name = "sensible_count",
             .type = AttributeType::int_,
             .summary = "least number of its entries; 2 unless promised"},
            {.name = "check_foreign",
             .type = truth_type,
             .summary = "check a network file system, too"},
            {.name = "scan_arrivals", .type = truth_type, .summary = "ignored"}}};
}

} // namespace

PromiseTypeDescription storage_type() {
    return {
        .name = "storage",
        .summary = "volumes: their content and free space, and what is mounted",
        .promiser_summary = "an absolute path",
        .promiser_pattern = R"(/[^\x00-\x1f\x7f]*)",
        .attributes =
            {mount_body(),
             {.name = "mount_listed",
              .type = truth_type,
              .summary = "the file systems of /etc/fstab are mounted; the promiser only names it"},
             volume_body()},
        .examples = {"storage:\n  \"/var\"\n    volume => min_free_space(\"500M\");"}};
}

std::unique_ptr<Module> make_storage_module() {
    return std::make_unique<StorageModule>();
}

} // namespace vow::modules
