#include "modules/everyday/everyday.h"

#include "modules/sdk/cpp/text.h"
#include "protocol/description/attribute_values.h"

#include <cerrno>

#include <sys/stat.h>

namespace vow::modules {

std::vector<std::string> EverydayModule::further_faults(const Promise& promise) const {
    std::vector<std::string> faults;
    for (const AttributeDescription& attribute : description()->promise_types.front().attributes) {
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
    for (const std::string& name : names)
        rules.push_back({.needs = {name, "absent"}});
    return rules;
}

bool is_running_system() {
    struct stat ours = {};
    struct stat first = {};
    if (::stat("/", &ours) != 0) return false;
    if (::stat("/proc/1/root/", &first) != 0) return errno == EACCES || errno == EPERM;
    return ours.st_dev == first.st_dev && ours.st_ino == first.st_ino;
}

} // namespace vow::modules
