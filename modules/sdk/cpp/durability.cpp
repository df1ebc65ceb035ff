#include "modules/sdk/cpp/durability.h"

#include <cstdlib>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vow::modules {

using Durability = Replacement::Durability;

DurabilityLevel durability_level() {
    const char* const text = std::getenv("VOW_DURABILITY");
    const std::string_view word = text != nullptr ? text : "";
    if (word == "none") return DurabilityLevel::none;
    return word == "all" ? DurabilityLevel::all : DurabilityLevel::replaced;
}

Durability durability_of_replaced(DurabilityLevel level) {
    switch (level) {
    case DurabilityLevel::none: return Durability::unsynced;
    case DurabilityLevel::replaced: return Durability::content;
    case DurabilityLevel::all: break;
    }
    return Durability::name;
}

Durability durability_of_new(DurabilityLevel level) {
    return level == DurabilityLevel::all ? Durability::name : Durability::unsynced;
}

SyncedFolders::~SyncedFolders() {
    for (const auto& [device, folder] : systems_)
        ::syncfs(folder.number());
}

void SyncedFolders::add(const OpenFolder& folder) {
    struct stat status = {};
    if (durability_level() != DurabilityLevel::replaced) return;
    if (::fstat(folder->number(), &status) != 0 || systems_.contains(status.st_dev)) return;
    // The folder of a place is not open for syncfs().
    FileDescriptor open(::openat(folder->number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (open) systems_.emplace(status.st_dev, std::move(open));
}

} // namespace vow::modules
