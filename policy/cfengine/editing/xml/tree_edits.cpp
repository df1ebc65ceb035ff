#include "policy/cfengine/editing/xml/tree.h"
#include "policy/cfengine/editing/xml/xml_edit.h"

#include <optional>
#include <vector>

namespace vow::cfengine {
namespace {

std::string quoted_tree(const XmlEdit& edit) {
    return "tree '" + edit.promise.promiser + "'";
}

/// The elements of the promised tree; nullopt, with the error logged, if it has none. `place`
/// names the place in messages.
std::optional<XmlFragment> promised_tree(XmlEdit& edit, const std::string& place) {
    auto parsed = XmlFragment::parse(edit.tree, edit.promise.promiser);
    const std::string tree = quoted_tree(edit);
    if (const auto* failure = std::get_if<XmlFailure>(&parsed)) {
        edit.record.failed("Failed to parse the " + tree + " (" + place + "): " + failure->message);
        return std::nullopt;
    }
    auto& fragment = std::get<XmlFragment>(parsed);
    if (!fragment.elements().empty()) return std::move(fragment);
    edit.record.failed("The " + tree + " (" + place + ") is empty");
    return std::nullopt;
}

} // namespace

void delete_tree(XmlEdit& edit, xmlNode* selected) {
    const std::string tree = quoted_tree(edit);
    auto parsed = XmlFragment::parse(edit.tree, edit.promise.promiser);
    if (const auto* failure = std::get_if<XmlFailure>(&parsed)) {
        return edit.record.failed(
            edit.at_xpath("Tree to be deleted '" + edit.promise.promiser + "'") +
            " was not parsed successfully: " + failure->message
        );
    }
    std::vector<xmlNode*> wanted = std::get<XmlFragment>(parsed).elements();
    const auto find = [&](xmlNode* element) {
        return find_including(edit.tree, selected, element);
    };
    std::erase_if(wanted, [&](xmlNode* element) { return find(element) == nullptr; });
    if (wanted.empty()) {
        const std::string what = "The promised tree to be deleted '" + edit.promise.promiser + "'";
        return edit.record.kept(edit.at_xpath(what + " does not exist"));
    }
    if (!edit.record.allows(edit.at_xpath("delete " + tree))) return;
    for (xmlNode* element : wanted) {
        while (xmlNode* found = find(element))
            edit.tree.remove(found);
    }
    edit.record.repaired(edit.at_xpath("Deleted " + tree));
}

void insert_tree(XmlEdit& edit, xmlNode* selected) {
    auto fragment = promised_tree(edit, edit.at_xpath("to be inserted", "the "));
    if (!fragment) return;
    const std::string tree = quoted_tree(edit);
    std::vector<xmlNode*> missing = fragment->elements();
    std::erase_if(missing, [&](xmlNode* element) {
        return find_including(edit.tree, selected, element) != nullptr;
    });
    if (missing.empty()) return edit.record.kept(edit.at_xpath("The " + tree + " already exists"));
    if (!edit.record.allows(edit.at_xpath("insert " + tree))) return;
    for (xmlNode* element : missing)
        edit.tree.libxml.add_child(selected, fragment->release(element));
    edit.record.repaired(edit.at_xpath("Inserted " + tree));
}

void insert_root(XmlEdit& edit) {
    const std::string document = "XML document '" + edit.file + "'";
    auto fragment = promised_tree(edit, "to be inserted into the " + document);
    if (!fragment) return;
    const std::string tree = quoted_tree(edit);
    if (fragment->elements().size() > 1) {
        return edit.record.failed(
            "The " + tree + " has several elements, and the " + document + " only one root"
        );
    }
    xmlNode* element = fragment->elements().front();
    if (xmlNode* root = edit.tree.root()) {
        if (are_equal(edit.tree, element, root)) {
            return edit.record.kept(
                "The promised " + document + " already exists and contains the correct root element"
            );
        }
        edit.record.failed(
            "The " + tree + " requested to be inserted into the " + document +
            ", however XML document is not empty and tree to be inserted does not match existing "
            "content"
        );
        return edit.record.log(
            LogLevel::notice, "Specify select_xpath expression insert into a non-empty XML document"
        );
    }
    const std::string place = tree + " into an empty " + document;
    if (!edit.record.allows("insert the promised " + place)) return;
    edit.tree.libxml.set_root(edit.tree.document, fragment->release(element));
    edit.record.repaired("Inserted " + place);
}

} // namespace vow::cfengine
