#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace vow::cfengine {

/// Why a text could not be read as an XML document.
struct XmlFailure {
    std::string message; ///< with the line in the text: "line 3: Opening and ending tag mismatch"
};

/// An XML document in memory. Outside this folder it is only read and written; XmlEditor edits it.
class XmlDocument {
public:
    struct Tree; ///< tree.h, for this folder

    /// An empty text is an empty document, which has no root element yet. External entities are
    /// not loaded.
    static std::variant<XmlDocument, XmlFailure> parse(std::string_view text);

    /// The document as libxml2 writes it: with a declaration, and indented as it was read.
    std::string text() const;

    Tree& tree() { return *tree_; }

private:
    struct FreeTree {
        void operator()(Tree* tree) const;
    };

    explicit XmlDocument(std::unique_ptr<Tree, FreeTree> tree) : tree_(std::move(tree)) {}

    std::unique_ptr<Tree, FreeTree> tree_;
};

} // namespace vow::cfengine
