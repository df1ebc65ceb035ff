#pragma once

#include <string>
#include <string_view>

namespace vow::agent {

/// The parts of a page for a browser.
struct Page {
    std::string title;       ///< data: it is escaped
    std::string body;        ///< markup, between <body> and </body>
    std::string style = {};  ///< rules beside the common ones
    std::string script = {}; ///< the page works without it
};

/// A whole page: one file without outside resources, which runs no other script than its own. Dark
/// or light as the reader's system is; each colour of text has a contrast of at least 4.5 to its
/// background.
std::string page_text(const Page& page);

/// In each page of vow: other programs write none with it.
constexpr std::string_view page_mark = R"(<meta name="generator" content="vow">)";

/// Data as text of a page or of an attribute: without markup, control characters, and marks that
/// turn the direction of writing.
std::string safe_text(std::string_view text);

/// "<TAG>TEXT</TAG>", with the text as data.
std::string element(std::string_view tag, std::string_view text);
/// A name and its value of a <dl>; empty for an empty value.
std::string pair_of(std::string_view name, std::string_view value);

} // namespace vow::agent
