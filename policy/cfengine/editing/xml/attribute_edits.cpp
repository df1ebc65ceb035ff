#include "policy/cfengine/editing/xml/xml_edit.h"
#include "protocol/promise/settings.h"

namespace vow::cfengine {

void delete_attribute(XmlEdit& edit, xmlNode* selected) {
    const XmlLibrary& library = edit.tree.libxml;
    const std::string& name = edit.promise.promiser;
    xmlAttr* attribute = library.attribute(selected, xml_text(name));
    if (attribute == nullptr) {
        return edit.record.kept(
            "Attribute '" + name + "' (" + edit.at_xpath("to be deleted", "the ") +
            ") does not exist"
        );
    }
    const std::string what = " attribute '" + name + "'";
    if (!edit.record.allows(edit.at_xpath("delete the" + what, "the "))) return;
    library.remove_attribute(attribute);
    edit.record.repaired(edit.at_xpath("Deleted" + what, "the "));
}

void set_attribute(XmlEdit& edit, xmlNode* selected) {
    const XmlLibrary& library = edit.tree.libxml;
    const std::string& name = edit.promise.promiser;
    const auto value = Settings(edit.promise.attributes).text("attribute_value");
    if (!value) {
        return edit.record.failed("Attribute insertion requires attribute_value to be specified");
    }
    if (!edit.tree.is_name(name))
        return edit.record.failed("'" + name + "' is not the name of an attribute in XML");
    if (!edit.is_content(*value)) return;
    const xmlAttr* attribute = library.attribute(selected, xml_text(name));
    if (attribute != nullptr && edit.tree.attribute_value(attribute) == *value) {
        const std::string what = "Attribute with name '" + name + "' and value '" + *value + "'";
        return edit.record.kept(edit.at_xpath(what + " already exists"));
    }
    const std::string what = "attribute with name '" + name + "' to value '" + *value + "'";
    if (!edit.record.allows(edit.at_xpath("set " + what))) return;
    library.set_attribute(selected, xml_text(name), xml_text(*value));
    edit.record.repaired(edit.at_xpath("Set " + what));
}

} // namespace vow::cfengine
