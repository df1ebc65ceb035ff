#include "protocol/description/description.h"
#include "protocol/text/text.h"

#include <vector>

namespace vow {
namespace {

std::string plain(const Data& data) {
    return data.is_container() ? json_text(data) : std::string(data.text());
}

} // namespace

std::string demands_on(const AttributeDescription& attribute) {
    std::vector<std::string> parts;
    if (attribute.required) parts.emplace_back("required");
    if (attribute.fallback) parts.push_back("default " + plain(*attribute.fallback));
    if (!attribute.choices.empty()) parts.push_back("one of " + joined(attribute.choices, ", "));
    if (!attribute.pattern.empty()) parts.push_back("matches " + attribute.pattern);
    if (attribute.secret) parts.emplace_back("secret");
    return joined(parts, ", ");
}

std::string sentence_of(const AttributeRule& rule) {
    std::string text;
    for (const std::string& name : rule.with)
        text += (text.empty() ? "" : " with ") + name;
    const std::string one_of = rule.needs.size() > 1 ? "one of " : "";
    if (!rule.needs.empty()) {
        text +=
            (text.empty() ? one_of + joined(rule.needs, ", ") + " is needed"
                          : " needs " + one_of + joined(rule.needs, ", "));
    }
    if (!rule.excludes.empty())
        text += (rule.needs.empty() ? " excludes " : ", excludes ") + joined(rule.excludes, ", ");
    return text + (rule.summary.empty() ? "" : ": " + rule.summary);
}

} // namespace vow
