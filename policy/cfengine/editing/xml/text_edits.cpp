#include "policy/cfengine/editing/xml/xml_edit.h"

namespace vow::cfengine {
namespace {

/// The text with which an element begins; null if it begins with something else.
xmlNode* leading_node(const xmlNode* element) {
    xmlNode* first = element->children;
    return first != nullptr && first->type == XML_TEXT_NODE ? first : nullptr;
}

bool has_promised_text(const XmlEdit& edit, const xmlNode* element) {
    return element->children != nullptr &&
           edit.tree.leading_text(element).find(edit.promise.promiser) != std::string::npos;
}

std::string quoted_promiser(const XmlEdit& edit) {
    return "'" + edit.promise.promiser + "'";
}

} // namespace

void delete_text(XmlEdit& edit, xmlNode* selected) {
    const std::string text = quoted_promiser(edit);
    if (!has_promised_text(edit, selected))
        return edit.record.kept(edit.at_xpath("Text " + text + " does not exist", "the "));
    if (!edit.record.allows(edit.at_xpath("delete text " + text, "the "))) return;
    xmlNode* leading = leading_node(selected);
    if (leading == nullptr) // the text belongs to an element below
        return edit.record.failed(edit.at_xpath("Failed to delete text " + text, "the "));
    edit.tree.libxml.set_content(leading, xml_text(""));
    edit.record.repaired(edit.at_xpath("Deleted text " + text, "the "));
}

void set_text(XmlEdit& edit, xmlNode* selected) {
    const std::string text = quoted_promiser(edit);
    if (!edit.is_content(edit.promise.promiser)) return;
    const bool is_empty = selected->children == nullptr;
    if (!is_empty && edit.tree.leading_text(selected) == edit.promise.promiser)
        return edit.record.kept(edit.at_xpath("Text " + text + " already exists"));
    if (!edit.record.allows(edit.at_xpath("set text " + text))) return;
    if (xmlNode* leading = leading_node(selected))
        edit.tree.libxml.set_content(leading, xml_text(edit.promise.promiser));
    else
        edit.tree.prepend_text(selected, edit.promise.promiser);
    edit.record.repaired(edit.at_xpath("Set text " + text));
}

void insert_text(XmlEdit& edit, xmlNode* selected) {
    const std::string text = quoted_promiser(edit);
    if (!edit.is_content(edit.promise.promiser)) return;
    if (has_promised_text(edit, selected))
        return edit.record.kept(edit.at_xpath("Text " + text + " already exists", "the "));
    if (!edit.record.allows(edit.at_xpath("insert text " + text, "the "))) return;
    if (xmlNode* leading = leading_node(selected))
        edit.tree.libxml.add_content(leading, xml_text(edit.promise.promiser));
    else
        edit.tree.prepend_text(selected, edit.promise.promiser);
    edit.record.repaired(edit.at_xpath("Inserted text " + text, "the "));
}

} // namespace vow::cfengine
