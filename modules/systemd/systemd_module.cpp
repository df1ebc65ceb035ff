#include "modules/makers.h"
#include "modules/sdk/cpp/described_module.h"
#include "modules/sdk/cpp/text.h"
#include "modules/systemd/unit.h"
#include "modules/systemd/unit_keeper.h"
#include "protocol/promise/settings.h"
#include "protocol/text/name_grammar.h"

namespace vow::modules {
namespace {

/// Steps that need a running systemd.
constexpr std::string_view needs_systemd[] = {
    "enabled", "masked", "daemon_reexec", "daemon_reload"};

/// One line of a unit file: a backslash at its end would join the next line.
constexpr std::string_view one_line = R"((.*[^\\])?)";

AttributeDescription described(const UnitKey& key) {
    return {
        .name = std::string(key.attribute),
        .type = key.type,
        .pattern = std::string(key.type == AttributeType::int_ ? "" : one_line),
        .summary = std::string(key.summary),
    };
}

std::vector<AttributeDescription> attributes() {
    const auto flag = [](std::string name, std::string summary) {
        return AttributeDescription{
            .name = std::move(name), .type = AttributeType::bool_, .summary = std::move(summary)};
    };
    std::vector<AttributeDescription> all = {
        {.name = "name",
         .pattern = std::string(names::unit.pattern),
         .summary = "the unit, unless it is the promiser"},
        {.name = "state",
         .required = true,
         .choices = {"started", "stopped", "restarted", "reloaded", "absent", "installed"},
         .summary = "installed: only its file; restarted and reloaded act on every run"},
        flag("enabled", "start it at boot; true by default"),
        flag("masked", "make it impossible to start; false by default"),
        flag("daemon_reload", "first reload all unit files, on every run"),
        flag("daemon_reexec", "first re-execute systemd itself, on every run"),
        {.name = "replace",
         .type = AttributeType::bool_,
         .fallback = Data::string("true"),
         .summary = "correct an existing unit file"},
        {.name = "unit_directory",
         .fallback = Data::string("/lib/systemd/system"),
         .pattern = "/.*",
         .summary = "the folder of the unit file"},
        {.name = "executable",
         .fallback = Data::string("systemctl"),
         .pattern = "[^-].*",
         .summary = "the systemctl program"},
    };
    for (const UnitKey& key : unit_keys())
        all.push_back(described(key));
    return all;
}

PromiseTypeDescription systemd_type() {
    PromiseTypeDescription type{
        .name = "systemd",
        .summary = "systemd units: their files and their state",
        .promiser_summary = "the unit, unless there is a name; \".service\" may be omitted",
        .promiser_pattern = std::string(names::unit_or_label.pattern),
        .attributes = attributes(),
    };
    for (const std::string_view ending : UnitKeeper::classes())
        type.result_classes.push_back(text({"PROMISER_", ending}));
    type.examples = {"systemd:\n  \"nginx\"\n    state => \"started\";"};
    return type;
}

/// Null if no part of a unit file is promised.
const UnitKey* first_key_in(const Attributes& attributes, std::string_view section) {
    for (const UnitKey& key : unit_keys()) {
        if ((section.empty() || key.section == section) &&
            attributes.find(key.attribute) != nullptr)
            return &key;
    }
    return nullptr;
}

/// Keeps `systemd` promises: a unit's file, whether it is started at boot, and whether it runs.
/// Everything except the file goes through systemctl.
class SystemdModule : public DescribedModule {
public:
    SystemdModule();

private:
    std::vector<std::string> further_faults(const Promise& promise) const override;
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

} // namespace

SystemdModule::SystemdModule() : DescribedModule(systemd_type(), "unit") {}

std::vector<std::string> SystemdModule::further_faults(const Promise& promise) const {
    const Attributes& attributes = promise.attributes;
    const std::string& state = *attributes.text("state");
    const std::string* name = attributes.text("name");
    const std::string& unit = name == nullptr ? promise.promiser : *name;
    std::vector<std::string> faults;
    if (const auto fault = fault_of_name(names::unit, unit)) {
        faults.push_back(text({"Promiser ", *fault, "; promise the attribute 'name'"}));
        return faults;
    }
    const UnitKey* service_key = first_key_in(attributes, "Service");
    if (service_key != nullptr && !full_unit_name(unit).ends_with(".service"))
        faults.push_back(text(
            {"Attribute '",
             service_key->attribute,
             "' is for services, and '",
             unit,
             "' is not one"}
        ));
    if (state == "installed" && first_key_in(attributes, "") == nullptr)
        faults.emplace_back("Attribute 'state' is 'installed', but no attribute 'unit_...', "
                            "'service_...' or 'install_...' gives the content of the unit file");
    if (is_template(unit) && state != "installed" && state != "absent")
        faults.push_back(text(
            {"Attribute 'state' cannot be '",
             state,
             "' of '",
             unit,
             "', which is a template: it can be 'installed' or 'absent';",
             " start its instances instead"}
        ));
    for (const std::string_view attribute : needs_systemd) {
        if (state == "installed" && attributes.find(attribute) != nullptr)
            faults.push_back(
                text({"Attribute '", attribute, "' has no effect when 'state' is 'installed'"})
            );
    }
    return faults;
}

Outcome SystemdModule::keep(const Promise& promise, Record& record, Log& log) {
    return {.classes = UnitKeeper(promise, record, log).keep()};
}

std::unique_ptr<Module> make_systemd_module() {
    return std::make_unique<SystemdModule>();
}

} // namespace vow::modules
