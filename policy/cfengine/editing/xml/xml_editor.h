#pragma once

#include "policy/cfengine/editing/edit_result.h"
#include "policy/cfengine/editing/xml/document.h"
#include "protocol/promise/promise.h"
#include "protocol/text/regex.h"

#include <string>
#include <utility>

namespace vow::cfengine {

/// Keeps the promises of an edit_xml bundle on one document, in memory. It neither reads nor saves
/// the file, and borrows its arguments.
class XmlEditor {
public:
    XmlEditor(std::string file, XmlDocument& document, RegexCache& regexes)
        : file_(std::move(file)),
          document_(document),
          regexes_(regexes) {}

    EditResult keep(const Promise& promise);

private:
    std::string file_;
    XmlDocument& document_;
    RegexCache& regexes_;
};

} // namespace vow::cfengine
