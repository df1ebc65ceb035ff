#pragma once

#include "policy/cfengine/editing/xml/tree.h"
#include "protocol/promise/record.h"

#include <string>
#include <string_view>

namespace vow::cfengine {

/// One promise of an edit_xml bundle while it is kept. The messages are the reference's.
struct XmlEdit {
    const Promise& promise;
    const std::string& file; ///< its name, for messages
    XmlDocument::Tree& tree;
    Record& record;
    std::string select_xpath = {}; ///< empty if it is not promised

    /// Fails, and returns false, if no XML document can contain the text.
    bool is_content(const std::string& text) const {
        if (tree.is_content(text)) return true;
        record.failed("XML cannot contain the text '" + text + "'");
        return false;
    }

    /// "WHAT at XPath 'X' in XML document 'F'", with the article that some messages have.
    std::string at_xpath(std::string_view what, std::string_view article = "") const {
        return std::string(what) + " at XPath '" + select_xpath + "' in " + std::string(article) +
               "XML document '" + file + "'";
    }
};

/// Builds the elements of a path that do not exist. Returns whether all exist afterwards.
bool build_path(XmlEdit& edit, const std::string& path);

// The promise types that edit at one selected element.
void delete_tree(XmlEdit& edit, xmlNode* selected);
void insert_tree(XmlEdit& edit, xmlNode* selected);
void delete_attribute(XmlEdit& edit, xmlNode* selected);
void set_attribute(XmlEdit& edit, xmlNode* selected);
void delete_text(XmlEdit& edit, xmlNode* selected);
void set_text(XmlEdit& edit, xmlNode* selected);
void insert_text(XmlEdit& edit, xmlNode* selected);

/// Makes a tree the root of an empty document.
void insert_root(XmlEdit& edit);

} // namespace vow::cfengine
