#pragma once

#include "policy/cfengine/checking/description_check.h"
#include "policy/cfengine/checking/value_check.h"

#include <unordered_map>

namespace vow::cfengine {

/// Checks bundles: their types, the promise types and guards in them, the promises.
class BundleCheck {
public:
    explicit BundleCheck(Checking& checking)
        : checking_(checking),
          values_(checking),
          descriptions_(checking) {}

    void bundle(const ast::Bundle& bundle);

private:
    enum class Origin { builtin, custom, unknown };

    /// A promise and where it stands.
    struct Site {
        const ast::Bundle& bundle;
        const ast::Section& section;
        const ast::Promise& promise;
        Origin origin;
    };

    Origin origin_of(const ast::Section& section, const ast::Bundle& bundle);
    void promise(const Site& site);
    void attribute(const ast::Attribute& attribute, const Site& site);
    void handle(const ast::Promise& promise, const ast::Expression& value);

    Checking& checking_;
    ValueCheck values_;
    DescriptionCheck descriptions_;
    std::unordered_map<std::string, const ast::Promise*> handles_;
};

} // namespace vow::cfengine
