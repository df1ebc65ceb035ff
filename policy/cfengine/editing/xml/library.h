#pragma once

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlstring.h>
#include <libxml/xpath.h>

namespace vow::cfengine {

/// The functions of libxml2 in use. The library is opened when the first document is edited, so
/// that no other run waits for it or depends on it.
struct XmlLibrary {
    decltype(&::xmlSetStructuredErrorFunc) set_error_function;
    decltype(&::xmlFree) free; ///< a variable, which holds a function

    decltype(&::xmlReadMemory) read_memory;
    decltype(&::xmlParseBalancedChunkMemory) parse_fragment;
    decltype(&::xmlNewDoc) new_document;
    decltype(&::xmlFreeDoc) free_document;
    decltype(&::xmlDocDumpMemory) dump;
    decltype(&::xmlDocGetRootElement) root;
    decltype(&::xmlDocSetRootElement) set_root;

    decltype(&::xmlNewDocNode) new_node;
    decltype(&::xmlNewDocText) new_text;
    decltype(&::xmlFreeNode) free_node;
    decltype(&::xmlFreeNodeList) free_nodes;
    decltype(&::xmlUnlinkNode) unlink;
    decltype(&::xmlAddChild) add_child;
    decltype(&::xmlAddPrevSibling) add_before;
    decltype(&::xmlFirstElementChild) first_element;
    decltype(&::xmlNextElementSibling) next_element;
    decltype(&::xmlChildElementCount) count_elements;
    decltype(&::xmlNodeGetContent) content;
    decltype(&::xmlNodeSetContent) set_content;
    decltype(&::xmlNodeAddContent) add_content;

    decltype(&::xmlValidateName) validate_name; ///< returns 0 for a name

    decltype(&::xmlHasProp) attribute;
    decltype(&::xmlSetProp) set_attribute;
    decltype(&::xmlRemoveProp) remove_attribute;

    decltype(&::xmlXPathNewContext) new_xpath_context;
    decltype(&::xmlXPathFreeContext) free_xpath_context;
    decltype(&::xmlXPathEvalExpression) evaluate_xpath;
    decltype(&::xmlXPathFreeObject) free_xpath_object;
};

/// Opens it on the first call; it stays open until the program ends. Null if it is not installed.
const XmlLibrary* xml_library();

} // namespace vow::cfengine
