#include "policy/cfengine/editing/xml/document.h"

#include "policy/cfengine/editing/xml/tree.h"

#include <limits>

namespace vow::cfengine {

std::variant<XmlDocument, XmlFailure> XmlDocument::parse(std::string_view text) {
    const XmlLibrary* library = xml_library();
    if (library == nullptr) return XmlFailure{"libxml2 (libxml2.so.2), which is not installed"};
    if (text.size() > std::numeric_limits<int>::max()) return XmlFailure{"it is too large"};
    const XmlErrors errors(*library);
    xmlDoc* document = nullptr;
    if (text.empty()) {
        document = library->new_document(reinterpret_cast<const xmlChar*>("1.0"));
    } else {
        constexpr int options = XML_PARSE_NONET;
        const int size = static_cast<int>(text.size());
        document = library->read_memory(text.data(), size, nullptr, nullptr, options);
    }
    if (document == nullptr) return errors.first();
    return XmlDocument(std::unique_ptr<Tree, FreeTree>(new Tree(*library, document)));
}

void XmlDocument::FreeTree::operator()(Tree* tree) const {
    std::default_delete<Tree>()(tree);
}

std::string XmlDocument::text() const {
    xmlChar* dumped = nullptr;
    int size = 0;
    tree_->libxml.dump(tree_->document, &dumped, &size);
    std::string text(reinterpret_cast<const char*>(dumped), static_cast<std::size_t>(size));
    (*tree_->libxml.free)(dumped);
    return text;
}

} // namespace vow::cfengine
