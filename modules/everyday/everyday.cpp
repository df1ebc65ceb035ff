#include "modules/everyday/everyday.h"

#include "modules/sdk/cpp/text.h"
#include "protocol/description/attribute_values.h"
#include "protocol/system/process_table.h"

#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

namespace vow::modules {
namespace {

/// The root of the first process or, if that is hidden from us, of the first of our ancestors that
/// is not.
bool find_outer_root(struct stat& root) {
    if (::stat("/proc/1/root/", &root) == 0) return true;
    const int error = errno;
    bool is_found = false;
    for (auto self = stat_of(::getpid()); self && self->parent > 0;
         self = stat_of(static_cast<pid_t>(self->parent))) {
        const std::string path = "/proc/" + std::to_string(self->parent) + "/root/";
        if (::stat(path.c_str(), &root) == 0) is_found = true;
    }
    errno = error;
    return is_found;
}

} // namespace

std::vector<std::string> EverydayModule::further_faults(const Promise& promise) const {
    std::vector<std::string> faults;
    const Description described = *description();
    for (const AttributeDescription& attribute : described.promise_types.front().attributes) {
        const AttributeValue* value = promise.attributes.find(attribute.name);
        if (value == nullptr || attribute.type != AttributeType::data) continue;
        const ValueView view(*value);
        if (view.is_text || (view.is_list && !view.texts.empty())) continue;
        faults.push_back(
            text({"Attribute '", attribute.name, "' must be a text, or a list of at least one"})
        );
    }
    if (faults.empty() && faults_ != nullptr) return faults_(promise);
    return faults;
}

AttributeDescription absent_attribute(std::string summary) {
    return {.name = "absent", .type = AttributeType::bool_, .summary = std::move(summary)};
}

AttributeDescription texts_attribute(std::string name, std::string pattern, std::string summary) {
    return {
        .name = std::move(name),
        .type = AttributeType::data,
        .pattern = std::move(pattern),
        .summary = std::move(summary)};
}

std::vector<AttributeRule> required_unless_absent(const std::vector<std::string>& names) {
    std::vector<AttributeRule> rules;
    rules.reserve(names.size());
    for (const std::string& name : names)
        rules.push_back({.needs = {name, "absent"}});
    return rules;
}

bool is_running_system() {
    struct stat ours = {};
    struct stat outer = {};
    if (::stat("/", &ours) != 0) return false;
    if (!find_outer_root(outer)) return errno == EACCES || errno == EPERM;
    return ours.st_dev == outer.st_dev && ours.st_ino == outer.st_ino;
}

} // namespace vow::modules
