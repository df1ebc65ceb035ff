#include "policy/cfengine/editing/xml/library.h"

#include "protocol/system/dynamic_library.h"

#include <optional>

namespace vow::cfengine {
namespace {

// The name of a member's symbol, and its type, are those of the function in the headers.
#define VOW_XML(function) library->symbol<decltype(&::function)>(#function)

std::optional<XmlLibrary> open_xml_functions() {
    const auto library = DynamicLibrary::open({"libxml2.so.2"});
    if (!library) return std::nullopt;
    try {
        return XmlLibrary{
            .set_error_function = VOW_XML(xmlSetStructuredErrorFunc),
            .free = VOW_XML(xmlFree),
            .read_memory = VOW_XML(xmlReadMemory),
            .parse_fragment = VOW_XML(xmlParseBalancedChunkMemory),
            .new_document = VOW_XML(xmlNewDoc),
            .free_document = VOW_XML(xmlFreeDoc),
            .dump = VOW_XML(xmlDocDumpMemory),
            .root = VOW_XML(xmlDocGetRootElement),
            .set_root = VOW_XML(xmlDocSetRootElement),
            .new_node = VOW_XML(xmlNewDocNode),
            .new_text = VOW_XML(xmlNewDocText),
            .free_node = VOW_XML(xmlFreeNode),
            .free_nodes = VOW_XML(xmlFreeNodeList),
            .unlink = VOW_XML(xmlUnlinkNode),
            .add_child = VOW_XML(xmlAddChild),
            .add_before = VOW_XML(xmlAddPrevSibling),
            .first_element = VOW_XML(xmlFirstElementChild),
            .next_element = VOW_XML(xmlNextElementSibling),
            .count_elements = VOW_XML(xmlChildElementCount),
            .content = VOW_XML(xmlNodeGetContent),
            .set_content = VOW_XML(xmlNodeSetContent),
            .add_content = VOW_XML(xmlNodeAddContent),
            .validate_name = VOW_XML(xmlValidateName),
            .attribute = VOW_XML(xmlHasProp),
            .set_attribute = VOW_XML(xmlSetProp),
            .remove_attribute = VOW_XML(xmlRemoveProp),
            .new_xpath_context = VOW_XML(xmlXPathNewContext),
            .free_xpath_context = VOW_XML(xmlXPathFreeContext),
            .evaluate_xpath = VOW_XML(xmlXPathEvalExpression),
            .free_xpath_object = VOW_XML(xmlXPathFreeObject)};
    } catch (const DynamicLibrary::MissingSymbol&) {
        return std::nullopt;
    }
}

#undef VOW_XML

} // namespace

const XmlLibrary* xml_library() {
    static const std::optional<XmlLibrary> library = open_xml_functions();
    return library ? &*library : nullptr;
}

} // namespace vow::cfengine
