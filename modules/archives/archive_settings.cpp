#include "modules/archives/archive_settings.h"

#include "protocol/promise/settings.h"

namespace vow::modules {
namespace {

const ArchiveFormat& format_for(const Promise& promise) {
    const std::string named = Settings(promise.attributes).text_or("format", "");
    return named.empty() ? format_of(promise.promiser) : *find_format(named);
}

} // namespace

ArchiveSettings::ArchiveSettings(const Promise& promise)
    : path(promise.promiser),
      format(format_for(promise)) {
    const Settings settings(promise.attributes);
    from = settings.text_or("from", "");
    into = settings.text_or("into", "");
    keeps_set_id = settings.holds("set_id");
    limits.size = static_cast<std::uint64_t>(settings.number("max_size").value_or(0));
    limits.entries = static_cast<std::uint64_t>(settings.number("max_entries").value_or(0));
    limits.ratio = static_cast<std::uint64_t>(settings.number("max_ratio").value_or(0));
}

} // namespace vow::modules
