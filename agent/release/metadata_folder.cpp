#include "agent/release/repository_client.h"
#include "protocol/system/replacement.h"
#include "protocol/text/percent_encoding.h"

#include <cerrno>
#include <system_error>

namespace vow::agent {
namespace {

constexpr mode_t file_mode = 0644; // public by nature

[[noreturn]] void fail(int error, const std::string& path) {
    throw std::system_error(error, std::generic_category(), path);
}

Place place_of(const std::string& path) {
    auto place = Place::at(path);
    if (!place) fail(place.error(), path);
    return *std::move(place);
}

} // namespace

std::string MetadataFolder::file_of(const std::string& role) const {
    return path_ + "/" + percent_encoded(role) + ".json";
}

std::optional<std::string> MetadataFolder::load(const std::string& role) {
    const std::string path = file_of(role);
    const auto file = place_of(path).open_file(Place::Access::read);
    if (!file && file.error() == ENOENT) return std::nullopt;
    if (!file) fail(file.error(), path);
    auto bytes = read_all(*file);
    if (!bytes) fail(errno, path);
    return *std::move(bytes);
}

void MetadataFolder::save(const std::string& role, std::string_view bytes) {
    const std::string path = file_of(role);
    const int error =
        replace_file(place_of(path), bytes, file_mode, Replacement::Durability::content);
    if (error != 0) fail(error, path);
}

} // namespace vow::agent
