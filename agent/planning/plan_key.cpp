#include "agent/planning/plan_key.h"

#include "agent/state/state_folder.h"
#include "protocol/system/place.h"
#include "protocol/system/replacement.h"
#include "protocol/text/digest.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

#include <sys/random.h>
#include <unistd.h>

namespace vow::agent {
namespace {

constexpr std::size_t key_size = 32;
constexpr mode_t rights_of_others = 0077;

std::string path_in(const std::string& state_folder) {
    return state_folder + "/plan.key";
}

/// nullopt if the system cannot give random bytes.
std::optional<std::string> random_bytes() {
    std::array<char, key_size> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        return std::nullopt;
    return std::string(bytes.data(), bytes.size());
}

/// Returns 0, or the errno of a failure. A key that is there stays.
int make_key(const std::string& path) {
    const auto bytes = random_bytes();
    if (!bytes) return EIO;
    const auto place = Place::at(path);
    if (!place) return place.error();
    auto file = Replacement::beside(*place);
    if (!file) return file.error();
    if (const int error = file->write(*bytes)) return error;
    const int error =
        file->commit(Replacement::Existing::refused, Replacement::Durability::content);
    return error == EEXIST ? 0 : error;
}

/// A key that others can read would let them sign plans.
Answer<std::string> read_key(const std::string& path) {
    const auto place = Place::at(path);
    if (!place) return {.why_not = std::strerror(place.error())};
    const auto opened = place->open_with_status(Place::Access::read);
    if (!opened) return {.why_not = std::strerror(opened.error())};
    if (opened->status.st_uid != ::geteuid())
        return {.why_not = "it does not belong to the running user"};
    if ((opened->status.st_mode & rights_of_others) != 0)
        return {.why_not = "others than its owner have rights to it"};
    auto bytes = read_all(opened->file, key_size + 1);
    if (!bytes) return {.why_not = std::strerror(errno)};
    if (bytes->size() != key_size) return {.why_not = "it is damaged; remove it, and plan again"};
    return {.value = std::move(bytes)};
}

} // namespace

Answer<PlanKey> PlanKey::found_in(const std::string& state_folder) {
    const std::string path = path_in(state_folder);
    auto bytes = read_key(path);
    if (!bytes) return {.why_not = "'" + path + "': " + bytes.why_not};
    return {.value = PlanKey(std::move(*bytes.value))};
}

Answer<PlanKey> PlanKey::in(const std::string& state_folder, Host& host) {
    const auto folder = StateFolder(state_folder, host).prepare();
    if (!folder) return {.why_not = "'" + state_folder + "': " + folder.why_not};
    const std::string path = path_in(state_folder);
    if (const int error = make_key(path))
        return {.why_not = "'" + path + "': " + std::strerror(error)};
    return found_in(state_folder);
}

std::string PlanKey::id() const {
    constexpr std::size_t digits = 16;
    return mac_of("the key of plan files").substr(0, digits);
}

std::string PlanKey::mac_of(std::string_view text) const {
    return hmac_sha256_of(text, bytes_);
}

} // namespace vow::agent
