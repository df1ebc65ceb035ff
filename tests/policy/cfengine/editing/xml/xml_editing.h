#pragma once

#include "protocol/promise/outcome.h"
#include "protocol/promise/promise.h"

#include <string>
#include <string_view>

namespace vow::tests {

/// The result of an edit_xml promise on a document.
struct EditedXml {
    std::string root; ///< the document without its declaration
    std::string log;  ///< lines at info level and above: "info: ...\n"
    Verdict verdict;
};

/// Keeps one promise on the document of a file /f.
EditedXml edit_xml(
    std::string_view type,
    std::string promiser,
    Attributes attributes,
    std::string_view document,
    Terms::Policy policy = Terms::Policy::fix
);

} // namespace vow::tests
