#include "policy/otterscript/functions/table.h"

#include <array>

/// The properties of credentials and resources in the inventory (docs/otterscript.md, "Secrets").
namespace vow::otterscript {
namespace {

using SecretCall = FunctionCall;

std::string text_of(SecretCall& call, const SecuredProperty& property) {
    auto text = call.executor().execution().text_of(property);
    if (!text) call.fail(text.why_not);
    return *std::move(text.value);
}

Value property_of(SecretCall& call, const Secured* secured, std::string_view kind) {
    if (secured == nullptr)
        call.fail("the inventory has no " + std::string(kind) + " '" + call.text(0) + "'");
    const SecuredProperty* property = secured->find(call.text(1));
    if (property == nullptr) {
        call.fail(
            "'" + call.text(1) + "' is not a property of the " + std::string(kind) + " '" +
            call.text(0) + "'"
        );
    }
    return text_of(call, *property);
}

Value credential_property(SecretCall& call) {
    const Inventory& inventory = call.executor().execution().inventory;
    return property_of(call, inventory.find_credentials(call.text(0)), "credentials");
}

/// Of the resource itself or, for a name that it lacks, of its credentials.
Value resource_property(SecretCall& call) {
    const Inventory& inventory = call.executor().execution().inventory;
    const Secured* resource = inventory.find_resource(call.text(0));
    if (resource == nullptr || resource->find(call.text(1)) != nullptr)
        return property_of(call, resource, "resource");
    const Secured* credentials = inventory.find_credentials(resource->credentials);
    const bool has_it = credentials != nullptr && credentials->find(call.text(1)) != nullptr;
    return property_of(call, has_it ? credentials : resource, "resource");
}

constexpr std::array secret_table = {
    Function{
        "CredentialProperty",
        Returns::scalar,
        2,
        "name, property",
        &credential_property,
        "The same as SecureCredentialProperty.",
        "$CredentialProperty(deploy, UserName)"},
    Function{
        "SecureCredentialProperty",
        Returns::scalar,
        2,
        "name, property",
        &credential_property,
        "A property of credentials in the inventory; secrets are masked.",
        "$SecureCredentialProperty(deploy, Password)"},
    Function{
        "SecureResourceProperty",
        Returns::scalar,
        2,
        "name, property",
        &resource_property,
        "A property of a resource in the inventory, or of its credentials; secrets are masked.",
        "$SecureResourceProperty(site, Password)"},
};

} // namespace

std::span<const Function> secret_functions() {
    return secret_table;
}

} // namespace vow::otterscript
