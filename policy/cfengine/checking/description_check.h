#pragma once

#include "policy/cfengine/checking/checking.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace vow::cfengine {

/// Checks promises of custom and bundled types by what their modules say of themselves. Modules are
/// asked when the first promise of their type comes. What is known at run time only is left to
/// them.
class DescriptionCheck {
public:
    explicit DescriptionCheck(Checking& checking) : checking_(checking) {}

    void promise(const ast::Section& section, const ast::Promise& promise);

private:
    /// Null: nothing is known of the type.
    const PromiseTypeDescription* description_of(const ast::Section& section);
    std::optional<PromiseTypeDescription> asked(const ast::Section& section);
    void complain(const Undescribed& undescribed, std::string_view type, Span place);

    void promiser(const ast::Promise& promise, const PromiseTypeDescription& type);
    void missing(const ast::Promise& promise, const PromiseTypeDescription& type);
    void rules(const ast::Promise& promise, const PromiseTypeDescription& type);
    void unknown(const ast::Attribute& attribute, const PromiseTypeDescription& type);
    void value(const ast::Expression& value, const AttributeDescription& described);

    Checking& checking_;
    /// By promise type; none: nothing is known of it.
    std::map<std::string, std::optional<PromiseTypeDescription>, std::less<>> descriptions_;
};

} // namespace vow::cfengine
