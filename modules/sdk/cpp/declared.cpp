#include "modules/sdk/cpp/declared.h"

namespace vow::modules {

Attributes with_defaults(const Promise& promise, const PromiseTypeDescription& described) {
    Attributes attributes = promise.attributes;
    for (const AttributeDescription& attribute : described.attributes) {
        if (!attribute.fallback || attributes.find(attribute.name) != nullptr) continue;
        const Data& fallback = *attribute.fallback;
        if (fallback.kind() == Data::Kind::string) {
            attributes.set(attribute.name, std::string(fallback.text()));
        } else {
            attributes.set(attribute.name, fallback);
        }
    }
    return attributes;
}

} // namespace vow::modules
