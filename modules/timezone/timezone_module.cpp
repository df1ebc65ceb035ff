#include "modules/everyday/edited_file.h"
#include "modules/everyday/everyday.h"
#include "modules/makers.h"
#include "modules/sdk/cpp/text.h"

#include <cerrno>

namespace vow::modules {
namespace {

const std::string zone_folder = "/usr/share/zoneinfo/";
const std::string local_time = "/etc/localtime";
const std::string zone_file = "/etc/timezone";

PromiseTypeDescription timezone_type() {
    PromiseTypeDescription type{
        .name = "timezone",
        .summary = "the time zone of this host",
        .promiser_summary = "the zone, as Europe/Berlin",
        .promiser_pattern = "[A-Za-z0-9][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*",
    };
    type.examples = {"timezone:\n  \"Europe/Berlin\";"};
    return type;
}

bool has_zone(const std::string& zone) {
    const auto place = Place::at(zone_folder + zone);
    const auto found = place ? place->target_status() : SystemResult<struct stat>::failed(ENOENT);
    return found && S_ISREG(found->st_mode);
}

/// The zone of a link to /usr/share/zoneinfo/Europe/Berlin, which may begin with "../".
std::string zone_in(const std::string& target) {
    const std::size_t at = target.rfind("/zoneinfo/");
    return at == std::string::npos ? "" : target.substr(at + std::string_view("/zoneinfo/").size());
}

bool keep_local_time(const std::string& zone, Record& record) {
    const auto place = Place::at(local_time);
    const auto target =
        place ? place->link_target() : SystemResult<std::string>::failed(place.error());
    const std::string before = target ? *target : "";
    if (zone_in(before) == zone) {
        record.kept(text({"The time zone is '", zone, "'"}));
        return true;
    }
    const bool is_there = place && place->status();
    if (!record.allows(
            {.what = text({"set the time zone to '", zone, "'"}),
             .path = local_time,
             .before = before,
             .after = zone_folder + zone,
             .action = is_there ? ChangeAction::update : ChangeAction::create,
             .kind = "path",
             .object = local_time,
             .field = "target"}
        )) {
        return true;
    }
    const int error = place ? replace_link(*place, zone_folder + zone) : place.error();
    if (error == 0)
        record.repaired(text({"Set the time zone to '", zone, "'"}));
    else
        record.failed_with(
            error, text({"Cannot set the time zone: ", path_error(local_time, error)})
        );
    return error == 0;
}

Outcome keep_timezone(const Promise& promise, Record& record, Log& /*log*/) {
    const std::string& zone = promise.promiser;
    if (!has_zone(zone)) {
        record.failed(text(
            {"Time zone '", zone, "' is not in ", zone_folder, "; the package tzdata has them all"}
        ));
        return {};
    }
    if (!keep_local_time(zone, record)) return {};
    // Debian has the name in a file, too; where there is none, none is needed.
    auto file = EditedFile::open(zone_file, record);
    if (file && file->exists())
        file->keep(
            zone + "\n", EditedFile::setting(text({"zone '", zone, "' in '", zone_file, "'"}))
        );
    return {};
}

} // namespace

std::unique_ptr<Module> make_timezone_module() {
    return std::make_unique<EverydayModule>(timezone_type(), keep_timezone);
}

} // namespace vow::modules
