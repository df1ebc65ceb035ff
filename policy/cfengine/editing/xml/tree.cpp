#include "policy/cfengine/editing/xml/tree.h"

#include "protocol/text/characters.h"

#include <memory>
#include <string_view>
#include <utility>

#include <libxml/parserInternals.h>

namespace vow::cfengine {

XmlErrors::XmlErrors(const XmlLibrary& libxml) : libxml_(libxml) {
    libxml_.set_error_function(&first_, [](void* context, auto error) {
        std::string& first = *static_cast<std::string*>(context);
        if (!first.empty() || error->message == nullptr) return;
        first = "line " + std::to_string(error->line) + ": " + error->message;
        while (first.ends_with('\n'))
            first.pop_back();
    });
}

// --- reading ------------------------------------------------------------------------------------

std::vector<xmlNode*> XmlDocument::Tree::elements(xmlNode* parent) const {
    std::vector<xmlNode*> found;
    for (xmlNode* child = libxml.first_element(parent); child != nullptr;
         child = libxml.next_element(child))
        found.push_back(child);
    return found;
}

std::string XmlDocument::Tree::leading_text(const xmlNode* node) const {
    return node->children == nullptr ? std::string() : taken(libxml.content(node->children));
}

std::string XmlDocument::Tree::attribute_value(const xmlAttr* attribute) const {
    return attribute->children == nullptr ? std::string()
                                          : taken(libxml.content(attribute->children));
}

std::string XmlDocument::Tree::taken(xmlChar* text) const {
    if (text == nullptr) return {};
    std::string copy = reinterpret_cast<const char*>(text);
    (*libxml.free)(text);
    return copy;
}

std::variant<std::vector<xmlNode*>, XmlFailure> XmlDocument::Tree::select(const std::string& xpath
) const {
    const XmlErrors errors(libxml);
    const std::unique_ptr<xmlXPathContext, decltype(libxml.free_xpath_context)> context(
        libxml.new_xpath_context(document), libxml.free_xpath_context
    );
    const std::unique_ptr<xmlXPathObject, decltype(libxml.free_xpath_object)> found(
        libxml.evaluate_xpath(xml_text(xpath), context.get()), libxml.free_xpath_object
    );
    if (!found) return errors.first();
    const xmlNodeSet* nodes = found->nodesetval;
    if (nodes == nullptr) return std::vector<xmlNode*>();
    return std::vector<xmlNode*>(nodes->nodeTab, nodes->nodeTab + nodes->nodeNr);
}

bool XmlDocument::Tree::is_name(const std::string& text) const {
    return is_content(text) && libxml.validate_name(xml_text(text), 0) == 0;
}

bool XmlDocument::Tree::is_content(const std::string& text) const {
    std::string_view rest = text;
    while (const auto character = leading_character(rest)) {
        if (!IS_CHAR(character->code)) return false;
        rest.remove_prefix(character->length);
    }
    return rest.empty();
}

// --- editing ------------------------------------------------------------------------------------

xmlNode* XmlDocument::Tree::new_element(const std::string& name, xmlNode* parent) {
    xmlNode* element = libxml.new_node(document, nullptr, xml_text(name), nullptr);
    if (parent != nullptr) libxml.add_child(parent, element);
    return element;
}

void XmlDocument::Tree::prepend_text(xmlNode* node, const std::string& text) {
    xmlNode* first = libxml.new_text(document, xml_text(text));
    if (node->children == nullptr)
        libxml.add_child(node, first);
    else
        libxml.add_before(node->children, first);
}

void XmlDocument::Tree::remove(xmlNode* node) {
    libxml.unlink(node);
    libxml.free_node(node);
}

// --- fragments ----------------------------------------------------------------------------------

std::variant<XmlFragment, XmlFailure>
XmlFragment::parse(XmlDocument::Tree& tree, const std::string& text) {
    xmlNode* first = nullptr;
    const XmlLibrary& libxml = tree.libxml;
    const XmlErrors errors(libxml);
    const int status =
        libxml.parse_fragment(tree.document, nullptr, nullptr, 0, xml_text(text), &first);
    XmlFragment fragment(libxml, first);
    if (status != 0) return errors.first();
    return fragment;
}

XmlFragment::XmlFragment(XmlFragment&& other) noexcept
    : libxml_(other.libxml_),
      first_(std::exchange(other.first_, nullptr)) {}

XmlFragment::~XmlFragment() {
    if (first_ != nullptr) libxml_.free_nodes(first_);
}

std::vector<xmlNode*> XmlFragment::elements() const {
    std::vector<xmlNode*> found;
    for (xmlNode* node = first_; node != nullptr; node = node->next) {
        if (node->type == XML_ELEMENT_NODE) found.push_back(node);
    }
    return found;
}

xmlNode* XmlFragment::release(xmlNode* element) {
    if (element == first_) first_ = element->next;
    libxml_.unlink(element);
    return element;
}

} // namespace vow::cfengine
