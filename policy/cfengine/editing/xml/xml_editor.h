#pragma once

#include "policy/cfengine/editing/edit_result.h"
#include "policy/cfengine/editing/xml/document.h"
#include "protocol/promise/promise.h"
#include "protocol/text/regex.h"

#include <string>
#include <utility>

namespace vow::cfengine {

/// Whether edits that are not allowed are made in memory all the same, to see what they amount to.
enum class Pretence { no, yes };

/// Keeps the promises of an edit_xml bundle on one document, in memory. It neither reads nor saves
/// the file, and borrows its arguments.
class XmlEditor {
public:
    XmlEditor(
        std::string file,
        XmlDocument& document,
        RegexCache& regexes,
        Pretence pretence = Pretence::no
    )
        : file_(std::move(file)),
          document_(document),
          regexes_(regexes),
          pretence_(pretence) {}

    EditResult keep(const Promise& promise);

private:
    std::string file_;
    XmlDocument& document_;
    RegexCache& regexes_;
    Pretence pretence_;
};

} // namespace vow::cfengine
