#include "modules/everyday/edited_file.h"
#include "modules/everyday/everyday.h"
#include "modules/makers.h"
#include "modules/sdk/cpp/text.h"

#include <cerrno>

#include <unistd.h>

namespace vow::modules {
namespace {

const std::string hostname_file = "/etc/hostname";

PromiseTypeDescription hostname_type() {
    PromiseTypeDescription type{
        .name = "hostname",
        .summary = "the name of this host, now and at boot",
        .promiser_summary = "the name",
        .promiser_pattern = "[A-Za-z0-9]([A-Za-z0-9.-]{0,62}[A-Za-z0-9])?",
    };
    type.examples = {"hostname:\n  \"web1.example.org\";"};
    return type;
}

std::string current_hostname() {
    char name[256] = {};
    return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

void keep_hostname_now(const std::string& name, Record& record) {
    const std::string now = current_hostname();
    if (now == name) return record.kept(text({"This host is called '", name, "'"}));
    if (!record.allows(
            {.what = text({"call this host '", name, "'"}),
             .before = now,
             .after = name,
             .action = ChangeAction::update,
             .kind = "setting",
             .object = "hostname"}
        )) {
        return;
    }
    if (::sethostname(name.data(), name.size()) == 0)
        return record.repaired(text({"This host is now called '", name, "'"}));
    record.failed_with(
        errno, text({"This host cannot be called '", name, "' now: ", system_message(errno)})
    );
}

/// Comments, which hostname(5) allows, stay.
Outcome keep_hostname(const Promise& promise, Record& record, Log& log) {
    auto file = EditedFile::open(hostname_file, record);
    if (!file) return {};
    Lines lines = file->lines();
    const auto place =
        lines.find([](const std::string& line) { return !line.empty() && !line.starts_with('#'); });
    if (place)
        lines.replace(*place, promise.promiser);
    else
        lines.append(promise.promiser);
    const std::string what = text({"name '", promise.promiser, "' in '", hostname_file, "'"});
    if (!file->keep(lines.text(), EditedFile::setting(what), {.access = {.mode = 0644}})) return {};
    if (is_running_system())
        keep_hostname_now(promise.promiser, record);
    else
        log.info(text({"This host is not called '", promise.promiser, "' now, ", not_running}));
    return {};
}

} // namespace

std::unique_ptr<Module> make_hostname_module() {
    return std::make_unique<EverydayModule>(hostname_type(), keep_hostname);
}

} // namespace vow::modules
