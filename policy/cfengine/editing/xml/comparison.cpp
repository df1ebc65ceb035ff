#include "policy/cfengine/editing/xml/tree.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace vow::cfengine {
namespace {

using Tree = XmlDocument::Tree;

bool have_same_name(const xmlNode* first, const xmlNode* second) {
    const auto text = [](const xmlChar* name) { return reinterpret_cast<const char*>(name); };
    return std::strcmp(text(first->name), text(second->name)) == 0;
}

std::size_t count_attributes(const xmlNode* element) {
    std::size_t count = 0;
    for (const xmlAttr* one = element->properties; one != nullptr; one = one->next)
        ++count;
    return count;
}

/// Whether every attribute of the wanted element is one of the other.
bool has_attributes_of(const Tree& tree, const xmlNode* wanted, xmlNode* other) {
    for (const xmlAttr* one = wanted->properties; one != nullptr; one = one->next) {
        const xmlAttr* same = tree.libxml.attribute(other, one->name);
        if (same == nullptr || tree.attribute_value(same) != tree.attribute_value(one))
            return false;
    }
    return true;
}

/// Whether every element below the wanted one has an equal one below the other.
bool has_elements_of(const Tree& tree, xmlNode* wanted, xmlNode* other) {
    const auto others = tree.elements(other);
    return std::ranges::all_of(tree.elements(wanted), [&](xmlNode* one) {
        return std::ranges::any_of(others, [&](xmlNode* same) {
            return are_equal(tree, one, same);
        });
    });
}

bool has_text_of(const Tree& tree, const xmlNode* wanted, const xmlNode* other) {
    return tree.leading_text(other).find(tree.leading_text(wanted)) != std::string::npos;
}

bool includes(const Tree& tree, xmlNode* element, xmlNode* wanted) {
    return have_same_name(wanted, element) && has_attributes_of(tree, wanted, element) &&
           has_text_of(tree, wanted, element) && has_elements_of(tree, wanted, element);
}

} // namespace

xmlNode* find_including(const Tree& tree, xmlNode* parent, xmlNode* wanted) {
    for (xmlNode* element : tree.elements(parent)) {
        if (includes(tree, element, wanted)) return element;
    }
    return nullptr;
}

bool are_equal(const Tree& tree, xmlNode* first, xmlNode* second) {
    return have_same_name(first, second) && count_attributes(first) == count_attributes(second) &&
           has_attributes_of(tree, first, second) &&
           tree.leading_text(first) == tree.leading_text(second) &&
           tree.libxml.count_elements(first) == tree.libxml.count_elements(second) &&
           has_elements_of(tree, first, second);
}

} // namespace vow::cfengine
