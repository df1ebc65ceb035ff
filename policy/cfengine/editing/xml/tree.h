#pragma once

#include "policy/cfengine/editing/xml/document.h"
#include "policy/cfengine/editing/xml/library.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::cfengine {

/// The nodes of a document, which owns all that are linked to it.
struct XmlDocument::Tree {
    const XmlLibrary& libxml;
    xmlDoc* document;

    Tree(const XmlLibrary& functions, xmlDoc* owned) : libxml(functions), document(owned) {}
    Tree(const Tree&) = delete;
    Tree& operator=(const Tree&) = delete;
    ~Tree() { libxml.free_document(document); }

    /// Null in an empty document.
    xmlNode* root() const { return libxml.root(document); }
    /// The elements directly below a node.
    std::vector<xmlNode*> elements(xmlNode* parent) const;
    /// The text of a node's first child, with that of the nodes below it: empty if there is none.
    std::string leading_text(const xmlNode* node) const;
    std::string attribute_value(const xmlAttr* attribute) const;

    /// Whether the text can be the name of an element or attribute.
    bool is_name(const std::string& text) const;
    /// Whether the text is UTF-8 without the characters that no XML document can contain, not even
    /// escaped: most control characters.
    bool is_content(const std::string& text) const;

    /// A new element, linked to the parent if there is one. Without one, the caller owns it.
    xmlNode* new_element(const std::string& name, xmlNode* parent);
    /// Links a text as the first child of a node.
    void prepend_text(xmlNode* node, const std::string& text);
    void remove(xmlNode* node);

    /// Every node that the XPath expression selects, or why it cannot be evaluated.
    std::variant<std::vector<xmlNode*>, XmlFailure> select(const std::string& xpath) const;

private:
    std::string taken(xmlChar* text) const;
};

/// Elements that are not part of a document yet.
class XmlFragment {
public:
    /// Reads XML that need not have a single root.
    static std::variant<XmlFragment, XmlFailure>
    parse(XmlDocument::Tree& tree, const std::string& text);
    XmlFragment(XmlFragment&& other) noexcept;
    XmlFragment& operator=(XmlFragment&&) = delete;
    ~XmlFragment();

    /// Its elements; texts and comments around them do not count.
    std::vector<xmlNode*> elements() const;
    /// Takes one of them out: the caller owns it.
    xmlNode* release(xmlNode* element);

private:
    XmlFragment(const XmlLibrary& libxml, xmlNode* first) : libxml_(libxml), first_(first) {}

    const XmlLibrary& libxml_;
    xmlNode* first_;
};

/// A text as libxml2 takes it.
inline const xmlChar* xml_text(const std::string& text) {
    return reinterpret_cast<const xmlChar*>(text.c_str());
}

/// Receives the errors of libxml2 while it lives, which would otherwise be printed. One per thread.
class XmlErrors {
public:
    explicit XmlErrors(const XmlLibrary& libxml);
    XmlErrors(const XmlErrors&) = delete;
    XmlErrors& operator=(const XmlErrors&) = delete;
    ~XmlErrors() { libxml_.set_error_function(nullptr, nullptr); }

    /// The first: later ones are often its consequences.
    XmlFailure first() const { return {first_.empty() ? "unknown error" : first_}; }

private:
    const XmlLibrary& libxml_;
    std::string first_;
};

/// The first element directly below `parent` that includes the wanted one: the same name, its
/// attributes among others, its leading text within a text, and equal elements for those below it.
/// Null if there is none.
xmlNode* find_including(const XmlDocument::Tree& tree, xmlNode* parent, xmlNode* wanted);

/// Whether two elements have the same name, attributes, leading text and elements, in any order.
bool are_equal(const XmlDocument::Tree& tree, xmlNode* first, xmlNode* second);

} // namespace vow::cfengine
