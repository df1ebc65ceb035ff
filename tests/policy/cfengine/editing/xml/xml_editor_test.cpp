#include "policy/cfengine/editing/xml/xml_editor.h"
#include "tests/policy/cfengine/editing/xml/xml_editing.h"

#include <doctest/doctest.h>

namespace xml_editor_test {

using namespace vow;
using namespace vow::tests;

namespace {

struct Case {
    const char* type;
    const char* promiser;
    Attributes attributes;
    const char* document;
    const char* result;
};

constexpr const char* s = "select_xpath";

const Case repairs[] = {
    {"build_xpath", "/a/b[@k='v' | n=t]/c", {}, "", "<a><b k=\"v\"><n>t</n><c/></b></a>\n"},
    {"build_xpath", "/a/b/c", {}, "<a><b k=\"1\"/></a>", "<a><b k=\"1\"><c/></b></a>\n"},
    {"build_xpath", "/a/b[@k='2']", {}, "<a><b k=\"1\"/></a>", "<a><b k=\"1\"/><b k=\"2\"/></a>\n"},
    {"build_xpath", "/other/c", {}, "<a/>", "<a><other><c/></other></a>\n"},
    {"delete_tree", "<b><c/></b>", {{s, "/a"}}, "<a><b/><b k=\"1\"><c/></b></a>", "<a><b/></a>\n"},
    {"delete_tree", "<b/>", {{s, "/a"}}, "<a><b/>x<b/></a>", "<a>x</a>\n"},
    {"insert_tree", "<b>t</b>\n", {{s, "/a"}}, "<a/>", "<a><b>t</b></a>\n"},
    {"insert_tree", "<b/><c/>", {{s, "/a"}}, "<a><b/></a>", "<a><b/><c/></a>\n"},
    {"insert_tree", "<a><b/></a>", {}, "", "<a><b/></a>\n"},
    {"insert_tree", "<c/>", {{s, "/a/b"}, {"build_xpath", "/a/b"}}, "", "<a><b><c/></b></a>\n"},
    {"delete_attribute", "k", {{s, "/a"}}, R"(<a k="1" l="2"/>)", "<a l=\"2\"/>\n"},
    {"set_attribute",
     "k",
     {{s, "/a"}, {"attribute_value", "<&"}},
     "<a/>",
     "<a k=\"&lt;&amp;\"/>\n"},
    {"set_attribute",
     "k",
     {{s, "//b"}, {"attribute_value", "2"}},
     "<a><b k=\"1\"/></a>",
     "<a><b k=\"2\"/></a>\n"},
    {"delete_text", "old", {{s, "/a"}}, "<a>the old one<b/></a>", "<a><b/></a>\n"},
    {"set_text", "a & b", {{s, "/a"}}, "<a>old<b/></a>", "<a>a &amp; b<b/></a>\n"},
    {"set_text", "new", {{s, "/a"}}, "<a><b/></a>", "<a>new<b/></a>\n"},
    {"insert_text", " more", {{s, "/a"}}, "<a>some<b/></a>", "<a>some more<b/></a>\n"},
    {"insert_text", "new", {{s, "/a"}}, "<a/>", "<a>new</a>\n"},
};

} // namespace

TEST_CASE("Edits of XML repair a document once, and keep it then") {
    for (const Case& repair : repairs) {
        CAPTURE(repair.type);
        CAPTURE(repair.promiser);
        const auto& [type, promiser, attributes, document, result] = repair;
        const EditedXml edited = edit_xml(type, promiser, attributes, document);
        CHECK(edited.root == result);
        CHECK(edited.verdict == Verdict::repaired);
        CHECK(edited.log.find(std::string("info: ") + type + " promise '") != std::string::npos);

        const EditedXml again = edit_xml(type, promiser, attributes, edited.root);
        CHECK(again.root == edited.root);
        CHECK(again.verdict == Verdict::kept);
        CHECK(again.log.empty());
    }
}

TEST_CASE("A dry run of an edit of XML warns, and changes nothing") {
    for (const Case& repair : repairs) {
        CAPTURE(repair.promiser);
        const auto& [type, promiser, attributes, document, result] = repair;
        const auto before = std::get<cfengine::XmlDocument>(cfengine::XmlDocument::parse(document));
        const EditedXml edited =
            edit_xml(type, promiser, attributes, document, Terms::Policy::dry_run);
        CHECK(before.text() == "<?xml version=\"1.0\"?>\n" + edited.root);
        CHECK(edited.verdict == Verdict::not_kept);
        CHECK(edited.log.starts_with("warning: Should "));
        CHECK(edited.log.find("error") == std::string::npos);
    }
}

TEST_CASE("An edit of XML that selects no element, or several, is not kept") {
    const struct {
        Attributes attributes;
        const char* promiser;
        const char* type;
        const char* log;
    } cases[] = {
        {{},
         "x",
         "set_text",
         "error: Text setting requires select_xpath to be specified\n"
         "error: The promised text set 'x' breaks its own promises\n"},
        {{{s, "/a/b[2]"}},
         "x",
         "insert_text",
         "error: select_xpath expression '/a/b[2]', is NOT convergent\n"
         "error: The promised text insertion 'x' breaks its own promises\n"},
        {{{s, "/a/b"}},
         "x",
         "delete_text",
         "error: Current select_xpath expression '/a/b' returns 2 edit nodes in XML document '/f', "
         "unique edit node required\n"
         "error: No node selected by XPath '/a/b' in XML document '/f'\n"},
        {{{s, "/c"}},
         "<d/>",
         "insert_tree",
         "error: Failed to select edit node in the XML document '/f' using the XPath '/c'\n"},
        {{{s, "/a/@k"}},
         "k",
         "delete_attribute",
         "error: The promised XPath pattern '/a/@k' was NOT found when selecting an edit node in "
         "XML "
         "document '/f'\n"
         "error: The promised XPath pattern '/a/@k', was NOT successful when selecting an edit "
         "node, "
         "in XML document '/f'\n"},
        {{{s, "/a["}},
         "k",
         "delete_attribute",
         "error: Unable to evaluate XPath expression '/a[': line 0: Invalid expression\n"
         "error: The promised XPath pattern '/a[', was NOT successful when selecting an edit node, "
         "in XML document '/f'\n"},
        {{{s, "/a"}},
         "<d>",
         "delete_tree",
         "error: Tree to be deleted '<d>' at XPath '/a' in XML document '/f' was not parsed "
         "successfully: line 1: Premature end of data in tag d line 1\n"
         "error: Errors encountered when actuating delete_tree promise '<d>'\n"},
        {{{s, "/a"}, {"attribute_value", "v"}},
         "a b",
         "set_attribute",
         "error: 'a b' is not the name of an attribute in XML\n"
         "error: Errors encountered when actuating set_attribute promise 'a b'\n"},
        {{{s, "/a"}, {"attribute_value", "v\x01"}},
         "k",
         "set_attribute",
         "error: XML cannot contain the text 'v\x01'\n"
         "error: Errors encountered when actuating set_attribute promise 'k'\n"},
        {{{s, "/a"}},
         "\xff",
         "insert_text",
         "error: XML cannot contain the text '\xff'\n"
         "error: Errors encountered when actuating insert_text promise '\xff'\n"},
        {{{s, "/a"}},
         "\xaf\xaf", // libxml2 takes the two for one character
         "insert_text",
         "error: XML cannot contain the text '\xaf\xaf'\n"
         "error: Errors encountered when actuating insert_text promise '\xaf\xaf'\n"},
        {{},
         "<d/>",
         "insert_tree",
         "error: The tree '<d/>' requested to be inserted into the XML document '/f', however XML "
         "document is not empty and tree to be inserted does not match existing content\n"
         "notice: Specify select_xpath expression insert into a non-empty XML document\n"
         "error: Errors encountered when actuating insert_tree promise '<d/>'\n"},
    };
    constexpr const char* document = "<a k=\"1\"><b/><b>x</b></a>";
    for (const auto& [attributes, promiser, type, log] : cases) {
        const EditedXml edited = edit_xml(type, promiser, attributes, document);
        CHECK(edited.log == log);
        CHECK(edited.root == std::string(document) + "\n");
        CHECK(edited.verdict == Verdict::not_kept);
    }
}

TEST_CASE("An XPath expression that names a position is not convergent") {
    const auto is_refused = [](const char* xpath) {
        return edit_xml("set_text", "x", {{s, xpath}}, "<a><b k=\"1\"/></a>")
                   .log.find("NOT conv") != std::string::npos;
    };
    for (const char* xpath :
         {"/a/b[1]",
          "/a/b[last()]",
          "/a/b[ last() - 1 ]",
          "/a/b[position()=1]",
          "/a/b[@k='1' or 2]",
          "/a/following-sibling::b",
          "/a/preceding::b"})
        CHECK_MESSAGE(is_refused(xpath), xpath);
    for (const char* xpath : {"/a/b[@k=1]", "//b", "/a/b[@k='1' and .='']", "/a/b1"})
        CHECK_MESSAGE(!is_refused(xpath), xpath);
}

TEST_CASE("A text that is not XML has the line and reason of the first fault") {
    const auto parsed = cfengine::XmlDocument::parse("<a>\n<b></a>");
    CHECK(
        std::get<cfengine::XmlFailure>(parsed).message ==
        "line 2: Opening and ending tag mismatch: b line 2 and a"
    );
}

} // namespace xml_editor_test
