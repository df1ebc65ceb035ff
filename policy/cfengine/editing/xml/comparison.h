#pragma once

#include "policy/cfengine/editing/xml/tree.h"

namespace vow::cfengine {

/// The first element directly below `parent` that includes the wanted one: the same name, its
/// attributes among others, its leading text within a text, and equal elements for those below it.
/// Null if there is none.
xmlNode* find_including(const XmlDocument::Tree& tree, xmlNode* parent, xmlNode* wanted);

/// Whether two elements have the same name, attributes, leading text and elements, in any order.
bool are_equal(const XmlDocument::Tree& tree, xmlNode* first, xmlNode* second);

} // namespace vow::cfengine
